//! All numbers of processors at once: speedup, efficiency, cost, the best p, isoefficiency.

use super::{cells, over};
use crate::present::document::{Block, Table, Word, Words, numbers, plain, sentences, words};
use crate::present::plot::number::short;
use crate::present::plot::{Axis, Origin, Plot, Scale, Series, Style, arranged};
use crate::quantity::Measure;
use crate::result::study::{
    Curve, CurvePoint, Isoefficiency, QuantityGrowth, Scaling, ScalingSource, Study,
};

/// The section on all p.
pub fn lay_out(study: &Study, blocks: &mut Vec<Block>) {
    let scaling = study.scaling.get(study.unit);
    blocks.push(Block::Heading(format!(
        "All p at once, in {}",
        study.unit.name()
    )));
    blocks.push(Block::Paragraph(plain(match scaling.source {
        ScalingSource::Profile => {
            "From the profile of each single run, by Brent's principle: T(p) = Σ ⌈a/p⌉ over the \
             steps with a active processors."
        }
        ScalingSource::Runs => "From one run for each p.",
        ScalingSource::Unknown if study.machine.network.is_some() => {
            "The time on other numbers of processors is not known: one run on a network tells it for \
             its own p only. Vary it with --vary p=…"
        }
        ScalingSource::Unknown if study.machine.is_asynchronous() => {
            "The time on other numbers of processors is not known: what one run on the asynchronous \
             PRAM takes tells it for its own p only, since d and B do not shrink with it. Vary it \
             with --vary p=…"
        }
        ScalingSource::Unknown => {
            "The time on other numbers of processors is not known: the program itself depends on \
             p. Vary it with --vary p=…"
        }
    })));
    let names = sizes(study);
    formulas(study, scaling, &names, blocks);
    if !scaling.curves.is_empty() {
        blocks.push(Block::Plots(plots(study, &scaling.curves)));
    }
    optima(study, scaling, &names, blocks);
}

/// The speedup over p for some sizes.
pub fn speedup(study: &Study) -> Option<Plot> {
    let curves = &study.scaling.get(study.unit).curves;
    plots(study, curves).into_iter().next()
}

/// What only the curious want: isoefficiency by size, every point of the curves, the laws of Amdahl
/// and Gustafson beside the largest.
pub fn further(study: &Study) -> Vec<Block> {
    let scaling = study.scaling.get(study.unit);
    let names = sizes(study);
    let mut blocks = Vec::new();
    isoefficiency(study, &scaling.isoefficiency, &names, &mut blocks);
    if !scaling.curves.is_empty() {
        let bounds = bounds(&scaling.curves);
        if !bounds.is_empty() {
            blocks.push(Block::Plots(bounds));
        }
        blocks.push(Block::Table(curves(study, &scaling.curves, &names)));
    }
    blocks
}

/// The names that vary, but p.
fn sizes(study: &Study) -> Vec<String> {
    let names = study.varied.iter().filter(|name| *name != "p");
    names.cloned().collect()
}

/// The efficiency; where W stands in for SU, what is known instead of it.
fn efficiency(study: &Study) -> &'static str {
    if study.sequential.is_known() {
        "E"
    } else {
        "W/C"
    }
}

