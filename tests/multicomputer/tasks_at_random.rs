//! Random programs of tasks: what they compute does not depend on where the tasks are, nor on the
//! network; and a task on each processor is what a block of processors is.

use std::fmt::Write as _;

use super::run;
use pram::pipeline::Run;

/// Knuth's linear congruential numbers: a generator of a line.
pub struct Random(pub u64);

impl Random {
    fn below(&mut self, bound: u32) -> u32 {
        self.0 = (self.0)
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) % u64::from(bound)) as u32
    }
}

/// How a message goes.
#[derive(Clone, Copy)]
pub enum Way {
    Plain,
    Tagged(u32),
    Now,
    /// Through the queue of the receiver.
    Queue,
}

/// Messages in an order in which they could be sent and received one after the other: so no task
/// waits for ever, as long as sends do not.
pub struct Plan {
    pub tasks: u32,
    messages: Vec<Message>,
}

pub struct Message {
    pub from: u32,
    pub to: u32,
    pub way: Way,
    pub words: u32,
    /// Instructions of the sender before, of the receiver behind it.
    pub work: [u32; 2],
    /// How many messages later it is received.
    delay: u32,
}

impl Plan {
    pub fn new(random: &mut Random, with_queues: bool) -> Self {
        let tasks = 2 + random.below(7);
        let count = 3 + random.below(12);
        // A queue has one sender, the first that wants it.
        let mut queues = vec![None; tasks as usize];
        let messages = (0..count).map(|_| {
            let from = random.below(tasks);
            let to = (from + 1 + random.below(tasks - 1)) % tasks;
            let sender = queues[to as usize].get_or_insert(from);
            let way = match random.below(5) {
                0 => Way::Tagged(1 + random.below(2)),
                1 => Way::Now,
                2 | 3 if with_queues && *sender == from => Way::Queue,
                _ => Way::Plain,
            };
            Message {
                from,
                to,
                way,
                words: 1 + random.below(3),
                work: [random.below(120), random.below(120)],
                delay: random.below(4),
            }
        });
        Self {
            messages: messages.collect(),
            tasks,
        }
    }

    /// Each message twice: where it is sent, and where it is received.
    pub fn steps(&self) -> Vec<(bool, &Message)> {
        let mut steps = Vec::new();
        let mut waiting: Vec<(u32, &Message)> = Vec::new();
        for message in &self.messages {
            steps.push((true, message));
            waiting.push((message.delay, message));
            // Of one sender and tag, or one queue, messages come in their order: one that may not be
            // received yet holds up those behind it.
            let mut held = false;
            waiting.retain_mut(|(delay, message)| {
                held |= *delay > 0;
                *delay = delay.saturating_sub(1);
                if !held {
                    steps.push((false, message));
                }
                held
            });
        }
        steps.extend(waiting.into_iter().map(|(_, message)| (false, message)));
        steps
    }

    /// What the tasks do; at the end task 0 prints a number of each.
    fn body(&self) -> String {
        let mut text = String::from("h = i + 1;\nlokalno L[3] = i;\n");
        for (is_send, message) in self.steps() {
            let Message {
                from,
                to,
                words,
                work: [before, behind],
                ..
            } = message;
            if is_send {
                let (word, target) = match message.way {
                    Way::Plain => ("posalji", format!("{to}")),
                    Way::Tagged(tag) => ("posalji", format!("{to} oznaka {tag}")),
                    Way::Now => ("posalji_odmah", format!("{to}")),
                    Way::Queue => ("posalji", format!("K[{to}]")),
                };
                let _ = writeln!(
                    text,
                    "ako (i == {from}) {{ za q = 1 do {before} h = (3*h + 2) mod 1009; L[] = h; {word} L[0 do {words}-1] prema {target}; }}",
                );
            } else {
                let source = match message.way {
                    Way::Plain | Way::Now => format!("{from} oznaka 0"),
                    Way::Tagged(tag) => format!("{from} oznaka {tag}"),
                    Way::Queue => "K[i]".to_owned(),
                };
                let _ = writeln!(
                    text,
                    "ako (i == {to}) {{ primi L[0 do {words}-1] od {source}; h = (31*h + L[{words}-1]) mod 1009; za q = 1 do {behind} h = (5*h + 1) mod 1009; }}",
                );
            }
        }
        let last = self.tasks - 1;
        let _ = writeln!(
            text,
            "ako (i > 0) posalji h prema 0 oznaka 9;
ako (i == 0) {{ ispisi(h); za k = 1 do {last} {{ primi h od k oznaka 9; ispisi(h); }} }}"
        );
        text
    }

