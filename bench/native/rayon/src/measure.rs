//! One warm-up, then repetitions until the budget is spent.

use crate::args::Args;
use std::time::{Duration, Instant};

const MOST: usize = 50; // repetitions
const BATCH: Duration = Duration::from_micros(100); // what is shorter is timed in batches
const COLD: Duration = Duration::from_millis(10); // what is shorter is warmed up twice: it may have started threads

pub struct Budget(Duration);

/// What a case has found out.
pub struct Report {
    pub answer: String,
    pub ops: u64, // in one repetition
    pub samples: Samples,
}

#[derive(Default)]
pub struct Samples {
    pub ns: Vec<f64>,
    pub cpu_ns: Vec<f64>,
    pub batch: u32,
}

impl Budget {
    pub fn new(args: &Args) -> Budget {
        Budget(Duration::from_millis(args.whole("ms", 400) as u64))
    }

    /// Times run; answer reads the outcome from the state, and must find the
    /// same each time.
    pub fn repeat<S>(
        &self,
        state: &mut S,
        mut run: impl FnMut(&mut S),
        answer: impl Fn(&S) -> String,
    ) -> (String, Samples) {
        let batch = self.warm_up(|| run(state));
        let found = answer(state);
        let samples = self.collect(state, batch, |_| (), run, |s| agree(&found, &answer(s)));
        (found, samples)
    }

    /// Returns how many repetitions make a batch.
    fn warm_up(&self, mut run: impl FnMut()) -> u32 {
        let mut time = || {
            let begin = Instant::now();
            run();
            begin.elapsed()
        };
        let mut took = time();
        if self.0.is_zero() {
            return 1;
        }
        if took < COLD {
            took = time();
        }
        (BATCH.as_nanos() / took.as_nanos().max(1)).max(1) as u32
    }

    /// The same for runs that spoil their input: prepare restores it, untimed.
    pub fn repeat_fresh<S>(
        &self,
        state: &mut S,
        mut prepare: impl FnMut(&mut S),
        mut run: impl FnMut(&mut S),
        answer: impl Fn(&S) -> String,
    ) -> (String, Samples) {
        prepare(state);
        run(state);
        let found = answer(state);
        let samples = self.collect(state, 1, prepare, run, |s| agree(&found, &answer(s)));
        (found, samples)
    }

    fn collect<S>(
        &self,
        state: &mut S,
        batch: u32,
        mut prepare: impl FnMut(&mut S),
        mut run: impl FnMut(&mut S),
        check: impl Fn(&S),
    ) -> Samples {
        let mut samples = Samples {
            batch,
            ..Samples::default()
        };
        let begin = Instant::now();
        loop {
            prepare(state);
            samples.time(|| (0..batch).for_each(|_| run(state)));
            check(state);
            if samples.ns.len() == MOST || begin.elapsed() >= self.0 {
                return samples;
            }
        }
    }
}

impl Samples {
    /// Times one batch.
    pub fn time(&mut self, run: impl FnOnce()) {
        let cpu = cpu_time();
        let begin = Instant::now();
        run();
        let wall = begin.elapsed();
        let cpu = cpu_time() - cpu;
        self.ns.push(per(wall, self.batch));
        self.cpu_ns.push(per(cpu, self.batch));
    }
}

fn per(all: Duration, batch: u32) -> f64 {
    all.as_nanos() as f64 / f64::from(batch)
}

/// The numbers with one digit behind the point.
fn list(numbers: &[f64]) -> String {
    let texts: Vec<String> = numbers.iter().map(|x| format!("{x:.1}")).collect();
    texts.join(",")
}

fn agree(first: &str, later: &str) {
    if first != later {
        crate::fail::usage(&format!("a repetition found {later}, the first {first}"));
    }
}

impl Report {
    pub fn new(ops: u64, (answer, samples): (String, Samples)) -> Report {
        Report {
            answer,
            ops,
            samples,
        }
    }

    pub fn json(&self, case: &str, peer: &str) -> String {
        format!(
            "{{\"case\":\"{case}\",\"peer\":\"{peer}\",\"version\":\"{}\",\"answer\":\"{}\",\"ops\":{},\"batch\":{},\
             \"ns\":[{}],\"cpu_ns\":[{}],\"goroutines\":{},\"note\":\"\"}}",
            version(peer),
            self.answer,
            self.ops.max(1),
            self.samples.batch,
            list(&self.samples.ns),
            list(&self.samples.cpu_ns),
            threads(),
        )
    }
}

/// The CPU time of all threads of the process.
pub fn cpu_time() -> Duration {
    let mut now = libc::timespec {
        tv_sec: 0,
        tv_nsec: 0,
    };
    // SAFETY: now outlives the call, and the clock exists on every Linux.
    unsafe { libc::clock_gettime(libc::CLOCK_PROCESS_CPUTIME_ID, &mut now) };
    Duration::new(now.tv_sec as u64, now.tv_nsec as u32)
}

fn threads() -> usize {
    std::fs::read_dir("/proc/self/task").map_or(0, |dir| dir.count())
}

/// The version of a crate that this program was built with.
fn version(package: &str) -> &'static str {
    let name = format!("name = \"{package}\"\nversion = \"");
    let lock = include_str!("../Cargo.lock");
    let after = lock.split_once(&name).map_or("", |(_, after)| after);
    after.split('"').next().unwrap_or_default()
}
