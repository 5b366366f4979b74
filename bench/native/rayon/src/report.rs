//! What a case has found out, as one line of JSON.

use crate::measure::Samples;

pub struct Report {
    pub answer: String,
    pub ops: u64, // in one repetition
    pub samples: Samples,
}

impl Report {
    pub fn new(ops: u64, (answer, samples): (String, Samples)) -> Report {
        Report { answer, ops, samples }
    }

    pub fn json(&self, case: &str, peer: &str) -> String {
        let Samples { ns, cpu_ns, batch, note, .. } = &self.samples;
        let (version, answer, ops) = (version(peer), &self.answer, self.ops.max(1));
        let (ns, cpu_ns, threads) = (list(ns), list(cpu_ns), threads());
        format!(
            "{{\"case\":\"{case}\",\"peer\":\"{peer}\",\"version\":\"{version}\",\"answer\":\"{answer}\",\
             \"ops\":{ops},\"batch\":{batch},\"ns\":[{ns}],\"cpu_ns\":[{cpu_ns}],\
             \"goroutines\":{threads},\"note\":\"{note}\"}}"
        )
    }
}

/// The numbers with one digit behind the point.
fn list(numbers: &[f64]) -> String {
    let texts: Vec<String> = numbers.iter().map(|x| format!("{x:.1}")).collect();
    texts.join(",")
}

fn threads() -> usize {
    std::fs::read_dir("/proc/self/task").map_or(0, |dir| dir.count())
}

/// The version of a crate that this program was built with, or what the build says about one
/// that was checked out.
fn version(package: &str) -> &'static str {
    if let Some(revision) = option_env!("RIVAL_REVISION") {
        return revision;
    }
    let name = format!("name = \"{package}\"\nversion = \"");
    let lock = include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/Cargo.lock"));
    let after = lock.split_once(&name).map_or("", |(_, after)| after);
    after.split('"').next().unwrap_or_default()
}
