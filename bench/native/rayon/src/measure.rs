//! A warm-up, then repetitions until the budget is spent.

use crate::args::Args;
use crate::fail;
use std::time::{Duration, Instant};

const MOST: usize = 50; // repetitions
const BATCH: Duration = Duration::from_micros(100); // what is shorter is timed in batches
const COLD: Duration = Duration::from_millis(10); // what is shorter is warmed up twice: it may have started threads
const PATIENCE: u32 = 4; // budgets that a warm-up may take and not be the sample itself

pub struct Budget(Duration);

/// The times of repetitions, in nanoseconds.
pub struct Samples {
    pub ns: Vec<f64>,
    pub cpu_ns: Vec<f64>,
    pub batch: u32,
    pub note: &'static str,
    spent: Duration,
}

/// What is timed: run makes the answer out of what prepare, untimed, has restored.
struct Repetition<'a, S> {
    state: &'a mut S,
    prepare: &'a mut dyn FnMut(&mut S),
    run: &'a mut dyn FnMut(&mut S),
    answer: &'a dyn Fn(&S) -> String,
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
        let prepare = &mut |_: &mut S| ();
        self.measure(Repetition { state, prepare, run: &mut run, answer: &answer }, BATCH)
    }

    /// The same for runs that spoil their input: prepare restores it, and there
    /// are no batches.
    pub fn repeat_fresh<S>(
        &self,
        state: &mut S,
        mut prepare: impl FnMut(&mut S),
        mut run: impl FnMut(&mut S),
        answer: impl Fn(&S) -> String,
    ) -> (String, Samples) {
        let repetition = Repetition { state, prepare: &mut prepare, run: &mut run, answer: &answer };
        self.measure(repetition, Duration::ZERO)
    }

    /// A batch lasts about so long, or is one repetition.
    fn measure<S>(&self, mut repetition: Repetition<S>, batch: Duration) -> (String, Samples) {
        let mut warm = Samples::new(1);
        let found = repetition.time(&mut warm);
        if warm.spent > PATIENCE * self.0 && !self.0.is_zero() {
            warm.note = "first run";
            return (found, warm);
        }
        if warm.spent < COLD && !self.0.is_zero() {
            repetition.time(&mut warm);
        }
        let mut samples = Samples::new(self.batch(&warm, batch));
        while samples.ns.is_empty() || samples.spent < self.0 && samples.ns.len() < MOST {
            let again = repetition.time(&mut samples);
            if again != found {
                fail::usage(&format!("a repetition found {again}, the first {found}"));
            }
        }
        (found, samples)
    }

    /// How many repetitions last so long.
    fn batch(&self, warm: &Samples, time: Duration) -> u32 {
        let took = warm.ns.last().map_or(1.0, |ns| ns.max(1.0));
        match self.0.is_zero() {
            true => 1,
            false => (time.as_nanos() as f64 / took).max(1.0) as u32,
        }
    }
}

impl<S> Repetition<'_, S> {
    /// Adds a sample, and returns the answer.
    fn time(&mut self, samples: &mut Samples) -> String {
        (self.prepare)(self.state);
        samples.time(|| (self.run)(self.state));
        (self.answer)(self.state)
    }
}

impl Samples {
    pub fn new(batch: u32) -> Samples {
        Samples { ns: Vec::new(), cpu_ns: Vec::new(), batch, note: "", spent: Duration::ZERO }
    }

    /// Times one batch.
    pub fn time(&mut self, mut run: impl FnMut()) {
        let cpu = cpu_time();
        let begin = Instant::now();
        (0..self.batch).for_each(|_| run());
        let wall = begin.elapsed();
        let cpu = cpu_time() - cpu;
        self.spent += wall;
        let each = |all: Duration| all.as_nanos() as f64 / f64::from(self.batch);
        self.ns.push(each(wall));
        self.cpu_ns.push(each(cpu));
    }
}

/// The CPU time of all threads of the process.
fn cpu_time() -> Duration {
    let mut now = libc::timespec { tv_sec: 0, tv_nsec: 0 };
    // SAFETY: now outlives the call, and the clock exists on every Linux.
    unsafe { libc::clock_gettime(libc::CLOCK_PROCESS_CPUTIME_ID, &mut now) };
    Duration::new(now.tv_sec as u64, now.tv_nsec as u32)
}