    pub fn program(&self, machine: &str, head: &str, mapping: &str) -> String {
        let (tasks, body) = (self.tasks, self.body());
        format!(
            "stroj {machine};\nprogram\nkanal K[{tasks}];\n\
             paralelno {head} (za svaki i, i = 0, ..., {tasks}-1) {mapping}\n{body}\
             kraj_paralelno\nkraj_programa\n"
        )
    }
}

pub const MACHINES: [&str; 8] = [
    "prsten(p = 1, t_s = 100, t_w = 7)",
    "prsten(p = 3, t_s = 100, t_w = 7, t_h = 2)",
    "mreza(2, 2, t_s = 10, t_w = 3, usmjeravanje = pohrani)",
    "hiperkocka(2, t_s = 0, t_w = 1, portovi = svi)",
    "stablo(p = 4, t_s = 5, t_w = 0, dupleks = polu)",
    "sabirnica(p = 5, t_s = 50, t_w = 9, t_c = 0)",
    "zvijezda(p = 3, t_s = 0, t_w = 0, t_c = 0)",
    "potpuni(p = 6, t_s = 30, t_w = 7, t_o = 4)",
];

pub const MAPPINGS: [&str; 5] = [
    "",
    "na i mod p",
    "na 0",
    "na (7*i*i + 3) mod p",
    "na p - 1 - i mod p",
];

fn time_of(run: &Run) -> (String, pram::network::Decomposition, pram::network::Traffic) {
    let cost = run.network.as_ref().expect("it is a multicomputer");
    (cost.time.to_string(), cost.path, cost.traffic.clone())
}

#[test]
fn results_depend_neither_on_the_mapping_nor_on_the_network() {
    let mut random = Random(1);
    for number in 0..12 {
        let plan = Plan::new(&mut random, true);
        let mut first: Option<Vec<String>> = None;
        for machine in MACHINES {
            for mapping in MAPPINGS {
                let text = plan.program(machine, "zadaci", mapping);
                let run = run(&text).ends_well();
                let cost = run.network.as_ref().unwrap();
                assert!(!cost.has_shared_queue);
                if mapping == "na 0" {
                    assert_eq!(cost.traffic.messages, 0, "{text}");
                    assert_eq!(cost.time, cost.work, "one processor never waits\n{text}");
                }
                match &first {
                    None => first = Some(run.printed),
                    Some(first) => assert_eq!(&run.printed, first, "program {number}\n{text}"),
                }
            }
        }
    }
}

/// Whether it runs or ends in a deadlock: with synchronous sends too that depends on the program
/// alone.
#[test]
fn neither_do_deadlocks_of_synchronous_sends() {
    let mut random = Random(2);
    let mut stuck = 0;
    for _ in 0..12 {
        let plan = Plan::new(&mut random, true);
        let mut first: Option<(Vec<&'static str>, Vec<String>)> = None;
        for machine in [
            "prsten(p = 3, t_s = 100, t_w = 7, slanje = sinkrono)",
            "potpuni(p = 8, t_s = 1, t_w = 9, t_h = 5, slanje = sinkrono)",
        ] {
            for mapping in MAPPINGS {
                let text = plan.program(machine, "zadaci", mapping);
                let told = run(&text);
                let printed = told.run.expect("it is no wrong program").printed;
                stuck += usize::from(!told.codes.is_empty());
                let ended = (told.codes, printed);
                match &first {
                    None => first = Some(ended),
                    Some(first) => assert_eq!(&ended, first, "{text}"),
                }
            }
        }
    }
    assert!(stuck > 0, "some of them should stand still");
}

#[test]
fn a_task_on_each_processor_is_a_block_of_processors() {
    let mut random = Random(3);
    for _ in 0..25 {
        let plan = Plan::new(&mut random, true);
        let p = plan.tasks;
        for machine in [
            format!("prsten(p = {p}, t_s = 100, t_w = 7, t_h = 2)"),
            format!("potpuni(p = {p}, t_s = 20, t_w = 3, t_o = 4)"),
            format!("lanac(p = {p}, t_s = 9, t_w = 30, dupleks = polu, usmjeravanje = pohrani)"),
        ] {
            let processors = run(&plan.program(&machine, "", "")).ends_well();
            for mapping in ["", "na i"] {
                let tasks = run(&plan.program(&machine, "zadaci", mapping)).ends_well();
                assert_eq!(time_of(&tasks), time_of(&processors));
                assert_eq!(tasks.printed, processors.printed);
                let [tasks, processors] =
                    [tasks, processors.clone()].map(|run| run.network.unwrap());
                assert_eq!(tasks.processors, processors.processors);
            }
        }
    }
}
