//! The files of a job, in memory: no path of a submission reaches the file system.

use std::path::{Component, Path, PathBuf};

use super::exercise::SUBMISSION;
use super::job::{GradeJob, NamedText};
use crate::pipeline::shipped;
use crate::syntax::include::{Files, NotIncluded, Unreadable};

/// The folder of what an exercise lets submissions include.
const INCLUDES: &str = "include";
/// Solutions are among them, so submissions do not include these.
const EXERCISES: &str = "exercises";

/// The files of a job.
pub(super) struct JobFiles<'a> {
    job: &'a GradeJob,
    /// The name under which the submission is shown.
    submission: &'a str,
}

impl<'a> JobFiles<'a> {
    /// The files of a job.
    pub fn new(job: &'a GradeJob) -> Self {
        let own = (job.submission.first()).map_or(SUBMISSION, |file| file.name.as_str());
        let is_taken = own == job.judge.name || job.includes.iter().any(|file| file.name == own);
        Self {
            job,
            submission: if is_taken { SUBMISSION } else { own },
        }
    }

    /// The name under which the submission is shown in messages.
    pub fn submission(&self) -> &'a str {
        self.submission
    }

    fn find(&self, name: &str) -> Option<&'a NamedText> {
        let (first, rest) = self.job.submission.split_first()?;
        if name == self.submission {
            return Some(first);
        }
        let inside = name
            .strip_prefix(INCLUDES)
            .and_then(|rest| rest.strip_prefix('/'));
        let includes = &self.job.includes;
        (rest.iter().find(|file| file.name == name)).or_else(|| {
            includes
                .iter()
                .find(|file| file.name == inside.unwrap_or(name))
        })
    }
}

impl Files for JobFiles<'_> {
    fn read(&self, path: &Path, at_most: u64) -> Result<Vec<u8>, Unreadable> {
        if let Some(text) = shipped::text(path) {
            return Ok(text.as_bytes().to_vec());
        }
        let file = path.to_str().and_then(|name| self.find(name));
        // A test may name a file with values, `A=@data.csv`: only texts of the job are files.
        let bytes = file.map(NamedText::bytes).ok_or(Unreadable::NotFound)?;
        if bytes.len() as u64 > at_most {
            return Err(Unreadable::TooLarge { at_most });
        }
        Ok(bytes.to_vec())
    }

    fn identity(&self, path: &Path) -> PathBuf {
        path.to_owned()
    }

    fn included(&self, name: &Path, from: &Path, main: &Path) -> Result<PathBuf, NotIncluded> {
        if from.starts_with(shipped::FOLDER) {
            return shipped::beside(name, from).ok_or(NotIncluded::NotThere);
        }
        let is_judge = from == main;
        if is_judge && name == Path::new(SUBMISSION) {
            return Ok(PathBuf::from(self.submission));
        }
        if name.is_absolute() {
            return Err(NotIncluded::Outside);
        }
        if let Some(inside) = shipped::below_programs(name) {
            let is_allowed = is_judge || !inside.starts_with(EXERCISES);
            let found = shipped::path(&inside).filter(|_| is_allowed);
            return found.ok_or(NotIncluded::NotThere);
        }
        let plain = name.strip_prefix(".").unwrap_or(name);
        match plain.to_str() {
            Some(plain) if self.find(plain).is_some() => Ok(PathBuf::from(plain)),
            _ if name.components().any(|part| part == Component::ParentDir) => {
                Err(NotIncluded::Outside)
            }
            _ => Err(NotIncluded::NotThere),
        }
    }

    fn meant(&self, name: &Path) -> Option<PathBuf> {
        shipped::meant(name)
    }
}