fn formulas(study: &Study, scaling: &Scaling, names: &[String], blocks: &mut Vec<Block>) {
    let mut table = Table::new(
        "",
        [
            words("quantity"),
            words("formula"),
            words("class"),
            sentences("how sure"),
        ],
    );
    let both = [names, &["p".to_owned()]].concat();
    let mut add = |name: String, formula: &Option<QuantityGrowth>, names: &[String]| {
        if let Some(formula) = formula {
            table.rows.push(vec![
                plain(name),
                cells::formula(Some(formula)),
                cells::theta(Some(formula)),
                cells::status(Some(formula), names),
            ]);
        }
    };
    let own = |text: &str| text.to_owned();
    // What T(n,p) was computed on.
    let bound = match scaling.source {
        ScalingSource::Runs => {
            let powers = study.series.iter().map(|row| row.processors);
            if powers.into_iter().all(u64::is_power_of_two) {
                " = 2^k ≤ n"
            } else {
                " ≤ n"
            }
        }
        _ => "",
    };
    add(
        own("T(n,p), n and p powers of two"),
        &scaling.time_on_powers_of_two,
        &both,
    );
    add(
        format!("pₜ, the fewest p{bound} with the least time"),
        &scaling.fastest_processors,
        names,
    );
    add(own("Tₘᵢₙ, that time"), &scaling.least_time, names);
    add(
        format!("ψ₃, the fewest p{bound} with T ≤ 2·Tₘᵢₙ"),
        &scaling.fewest_processors,
        names,
    );
    let size = names.first().map_or("n", String::as_str);
    for one in &scaling.isoefficiency {
        let reached = format!("{} ≥ {}", efficiency(study), short(one.efficiency));
        let what = if one.points.iter().all(|point| point.computed) {
            format!("ψ₁, the least {size} with {reached}, p a power of two")
        } else {
            format!("ψ₁: {reached} for all {size} from this on, {size} and p powers of two")
        };
        add(what, &one.formula, &both[both.len() - 1..]);
    }
    if !table.rows.is_empty() {
        blocks.push(Block::Table(table));
    }
    if let Some(class) = &scaling.isoefficiency_theta {
        blocks.push(Block::Paragraph(vec![
            Word::Plain("Isoefficiency ψ₁(p) = ".to_owned()),
            Word::Theta(class.clone()),
            Word::Plain({
                let on_powers = scaling.time_on_powers_of_two.is_some();
                let sizes = if on_powers {
                    ", n and p powers of two"
                } else {
                    ""
                };
                let measure = if study.sequential.is_known() {
                    ""
                } else {
                    ", with W for SU"
                };
                let proved = study.formulas.get(Measure::C).get(study.unit);
                let su = study.sequential.formulas.get(study.unit).as_ref();
                let is_proved =
                    !on_powers && proved.is_for_all() && su.is_some_and(QuantityGrowth::is_for_all);
                let condition = if is_proved { "" } else { cells::IF_IT_GOES_ON };
                format!("{condition}{sizes}{measure}.")
            }),
        ]));
    }
}

fn optima(study: &Study, scaling: &Scaling, names: &[String], blocks: &mut Vec<Block>) {
    if scaling.optima.is_empty() {
        return;
    }
    let columns = names.iter().map(numbers);
    let mut table = Table::new(
        cells::with_seed(
            study,
            match scaling.source {
                ScalingSource::Runs => "the best of the p that ran, and the serial fraction",
                _ => "the best over all p, and the serial fraction",
            },
        ),
        columns.chain(["pₜ", "Tₘᵢₙ", "ψ₃", "fₛ"].map(numbers)),
    );
    for optimum in &scaling.optima {
        let mut row: Vec<Words> = cells::values(names, &optimum.inputs).collect();
        row.push(cells::count(optimum.fastest_processors));
        row.push(cells::amount(optimum.least_time));
        row.push(cells::count(optimum.fewest_processors));
        row.push(cells::real(optimum.serial_fraction));
        table.rows.push(row);
    }
    blocks.push(Block::Table(table));
}

fn isoefficiency(study: &Study, all: &[Isoefficiency], names: &[String], blocks: &mut Vec<Block>) {
    let mut processors: Vec<u64> = all
        .iter()
        .flat_map(|one| one.points.iter().map(|point| point.p))
        .collect();
    processors.sort_unstable();
    processors.dedup();
    if processors.is_empty() {
        return;
    }
    let columns = all
        .iter()
        .map(|one| numbers(format!("{} ≥ {}", efficiency(study), short(one.efficiency))));
    let size = names.first().map_or("n", String::as_str);
    let computed = all
        .iter()
        .flat_map(|one| &one.points)
        .all(|point| point.computed);
    let source = if computed {
        "from the derived formulas"
    } else {
        "among the sizes that are known; where marked *, from the derived formulas"
    };
    let mut table = Table::new(
        format!("isoefficiency ψ₁: the least {size} that keeps p processors efficient, {source}"),
        std::iter::once(numbers("p")).chain(columns),
    );
    for p in processors {
        let mut row = vec![cells::count(p)];
        for one in all {
            let point = one.points.iter().find(|point| point.p == p);
            let n = point.and_then(|point| point.n);
            let mark = match point {
                Some(point) if point.computed && !computed && n.is_some() => "*",
                _ => "",
            };
            row.push(plain(
                n.map_or_else(|| "—".to_owned(), |n| format!("{n}{mark}")),
            ));
        }
        table.rows.push(row);
    }
    blocks.push(Block::Table(table));
}

