//! Ways to end without an answer.

/// Exit code 3 tells the driver that this is no error, but a case we lack.
pub fn no_such_case(name: &str) -> ! {
    eprintln!("no such case: {name}");
    std::process::exit(3)
}

pub fn usage(what: &str) -> ! {
    eprintln!("{what}");
    std::process::exit(2)
}
