//! Random programs, each run by the machine and by the twin under a random model.

use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;

use indexmap::IndexMap;
use pram::machine::model::Simultaneity as MachineSimultaneity;
use pram::pipeline::inputs::Assignment;
use pram::pipeline::machine::MachineModel;
use pram::pipeline::{Limits, OnViolation as MachineOnViolation, Options, Request, execute};
use pram::source::Sources;
use pram::syntax::include::Files;
use proptest::prelude::*;

use super::generator::{Generated, generate};
use super::observed::Observed;
use crate::reference::example::run_text;
use crate::reference::{Config, Datum, Model, OnViolation, Simultaneity, Value};

/// More steps than any of these programs takes, except by an endless loop.
const MAX_STEPS: u64 = 50_000;

/// There are no files beside the program.
struct NoFiles;

impl Files for NoFiles {
    fn read(&self, path: &Path, _: u64) -> Result<Vec<u8>, String> {
        Err(format!("{} is not there", path.display()))
    }

    fn identity(&self, path: &Path) -> PathBuf {
        path.to_owned()
    }
}

/// How both are told to run.
#[derive(Debug, Clone, Copy)]
pub struct Setting {
    model: &'static str,
    simultaneity: Simultaneity,
    processors: Option<u64>,
    seed: u64,
    on_violation: OnViolation,
}

impl Setting {
    /// With nothing special but the model.
    pub fn on(model: &'static str) -> Self {
        Self {
            model,
            simultaneity: Simultaneity::Step,
            processors: None,
            seed: 1,
            on_violation: OnViolation::Stop,
        }
    }
}

const MODELS: [&str; 10] = [
    "crcw",
    "crcw",
    "crcw",
    "erew",
    "crew",
    "crcw-common",
    "crcw-sum",
    "crcw-priority",
    "ercw-max",
    "crcw-xor",
];

pub fn setting() -> impl Strategy<Value = Setting> {
    (0..MODELS.len(), any::<bool>(), 0..6u64, 0..100u64, 0..4u8).prop_map(
        |(model, access, processors, seed, continues)| Setting {
            model: MODELS[model],
            simultaneity: if access {
                Simultaneity::Access
            } else {
                Simultaneity::Step
            },
            processors: (processors > 3).then(|| processors - 2),
            seed,
            on_violation: if continues == 3 {
                OnViolation::Continue
            } else {
                OnViolation::Stop
            },
        },
    )
}

fn twin(generated: &Generated, setting: Setting) -> Observed {
    let array = |cells: Vec<Value>| Datum::Array {
        dimensions: vec![cells.len()],
        cells: cells.into_iter().map(Some).collect(),
    };
    let ints = |values: &[i64]| array(values.iter().map(|&each| Value::Int(each)).collect());
    let reals = array(
        generated
            .reals
            .iter()
            .map(|&each| Value::Real(each))
            .collect(),
    );
    let mut inputs: IndexMap<String, Datum> = [
        ("A", ints(&generated.ints[0])),
        ("B", ints(&generated.ints[1])),
        ("C", reals),
    ]
    .map(|(name, datum)| (name.to_owned(), datum))
    .into();
    if let Some(n) = generated.n {
        inputs.insert("n".to_owned(), Datum::Scalar(Some(Value::Int(n as i64))));
    }
    let config = Config {
        model: Model::parse(setting.model).expect("a model"),
        simultaneity: setting.simultaneity,
        processors: setting.processors,
        seed: setting.seed,
        on_violation: setting.on_violation,
        max_steps: MAX_STEPS,
        ..Config::default()
    };
    Observed::of_twin(&run_text(&generated.text, &inputs, &config))
}

pub fn machine(generated: &Generated, setting: Setting) -> Observed {
    let list = |values: Vec<String>| values.join(",");
    let ints = |values: &[i64]| list(values.iter().map(i64::to_string).collect());
    let reals = list(
        generated
            .reals
            .iter()
            .map(|each| format!("{each:?}"))
            .collect(),
    );
    let assignment = |name: &str, value: String| Assignment {
        name: name.to_owned(),
        value,
    };
    let mut assignments = vec![
        assignment("A", ints(&generated.ints[0])),
        assignment("B", ints(&generated.ints[1])),
        assignment("C", reals),
    ];
    assignments.extend(generated.n.map(|n| assignment("n", n.to_string())));
    let request = Request {
        name: "generated.pram".to_owned(),
        bytes: generated.text.clone().into_bytes(),
        entry: None,
        assignments,
        options: Options {
            model: MachineModel::parse(setting.model),
            simultaneity: match setting.simultaneity {
                Simultaneity::Step => MachineSimultaneity::Step,
                Simultaneity::Access => MachineSimultaneity::Access,
            },
            processors: setting.processors,
            seed: setting.seed,
            on_violation: match setting.on_violation {
                OnViolation::Stop => MachineOnViolation::Stop,
                OnViolation::Continue => MachineOnViolation::Continue,
            },
            limits: Limits {
                steps: MAX_STEPS,
                ..Limits::default()
            },
            ..Options::default()
        },
    };
    let executed = execute(
        &request,
        &mut Sources::default(),
        &NoFiles,
        &AtomicBool::new(false),
    );
    Observed::of_machine(&executed.map(|executed| executed.run))
}

/// Runs both; says what differs.
pub fn agree(generated: &Generated, setting: Setting) -> Result<(), String> {
    let (machine, twin) = (machine(generated, setting), twin(generated, setting));
    if machine == twin {
        return Ok(());
    }
    let Generated {
        text,
        n,
        ints: [a, b],
        reals: c,
    } = generated;
    Err(format!(
        "machine {machine:#?}\ntwin {twin:#?}\non n={n:?} A={a:?} B={b:?} C={c:?}\n{text}"
    ))
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 300,
        max_shrink_iters: 4000,
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    #[test]
    fn the_machine_agrees_with_its_twin(
        choices in proptest::collection::vec(any::<u16>(), 0..400),
        setting in setting(),
    ) {
        let generated = generate(&choices);
        agree(&generated, setting).map_err(TestCaseError::fail)?;
    }
}
