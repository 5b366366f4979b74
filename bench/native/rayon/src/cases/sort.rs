//! Sorts of three types in three orders.

use crate::args::Args;
use crate::data::{check, input};
use crate::measure::Budget;
use crate::report::Report;
use rayon::prelude::*;
use std::cmp::Ordering;

const ORDERS: &[&str] = &["random", "sorted", "few"];
const FEW: u64 = 100; // different numbers

pub fn run(args: &Args, budget: &Budget) -> Report {
    let mut words = input(args.whole("n", 1_000_000));
    if args.choice("order", ORDERS) == "few" {
        words.iter_mut().for_each(|w| *w %= FEW);
    }
    match args.choice("type", &["int64", "string", "struct"]) {
        "int64" => measure(args, budget, words.iter().map(|w| *w as i64).collect(), i64::cmp, |x| *x as u64),
        "string" => {
            measure(args, budget, words.iter().map(|w| format!("{w:016x}")).collect(), String::cmp, |x| {
                number(x)
            })
        }
        _ => measure(
            args,
            budget,
            words.iter().map(Wide::new).collect(),
            |x, y| x.key.cmp(&y.key),
            |x| x.key as u64,
        ),
    }
}

fn number(digits: &str) -> u64 {
    u64::from_str_radix(digits, 16).expect("hexadecimal digits")
}

/// 64 bytes, ordered by the key.
#[derive(Clone)]
struct Wide {
    key: i64,
    _rest: [u64; 7],
}

impl Wide {
    fn new(word: &u64) -> Wide {
        Wide { key: *word as i64, _rest: [0; 7] }
    }
}

fn measure<T: Clone + Send>(
    args: &Args,
    budget: &Budget,
    mut input: Vec<T>,
    order: impl Fn(&T, &T) -> Ordering + Sync + Copy,
    key: fn(&T) -> u64,
) -> Report {
    if args.choice("order", ORDERS) == "sorted" {
        input.sort_by(order);
    }
    let stable = args.whole("stable", 0) != 0;
    let sort = |data: &mut Vec<T>| match stable {
        true => data.par_sort_by(order),
        false => data.par_sort_unstable_by(order),
    };
    let times = budget.repeat_fresh(
        &mut input.clone(),
        |data| data.clone_from(&input),
        sort,
        |data| check(data.iter().map(key)),
    );
    Report::new(input.len() as u64, times)
}
