//! The walls around a worker: limits of the system, Landlock, and a list of system calls.
//!
//! The worker puts them up itself, before it reads the first byte of its job and before anything starts a thread:
//! Landlock binds the calling thread and those that it starts.

use super::english;

/// Which walls are wanted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Walls {
    /// All of them.
    Strict,
    /// Those that the system has.
    Best,
    /// None.
    Off,
}

impl Walls {
    /// The word of the command line.
    pub fn word(self) -> &'static str {
        match self {
            Self::Strict => "strict",
            Self::Best => "best",
            Self::Off => "off",
        }
    }

    /// What a word means.
    pub fn of_word(word: &str) -> Option<Self> {
        [Self::Strict, Self::Best, Self::Off]
            .into_iter()
            .find(|walls| walls.word() == word)
    }
}

/// Limits that the system keeps.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SystemLimits {
    /// Bytes of address space.
    pub memory: u64,
    /// Seconds of processor time.
    pub cpu: u64,
}

/// Puts up the walls. What is missing, in words, with [`Walls::Best`]; why none of it, with [`Walls::Strict`].
#[cfg(target_os = "linux")]
pub fn enclose(walls: Walls, limits: SystemLimits) -> Result<Vec<String>, String> {
    let mut missing = Vec::new();
    if walls == Walls::Off {
        return Ok(missing);
    }
    let steps: [(&str, Result<(), String>); 3] = [
        (english::LIMITS, linux::limit(limits)),
        (english::LANDLOCK, linux::landlock(walls)),
        (english::CALLS, linux::filter_calls()),
    ];
    for (name, result) in steps {
        if let Err(reason) = result {
            let what = english::no_wall(name, &reason);
            if walls == Walls::Strict {
                return Err(what);
            }
            missing.push(what);
        }
    }
    Ok(missing)
}

/// Other systems have none of the walls.
#[cfg(not(target_os = "linux"))]
pub fn enclose(walls: Walls, _: SystemLimits) -> Result<Vec<String>, String> {
    match walls {
        Walls::Off => Ok(Vec::new()),
        Walls::Best => Ok(vec![english::no_sandbox()]),
        Walls::Strict => Err(english::no_sandbox()),
    }
}

#[cfg(target_os = "linux")]
mod linux {
    use std::collections::BTreeMap;

    use landlock::{
        ABI, Access, AccessFs, AccessNet, CompatLevel, Compatible, Ruleset, RulesetAttr,
        RulesetError, RulesetStatus, Scope,
    };
    use rlimit::{Resource, getrlimit, setrlimit};
    use seccompiler::{
        BpfProgram, SeccompAction, SeccompCmpArgLen, SeccompCmpOp, SeccompCondition, SeccompFilter,
        SeccompRule, apply_filter,
    };

    use super::{SystemLimits, Walls};

    /// Descriptors: the three streams, and a few that the standard library opens for a moment.
    const OPEN_FILES: u64 = 16;

    /// Limits of memory, time and files.
    pub fn limit(limits: SystemLimits) -> Result<(), String> {
        let limits = [
            (Resource::AS, limits.memory, limits.memory),
            (Resource::CPU, limits.cpu, limits.cpu + 1),
            (Resource::FSIZE, 0, 0),
            (Resource::NOFILE, OPEN_FILES, OPEN_FILES),
            (Resource::CORE, 0, 0),
        ];
        let set = |(resource, soft, hard): (Resource, u64, u64)| {
            // A system, or the queue of a cluster, may allow less; that only the administrator can raise.
            let (_, most) = getrlimit(resource)?;
            setrlimit(resource, soft.min(most), hard.min(most))
        };
        let done: Result<(), std::io::Error> = limits.into_iter().try_for_each(set);
        done.map_err(|error| error.to_string())
    }

    /// No file can be opened, no TCP port reached, no process outside be signalled: everything is denied and
    /// nothing is allowed. Kernels of some distributions name a version without all that belongs to it; then
    /// `best` is content with the version before.
    pub fn landlock(walls: Walls) -> Result<(), String> {
        let newest = restrict(ABI::V6, CompatLevel::HardRequirement);
        let restricted = match walls {
            Walls::Best => newest.or_else(|_| restrict(ABI::V4, CompatLevel::BestEffort)),
            Walls::Strict | Walls::Off => newest,
        };
        match restricted {
            Ok(RulesetStatus::NotEnforced) => Err(super::english::NOT_ENFORCED.to_owned()),
            Ok(_) => Ok(()),
            Err(error) => Err(error.to_string()),
        }
    }

