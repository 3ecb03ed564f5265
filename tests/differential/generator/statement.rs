//! Random statements.

use super::header::Header;
use super::{Array, Kind, Scope, Tape};

impl Tape<'_> {
    pub fn statements(&mut self, scope: &mut Scope, count: usize) {
        for _ in 0..count {
            self.statement(scope);
        }
    }

    /// The statements of a branch or a loop's body.
    pub fn body(&mut self, scope: &Scope) {
        let mut inside = Scope {
            nesting: scope.nesting + 1,
            ..scope.clone()
        };
        let count = 1 + self.choose(3);
        self.indented(|tape| tape.statements(&mut inside, count));
    }

    pub fn statement(&mut self, scope: &mut Scope) {
        let kinds = if scope.nesting < 3 { 26 } else { 10 };
        match self.choose(kinds) {
            0..=3 => self.assign_element(scope),
            4..=6 => self.assign_scalar(scope),
            7 => self.assign_real(scope),
            8 => self.leave(scope),
            9 => self.instrument(scope),
            10..=12 => self.branch(scope),
            24 | 25 => self.seldom(scope),
            13 => self.counting_loop(scope),
            14 => self.other_loop(scope),
            15..=18 if scope.native => self.asynchronous_statement(scope),
            _ if scope.native => self.branch(scope),
            15 | 16 => self.call(scope),
            17 | 18 => self.whole_array(scope),
            19 if scope.depth < 2 => self.shifted(scope),
            _ if scope.depth < 2 => self.block(scope),
            _ => self.branch(scope),
        }
    }

    pub fn array(&mut self, scope: &Scope, kind: Kind) -> Option<Array> {
        let known: Vec<Array> = scope
            .arrays
            .iter()
            .filter(|each| each.kind == kind)
            .cloned()
            .collect();
        self.pick(&known)
    }

    /// An element, almost always in bounds.
    pub fn element(&mut self, scope: &Scope, array: &Array, depth: usize) -> String {
        let name = &array.name;
        if let Some(own) = &array.own
            && !self.chance(14)
        {
            let subscript = self.own_subscript(scope, own);
            return match array.kind {
                Kind::Table if self.chance(3) => format!("{name}[{subscript}][{}]", self.choose(2)),
                Kind::Table => format!("{name}[{subscript}, {}]", self.choose(2)),
                _ => format!("{name}[{subscript}]"),
            };
        }
        if array.kind == Kind::Table {
            let row = match &array.index {
                Some(index) if self.choose(2) == 0 => index.clone(),
                _ => format!("({}) mod n", self.int(scope, depth.min(1))),
            };
            let column = self.int(scope, 0);
            let between = [", ", "]["][self.choose(2)];
            return format!("{name}[{row}{between}({column}) mod 2]");
        }
        match (self.choose(6), &array.index) {
            (0..=2, Some(index)) => format!("{name}[{index}]"),
            (3, Some(index)) => format!("{name}[({index} + 1) mod {}]", array.length),
            (5, Some(index)) if self.chance(12) => format!("{name}[{index} + 1]"),
            _ => {
                let subscript = self.int(scope, depth.min(1));
                format!("{name}[({subscript}) mod {}]", array.length)
            }
        }
    }

    pub fn assign_element(&mut self, scope: &Scope) {
        if self.chance(5) {
            return self.assign_other_element(scope);
        }
        let Some(array) = self.array(scope, Kind::Int) else {
            return self.assign_scalar(scope);
        };
        let target = self.element(scope, &array, 1);
        let value = self.int(scope, 2);
        let operator = self.pick(&["=", "=", "+=", "-="]).expect("there are some");
        self.line(&format!("{target} {operator} {value};"));
    }

    /// Of a table, of truth values, or of the array that is written only.
    pub fn assign_other_element(&mut self, scope: &Scope) {
        if let (Some(table), 0) = (self.array(scope, Kind::Table), self.choose(2)) {
            let target = self.element(scope, &table, 1);
            let value = self.int(scope, 1);
            return self.line(&format!("{target} += {value};"));
        }
        match self.array(scope, Kind::Bool) {
            Some(truths) => {
                let target = self.element(scope, &truths, 1);
                let value = self.condition(scope, 2);
                self.line(&format!("{target} = {value};"));
                let written = target.replacen('Q', "U", 1);
                if self.choose(3) == 2 {
                    let value = self.int(scope, 1);
                    self.line(&format!("{written} = {value};"));
                }
            }
            None => self.assign_scalar(scope),
        }
    }

    pub fn assign_scalar(&mut self, scope: &Scope) {
        if self.chance(6)
            && let Some(target) = self.pick(&scope.bool_targets)
        {
            return self.assign_truth(scope, &target);
        }
        match self.pick(&scope.int_targets) {
            Some(target) => {
                let value = self.int(scope, 2);
                let operator = self.pick(&["=", "=", "+=", "-="]).expect("there are some");
                self.line(&format!("{target} {operator} {value};"));
            }
            None => self.line(";"),
        }
    }

    /// A truth value gets another one: often one that its old value decides.
    fn assign_truth(&mut self, scope: &Scope, target: &str) {
        let value = self.condition(scope, 2);
        let line = match self.choose(6) {
            0 => format!("{target} = {target} or {value};"),
            1 => format!("{target} = {target} and {value};"),
            2 => format!("{target} = {value} or {target};"),
            3 => format!("{target} = not {target} and {value};"),
            _ => format!("{target} = {value};"),
        };
        self.line(&line);
    }

    /// A truth value of each processor's own.
    pub fn private_truth(&mut self, inside: &mut Scope) {
        if !self.chance(3) {
            return;
        }
        let private = self.fresh("e");
        let value = self.condition(inside, 1);
        self.line(&format!("{private} = {value};"));
        inside.bools.push(private.clone());
        inside.bool_targets.push(private.clone());
        if self.chance(2) {
            self.assign_truth(inside, &private);
        }
    }

    pub fn assign_real(&mut self, scope: &Scope) {
        let value = self.real(scope, 2);
        match (
            self.array(scope, Kind::Real),
            self.pick(&scope.real_targets),
        ) {
            (Some(array), target) if target.is_none() || self.choose(2) == 0 => {
                let target = self.element(scope, &array, 1);
                self.line(&format!("{target} = {value};"));
            }
            (_, Some(target)) => self.line(&format!("{target} = {value};")),
            _ => self.assign_scalar(scope),
        }
    }

    /// Out of a loop or a block, under a condition.
    pub fn leave(&mut self, scope: &Scope) {
        let mut ways = Vec::new();
        if scope.loops > 0 {
            ways.extend(["prekini", "nastavi"]);
        }
        if scope.may_leave {
            ways.push("vrati");
        }
        match self.pick(&ways) {
            Some(way) => {
                let condition = self.condition(scope, 1);
                self.line(&format!("ako ({condition}) {way};"));
            }
            None => self.assign_scalar(scope),
        }
    }

    pub fn instrument(&mut self, scope: &Scope) {
        let value = self.plain_int(scope, 1);
        self.line(&format!("ispisi(\"v = \", {value});"));
    }

    pub fn branch(&mut self, scope: &Scope) {
        let condition = if self.chance(8) {
            let (left, right) = (self.int(scope, 1), self.int(scope, 1));
            format!("({left}) mod 2 or ({right}) mod 2")
        } else {
            self.condition(scope, 2)
        };
        self.line(&format!("ako ({condition}) {{"));
        self.body(scope);
        if self.choose(2) == 1 {
            self.line("} inace {");
            self.body(scope);
        }
        self.line("}");
    }

    pub fn counting_loop(&mut self, scope: &Scope) {
        let variable = self.fresh("j");
        let bound = self.small(scope);
        let has_shared = scope.depth == 0 && scope.ints.iter().any(|name| name == "g");
        let header = match self.choose(6) {
            // A shared scalar in sequential code.
            5 if has_shared => {
                let inside = Scope {
                    loops: scope.loops + 1,
                    ..scope.clone()
                };
                self.line(&format!("za g = {bound} do 3 {{"));
                self.claim_of_turns(scope);
                self.body(&inside);
                return self.line("}");
            }
            0 | 1 | 5 => format!("za {variable} = 1 do {bound} {{"),
            2 => {
                let step = 1 + self.choose(3);
                format!("za {variable} = {bound} + 3 do 1 korak -{step} {{")
            }
            3 => format!("za ({variable} = 0; {variable} < {bound}; {variable}++) {{"),
            _ => {
                self.line(&format!("ponovi {bound} puta"));
                self.claim_of_turns(scope);
                let inside = Scope {
                    loops: scope.loops + 1,
                    ..scope.clone()
                };
                self.body(&inside);
                return self.line("kraj_ponovi");
            }
        };
        let mut inside = Scope {
            loops: scope.loops + 1,
            ..scope.clone()
        };
        inside.ints.push(variable);
        self.line(&header);
        self.claim_of_turns(scope);
        self.body(&inside);
        self.line("}");
    }

    /// A bound on the turns of a loop that makes three at most: seldom one that is too low.
    fn claim_of_turns(&mut self, scope: &Scope) {
        if !self.chance(6) {
            return;
        }
        let of_index = |name: &&String| name.starts_with('i') || name.starts_with('c');
        let known: Vec<String> = scope.ints.iter().filter(of_index).cloned().collect();
        let bound = match (self.choose(40), self.pick(&known)) {
            (0, _) => "2".to_owned(),
            (1, Some(index)) => format!("abs({index}) + 3"),
            (2, Some(index)) => format!("abs({index}) / 2.0 + 2"),
            (3, _) => "log 8".to_owned(),
            (4, _) => "2.5 + 1".to_owned(),
            _ => "3".to_owned(),
        };
        self.line(&format!("    tvrdnja prolaza <= {bound};"));
    }

    /// `dok` over a counter of its own, so that it ends.
    pub fn other_loop(&mut self, scope: &Scope) {
        let variable = self.fresh("w");
        let bound = self.small(scope);
        self.line(&format!("{variable} = {bound};"));
        let mut inside = Scope {
            loops: scope.loops + 1,
            ..scope.clone()
        };
        inside.ints.push(variable.clone());
        self.line(&format!("dok ({variable} > 0) {{"));
        self.claim_of_turns(scope);
        self.line(&format!("    {variable} -= 1;"));
        self.body(&inside);
        self.line("}");
    }

    /// 0 to 3, different among processors.
    pub fn small(&mut self, scope: &Scope) -> String {
        if self.choose(3) == 0 {
            return (1 + self.choose(3)).to_string();
        }
        let value = self.plain_int(scope, 1);
        format!("({value}) mod 4")
    }

    pub fn call(&mut self, scope: &Scope) {
        if scope.callable < 2 {
            return self.assign_scalar(scope);
        }
        let Some(array) = self.array(scope, Kind::Int) else {
            return self.assign_scalar(scope);
        };
        match self.choose(scope.callable) {
            2 | 3 if scope.depth < 2 => self.line(&format!("fc({}[]);", array.name)),
            _ => {
                let times = self.small(scope);
                self.line(&format!("fb({}, {times});", array.name));
            }
        }
    }

    pub fn whole_array(&mut self, scope: &Scope) {
        if self.chance(6) && scope.arrays.iter().any(|each| each.name == "C") {
            let other = self.pick(&["A", "B", "C"]).expect("some");
            let factor = self.real(
                &Scope {
                    callable: 0,
                    ..scope.clone()
                },
                0,
            );
            return self.line(&format!("C[] = {other}[] * {factor} / 4.0 - 1;"));
        }
        let whole: Vec<Array> = scope
            .arrays
            .iter()
            .filter(|each| each.whole && each.kind == Kind::Int)
            .cloned()
            .collect();
        let Some(target) = self.pick(&whole) else {
            return self.assign_element(scope);
        };
        if self.chance(4) {
            return self.section(scope, &target.name, &whole);
        }
        let same: Vec<Array> = whole
            .iter()
            .filter(|each| each.length == target.length)
            .cloned()
            .collect();
        let other = self.pick(&same).expect("the target itself").name;
        let target = target.name;
        let scalar = self.plain_int(scope, 1);
        let value = match self.choose(8) {
            0 => format!("{target}[] = {other}[] + {scalar};"),
            1 => format!("{target}[] = unatrag({other}[]);"),
            2 => format!("{target}[] += {other}[];"),
            3 => format!("{target}[] = {scalar};"),
            4 => format!("{target}[] = max({target}[], {other}[]) - ({scalar}) mod 3;"),
            5 if scope.callable >= 4 => format!("{target}[] = fd({other}[]);"),
            6 if scope.callable >= 4 => format!("{target}[] = fd({other}[] - 1) + {target}[];"),
            7 if scope.arrays.iter().any(|each| each.name == "Q") && target != "D" => {
                format!("Q[] = not ({other}[] > 2 and Q[]) or {other}[] < 3;")
            }
            _ => format!("{target}[] -= unatrag({other}[]) mod 7;"),
        };
        self.line(&value);
    }

    /// A statement about parts of arrays, which overlap now and then, or are empty.
    fn section(&mut self, scope: &Scope, target: &str, whole: &[Array]) {
        let others: Vec<Array> = whole.to_vec();
        let other = self.pick(&others).expect("the target itself").name;
        let scalar = self.plain_int(scope, 1);
        let [first, from] = [2, 2].map(|among| self.choose(among));
        let length = self.choose(4);
        // A shared scalar in a bound would be a step of its own.
        let of_index = |name: &&String| name.starts_with('i') || name.starts_with('c');
        let known: Vec<String> = scope.ints.iter().filter(of_index).cloned().collect();
        let shift = match self.pick(&known) {
            Some(index) if self.chance(3) => format!("{index} mod 2"),
            _ => first.to_string(),
        };
        let last = length as i64 - 1;
        let own = format!("{target}[{shift} do {shift} + {last}]");
        let its = format!("{other}[{from} do {}]", from as i64 + last);
        let has_table = scope
            .arrays
            .iter()
            .any(|each| each.name == "M" && each.whole);
        let line = match self.choose(9) {
            0 | 1 => format!("{own} = {its} + {scalar};"),
            2 if from == 1 => format!("{own} += unatrag({its});"),
            2 => format!("{own} += {its};"),
            3 => format!("{own} = {scalar};"),
            4 => format!(
                "{own} = max({target}[{first} do {}], {its});",
                first as i64 + last
            ),
            5 if has_table => format!("M[{shift}, ] = {target}[1 do 2] - {scalar};"),
            6 if has_table => format!("M[0 do 2, {first}] += {target}[0 do 2];"),
            7 if has_table => format!("M[{first} do 2, ] = M[0 do {}, ] * 2;", 2 - first),
            8 if self.chance(4) => format!("{own} = {other}[{from} do {shift} + 1];"),
            _ => format!("{own} -= {scalar};"),
        };
        self.line(&line);
    }

    pub fn block(&mut self, scope: &Scope) {
        let depth = scope.depth + 1;
        let index = self.fresh("i");
        let ranged: Vec<Array> = scope
            .arrays
            .iter()
            .filter(|each| each.length != "2" && each.kind != Kind::Table)
            .cloned()
            .collect();
        let Some(array) = self.pick(&ranged) else {
            return self.branch(scope);
        };
        let length = array.length.clone();
        let Header {
            text,
            indices,
            is_open,
        } = self.header(depth, &index, &array);
        self.line(&text);
        let mut inside = scope.of_block();
        let single = indices.len() == 1;
        inside.ints.extend(indices);
        for each in &mut inside.arrays {
            each.index = if each.length == length {
                Some(index.clone())
            } else {
                None
            };
        }
        if is_open {
            // What it ranges over.
            self.line(&format!("    {0}[{index}] = {0}[{index}];", array.name));
        }
        if self.state.asynchronous && single && self.choose(4) != 3 {
            self.each_its_own(&mut inside, &index, &length);
        }
        self.indented(|tape| tape.block_body(&mut inside));
        self.line("kraj_paralelno");
    }

    /// An array of each processor's own.
    pub fn private_array(&mut self, inside: &mut Scope) {
        let name = self.fresh("buf");
        self.line(&format!("lokalno {name}[3] = {{4, 0, 2}};"));
        inside.arrays.push(Array {
            name,
            length: "3".to_owned(),
            kind: Kind::Int,
            index: None,
            own: None,
            whole: false,
        });
    }

    pub fn block_body(&mut self, inside: &mut Scope) {
        match self.choose(6) {
            4 => self.declares(inside),
            5 => self.listed(inside),
            _ => {}
        }
        for _ in 0..self.choose(3) {
            let private = self.fresh("t");
            let value = self.int(inside, 1);
            let keyword = if self.choose(3) == 2 { "lokalno " } else { "" };
            self.line(&format!("{keyword}{private} = {value};"));
            inside.ints.push(private.clone());
            inside.int_targets.push(private);
        }
        self.private_truth(inside);
        match self.choose(5) {
            3 => self.private_array(inside),
            4 => {
                let name = self.fresh("P");
                self.line(&format!("polje {name}[2] = {{1, 2}};"));
                inside.arrays.push(Array {
                    name,
                    length: "2".to_owned(),
                    kind: Kind::Int,
                    index: None,
                    own: None,
                    whole: true,
                });
            }
            _ => {}
        }
        let statements = 1 + self.choose(4);
        self.statements(inside, statements);
    }
}