fn plots(study: &Study, curves: &[Curve]) -> Vec<Plot> {
    let shown = over::some(curves.iter().collect::<Vec<&Curve>>());
    let series = |value: fn(&CurvePoint) -> Option<f64>| -> Vec<Series> {
        shown
            .iter()
            .map(|curve| line(cells::size(&curve.inputs), Style::Measured, curve, value))
            .collect()
    };
    let (speedup, speedup_axis, efficient) = if study.sequential.is_known() {
        ("Speedup over p", "S", "Efficiency over p")
    } else {
        ("W/T over p", "W/T", "W/C over p")
    };
    let mut plots = vec![
        plot(speedup, speedup_axis, series(|point| point.speedup)),
        Plot {
            y: Axis::from_zero(efficiency(study)),
            ..plot(
                efficient,
                efficiency(study),
                series(|point| point.efficiency),
            )
        },
        plot("Cost over p", "C", series(|point| Some(point.cost.real()))),
    ];
    plots.retain(|plot| !plot.is_empty());
    plots
}

/// The speedup of the largest size and what bounds it.
fn bounds(curves: &[Curve]) -> Vec<Plot> {
    let mut plots = Vec::new();
    if let Some(largest) = curves.last() {
        let title = format!("Speedup and its bounds, {}", cells::size(&largest.inputs));
        let bound = |name: &str, value: fn(&CurvePoint) -> Option<f64>| {
            line(name.to_owned(), Style::Dashed, largest, value)
        };
        plots.push(plot(
            &title,
            "T(1)/T(p)",
            vec![
                Series {
                    points: relative_speedup(largest),
                    ..line("measured".to_owned(), Style::Measured, largest, |_| None)
                },
                bound("Amdahl", |point| point.amdahl),
                bound("Gustafson (scaled)", |point| point.gustafson),
            ],
        ));
    }
    plots.retain(|plot| !plot.is_empty());
    plots
}

/// T(1)/T(p), which Amdahl's law bounds.
fn relative_speedup(curve: &Curve) -> Vec<(f64, f64)> {
    let Some(first) = curve.points.iter().find(|point| point.p == 1) else {
        return Vec::new();
    };
    curve
        .points
        .iter()
        .map(|point| (point.p as f64, first.time.real() / point.time.real()))
        .collect()
}

fn line(
    name: String,
    style: Style,
    curve: &Curve,
    value: impl Fn(&CurvePoint) -> Option<f64>,
) -> Series {
    let points = curve.points.iter();
    Series {
        name,
        style,
        sign: None,
        points: points
            .filter_map(|point| Some((point.p as f64, value(point)?)))
            .collect(),
    }
}

fn plot(title: &str, label: &str, series: Vec<Series>) -> Plot {
    Plot {
        title: title.to_owned(),
        x: Axis::fitting("p", over::across(&series)),
        y: Axis {
            label: label.to_owned(),
            scale: Scale::fitting(over::up(&series)),
            origin: Origin::Zero,
        },
        series: arranged(series),
    }
}

fn curves(study: &Study, curves: &[Curve], names: &[String]) -> Table {
    let columns = names.iter().map(numbers);
    let (title, against) = if study.sequential.is_known() {
        ("speedup, efficiency and cost over p", ["S", "E"])
    } else {
        ("time and cost over p, W for SU", ["W/T", "W/C"])
    };
    let measures = [
        "p",
        "T",
        "C",
        against[0],
        against[1],
        "Amdahl",
        "Gustafson",
        "Karp–Flatt",
    ];
    let mut table = Table::new(
        cells::with_seed(study, title),
        columns.chain(measures.map(numbers)),
    );
    for curve in curves {
        for point in &curve.points {
            let mut row: Vec<Words> = cells::values(names, &curve.inputs).collect();
            row.push(cells::count(point.p));
            row.push(cells::amount(point.time));
            row.push(cells::amount(point.cost));
            row.extend(point.measures().map(cells::real));
            table.rows.push(row);
        }
    }
    table
}
