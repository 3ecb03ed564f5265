//! Plots as SVG, in the terminal and for pgfplots: few points and many, linear and logarithmic.

use pram::present::document::latex;
use pram::present::plot::number::{grouped, short};
use pram::present::plot::svg::{Surroundings, svg};
use pram::present::plot::{Axis, Plot, Series, Style, arranged, pgf, terminal};

fn plain(text: &str) -> String {
    anstream::adapter::strip_str(text).to_string()
}

fn series(name: &str, style: Style, points: impl IntoIterator<Item = (f64, f64)>) -> Series {
    Series {
        name: name.to_owned(),
        style,
        sign: None,
        points: points.into_iter().collect(),
    }
}

fn plot(title: &str, x: &str, y: &str, series: Vec<Series>) -> Plot {
    let across = series
        .iter()
        .flat_map(|one| one.points.iter().map(|point| point.0));
    let up = series
        .iter()
        .flat_map(|one| one.points.iter().map(|point| point.1));
    Plot {
        title: title.to_owned(),
        x: Axis::fitting(x, across),
        y: Axis::fitting(y, up),
        series,
    }
}

fn all() -> Vec<Plot> {
    let over = |count: i32, step: f64| (1..=count).map(move |at| f64::from(at) * step);
    vec![
        plot(
            "Two points",
            "n",
            "T (rounds)",
            vec![series(
                "measured",
                Style::Measured,
                [(8.0, 3.0), (16.0, 4.0)],
            )],
        ),
        plot(
            "Powers of two",
            "n",
            "W (instructions)",
            vec![
                series(
                    "reduction",
                    Style::Measured,
                    (4..=20).map(|log| {
                        let n = f64::from(1 << log);
                        (n, 4.0 * (n - 1.0))
                    }),
                ),
                series(
                    "claimed 4*n",
                    Style::Dashed,
                    (4..=20).map(|log| {
                        let n = f64::from(1 << log);
                        (n, 4.0 * n)
                    }),
                ),
            ],
        ),
        plot(
            "Two hundred points",
            "n",
            "T (steps)",
            vec![
                series(
                    "square root",
                    Style::Measured,
                    over(200, 5.0).map(|x| (x, x.sqrt())),
                ),
                series(
                    "logarithm",
                    Style::Line,
                    over(200, 5.0).map(|x| (x, x.log2())),
                ),
                series(
                    "a straight line with a long name",
                    Style::Dashed,
                    over(200, 5.0).map(|x| (x, x / 40.0)),
                ),
                series(
                    "another",
                    Style::Measured,
                    over(20, 50.0).map(|x| (x, 20.0 - x / 60.0)),
                ),
                series(
                    "a fifth",
                    Style::Measured,
                    over(20, 50.0).map(|x| (x, 5.0 + (x / 70.0).sin())),
                ),
                series("a sixth", Style::Line, over(20, 50.0).map(|x| (x, 12.0))),
            ],
        ),
        Plot {
            y: Axis::from_zero("active processors"),
            ..plot(
                "Parallelism over time",
                "steps",
                "",
                vec![series(
                    "active processors",
                    Style::Area,
                    (0..10).flat_map(|level| {
                        let height = f64::from(512 >> level);
                        [(f64::from(level), height), (f64::from(level + 1), height)]
                    }),
                )],
            )
        },
        Plot {
            y: Axis::from_zero("E"),
            ..plot(
                "Efficiency",
                "p",
                "",
                vec![series(
                    "n = 1024",
                    Style::Measured,
                    (0..10).map(|log| {
                        let p = f64::from(1 << log);
                        (p, 1024.0 / (1024.0 + p * f64::from(log)))
                    }),
                )],
            )
        },
        plot("Nothing", "n", "T", Vec::new()),
        plot(
            "One point that is huge, and what has no place",
            "n",
            "T",
            vec![series(
                "measured",
                Style::Measured,
                [(3.0, 1e18), (4.0, f64::NAN), (5.0, f64::INFINITY)],
            )],
        ),
        plot(
            "A narrow range of large numbers",
            "n",
            "T",
            vec![series(
                "measured",
                Style::Measured,
                [(1000.0, 1e6), (1010.0, 1_000_010.0), (1020.0, 1_000_025.0)],
            )],
        ),
    ]
}

/// Curves with the same points are one, with both names; the legend begins with the highest.
#[test]
fn series_are_arranged_by_where_they_end() {
    let all = vec![
        series("low", Style::Measured, [(1.0, 1.0), (2.0, 2.0)]),
        series("high", Style::Measured, [(1.0, 1.0), (2.0, 9.0)]),
        series("also low", Style::Dashed, [(1.0, 1.0), (2.0, 2.0)]),
    ];
    let names: Vec<String> = arranged(all).into_iter().map(|one| one.name).collect();
    assert_eq!(names, ["high", "low and also low"]);
}

#[test]
fn plots_as_svg() {
    let drawings: Vec<String> = all()
        .iter()
        .map(|plot| svg(plot, Surroundings::Alone))
        .collect();
    if let Some(folder) = std::env::var_os("PRAM_LOOK") {
        for (index, drawing) in drawings.iter().enumerate() {
            let path = std::path::Path::new(&folder).join(format!("plot-{index}.svg"));
            std::fs::write(path, drawing).expect("the folder can be written");
        }
    }
    let drawings: Vec<String> = all()
        .iter()
        .map(|plot| svg(plot, Surroundings::Page))
        .collect();
    insta::assert_snapshot!(drawings.join("\n"));
}

#[test]
fn plots_in_the_terminal() {
    let drawings: Vec<String> = all()
        .iter()
        .map(|plot| plain(&terminal::drawing(plot, 72, terminal::HEIGHT)))
        .collect();
    insta::assert_snapshot!(drawings.join("\n"));
}

#[test]
fn plots_for_pgfplots() {
    let pictures: Vec<String> = all()
        .iter()
        .map(|plot| pgf::picture(plot, latex::escaped))
        .collect();
    insta::assert_snapshot!(pictures.join("\n"));
}

#[test]
fn every_line_of_a_drawing_fits_the_terminal() {
    for width in [48, 60, 80, 200] {
        for plot in all() {
            let drawing = plain(&terminal::drawing(&plot, width, terminal::HEIGHT));
            for line in drawing.lines().skip(1) {
                assert!(line.chars().count() <= width + 4, "{width}: {line}");
            }
        }
    }
}

#[test]
fn numbers_are_short_and_do_not_mislead() {
    assert_eq!(grouped(1024), "1024");
    assert_eq!(grouped(1_048_576), "1\u{202f}048\u{202f}576");
    let short: Vec<String> = [
        0.0,
        -0.0,
        1.0,
        0.5,
        2.0 / 3.0,
        1234.5,
        0.999_99,
        1e9,
        1.5e-7,
    ]
    .map(short)
    .to_vec();
    assert_eq!(
        short,
        [
            "0",
            "0",
            "1",
            "0.5",
            "0.6667",
            "1234",
            "1.0000",
            "1·10⁹",
            "1.5·10⁻⁷"
        ]
    );
}