    fn restrict(abi: ABI, level: CompatLevel) -> Result<RulesetStatus, RulesetError> {
        let ruleset = Ruleset::default()
            .set_compatibility(level)
            .handle_access(AccessFs::from_all(abi))?
            .handle_access(AccessNet::from_all(abi))?
            .scope(Scope::from_all(abi))?;
        Ok(ruleset.create()?.restrict_self()?.ruleset)
    }

    /// System calls that a run needs. What else is called fails as if it were not permitted.
    const CALLS: &[i64] = &[
        libc::SYS_read,
        libc::SYS_write,
        libc::SYS_writev,
        libc::SYS_close,
        libc::SYS_mmap,
        libc::SYS_munmap,
        libc::SYS_mprotect,
        libc::SYS_mremap,
        libc::SYS_madvise,
        libc::SYS_brk,
        libc::SYS_futex,
        libc::SYS_sigaltstack,
        libc::SYS_rt_sigaction,
        libc::SYS_rt_sigprocmask,
        libc::SYS_rt_sigreturn,
        libc::SYS_restart_syscall,
        libc::SYS_clock_gettime,
        libc::SYS_clock_getres,
        libc::SYS_clock_nanosleep,
        libc::SYS_nanosleep,
        libc::SYS_sched_yield,
        libc::SYS_sched_getaffinity,
        libc::SYS_gettid,
        libc::SYS_getpid,
        libc::SYS_tgkill,
        libc::SYS_prlimit64,
        libc::SYS_set_robust_list,
        libc::SYS_rseq,
        libc::SYS_getrandom,
        libc::SYS_exit,
        libc::SYS_exit_group,
        libc::SYS_ppoll,
        #[cfg(target_arch = "x86_64")]
        libc::SYS_poll,
    ];

    /// Only system calls of the list; threads, and no processes. glibc asks for threads by `clone3`, whose
    /// flags a filter cannot see: told that there is no such call, it takes `clone`.
    pub fn filter_calls() -> Result<(), String> {
        let words = |error: seccompiler::BackendError| error.to_string();
        let arch = std::env::consts::ARCH.try_into().map_err(words)?;
        let thread = libc::CLONE_THREAD as u64;
        let is_thread = SeccompCondition::new(
            0,
            SeccompCmpArgLen::Qword,
            SeccompCmpOp::MaskedEq(thread),
            thread,
        );
        let is_thread = SeccompRule::new(vec![is_thread.map_err(words)?]).map_err(words)?;
        let mut rules: BTreeMap<i64, Vec<SeccompRule>> =
            CALLS.iter().map(|call| (*call, Vec::new())).collect();
        rules.insert(libc::SYS_clone, vec![is_thread]);
        // A thread gives itself its name, and nothing else.
        let names = SeccompCondition::new(
            0,
            SeccompCmpArgLen::Dword,
            SeccompCmpOp::Eq,
            libc::PR_SET_NAME as u64,
        );
        let names = SeccompRule::new(vec![names.map_err(words)?]).map_err(words)?;
        rules.insert(libc::SYS_prctl, vec![names]);
        // The other filter answers it.
        rules.insert(libc::SYS_clone3, Vec::new());
        let denied = SeccompAction::Errno(libc::EPERM as u32);
        let filter =
            SeccompFilter::new(rules, denied, SeccompAction::Allow, arch).map_err(words)?;
        // Of the answers of several filters the strictest counts.
        let absent = BTreeMap::from([(libc::SYS_clone3, Vec::new())]);
        let no_call = SeccompAction::Errno(libc::ENOSYS as u32);
        let clone3 =
            SeccompFilter::new(absent, SeccompAction::Allow, no_call, arch).map_err(words)?;
        for filter in [clone3, filter] {
            let program: BpfProgram = filter.try_into().map_err(words)?;
            apply_filter(&program).map_err(|error| error.to_string())?;
        }
        Ok(())
    }
}
