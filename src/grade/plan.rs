//! From an exercise to the tasks of a worker, and from the tasks back to its items.

use sha2::{Digest, Sha256};

use super::exercise::{CostClaim, Exercise, ExpectedResult, ItemDemand, Test};
use super::job::{RunSpec, Task};

/// The tasks of an exercise, and which of them belong to each item.
#[derive(Debug, Clone, PartialEq)]
pub struct Plan {
    /// The tasks, in their order.
    pub tasks: Vec<Task>,
    /// For each item its place among the tasks; none for what a person judges.
    pub of_items: Vec<Option<TaskPlace>>,
}

/// Where the answer about an item is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TaskPlace {
    /// The task.
    pub task: usize,
    /// The claim among those of the task.
    pub claim: usize,
}

impl Plan {
    /// The plan of an exercise: the text first, then tests, claims about models, claims about costs. Claims
    /// about the same sizes are judged by one sweep.
    pub fn of(exercise: &Exercise) -> Self {
        let models: Vec<String> = (exercise.items.iter())
            .filter_map(|item| match &item.asks {
                ItemDemand::Model(claim) => Some(claim.text.clone()),
                _ => None,
            })
            .collect();
        let mut plan = Self {
            tasks: vec![Task::Text],
            of_items: Vec::new(),
        };
        for item in &exercise.items {
            let place = match &item.asks {
                ItemDemand::Manual => None,
                ItemDemand::Layout | ItemDemand::NoWarnings(_) | ItemDemand::Uses { .. } => {
                    Some(TaskPlace { task: 0, claim: 0 })
                }
                ItemDemand::Test(test) => Some(plan.add(Task::Runs {
                    runs: runs(test, &exercise.secret, &item.name),
                    claims: models.clone(),
                    stop_at_failure: !test.share && test.expect == ExpectedResult::Asserts,
                })),
                ItemDemand::Model(claim) => Some(plan.add(Task::Check {
                    claim: claim.text.clone(),
                    model: claim.model.clone(),
                })),
                ItemDemand::Claim(claim) => {
                    Some(plan.sweep(claim, seed(&exercise.secret, &item.name, 0)))
                }
            };
            plan.of_items.push(place);
        }
        plan
    }

    fn add(&mut self, task: Task) -> TaskPlace {
        self.tasks.push(task);
        TaskPlace {
            task: self.tasks.len() - 1,
            claim: 0,
        }
    }

    /// A claim over sizes: in the sweep over the same sizes, if there is one.
    fn sweep(&mut self, asked: &CostClaim, seed: u64) -> TaskPlace {
        for (at, task) in self.tasks.iter_mut().enumerate() {
            if let Task::Sweep {
                claims,
                sizes,
                add_sizes,
                ..
            } = task
                && *sizes == asked.sizes
                && *add_sizes == asked.is_growth
            {
                claims.push(asked.text.clone());
                return TaskPlace {
                    task: at,
                    claim: claims.len() - 1,
                };
            }
        }
        self.add(Task::Sweep {
            claims: vec![asked.text.clone()],
            sizes: asked.sizes.clone(),
            ends: asked.ends,
            add_sizes: asked.is_growth,
            seed,
        })
    }
}

/// The runs of a test: its inputs, each with as many seeds as it asks for.
fn runs(test: &Test, secret: &str, item: &str) -> Vec<RunSpec> {
    let inputs = test.inputs.iter();
    inputs
        .flat_map(|inputs| {
            (0..test.repeat).map(move |repetition| RunSpec {
                inputs: inputs.clone(),
                seed: seed(secret, item, repetition),
            })
        })
        .collect()
}

/// A seed: the first 64 bits of SHA-256 over the secret, the item's name and the repetition.
pub fn seed(secret: &str, item: &str, repetition: u32) -> u64 {
    let mut hash = Sha256::new();
    for part in [secret, item] {
        hash.update((part.len() as u64).to_le_bytes());
        hash.update(part);
    }
    hash.update(repetition.to_le_bytes());
    let digest = hash.finalize();
    let first = digest.first_chunk().expect("a digest has 32 bytes");
    u64::from_be_bytes(*first)
}
