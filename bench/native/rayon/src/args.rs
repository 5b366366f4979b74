//! The parameters of a case: key=value.

use crate::fail;
use std::collections::HashMap;

pub struct Args(HashMap<String, String>);

impl Args {
    pub fn parse(words: impl Iterator<Item = String>) -> Args {
        Args(words.map(|word| split(&word)).collect())
    }

    pub fn whole(&self, key: &str, default: usize) -> usize {
        match self.0.get(key) {
            None => default,
            Some(text) => match text.parse() {
                Ok(n) => n,
                Err(_) => fail::usage(&format!("bad value {text:?} for {key}: want a whole number")),
            },
        }
    }

    /// The word called key, one of those allowed; the first of them if it is absent.
    pub fn choice<'a>(&self, key: &str, allowed: &[&'a str]) -> &'a str {
        let text = match self.0.get(key) {
            None => return allowed[0],
            Some(text) => text,
        };
        match allowed.iter().find(|a| *a == text) {
            Some(word) => word,
            None => fail::usage(&format!("bad value {text:?} for {key}: want {}", allowed.join(" or "))),
        }
    }
}

fn split(word: &str) -> (String, String) {
    match word.split_once('=') {
        Some((key, value)) => (key.to_string(), value.to_string()),
        None => fail::usage(&format!("bad argument {word:?}: want key=value")),
    }
}
