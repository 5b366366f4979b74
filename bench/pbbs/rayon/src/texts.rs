use crate::seq::{group, lists, map, pack, sort, GRAIN};
use crate::Run;
use std::collections::HashMap;

const BUCKETS: usize = 256;
const HEADER: &[u8] = b"<doc";

#[derive(Clone, Copy, Default)]
struct Token {
    hash: u64,
    begin: u32,
    end: u32,
    document: u32,
}

fn lowered(raw: &[u8]) -> Vec<u8> {
    map(raw.len(), 2 * GRAIN, |i| match raw[i] {
        b if b.is_ascii_alphabetic() => b.to_ascii_lowercase(),
        _ => b' ',
    })
}

fn begins(text: &[u8], i: usize) -> bool {
    text[i] != b' ' && (i == 0 || text[i - 1] == b' ')
}

fn token_at(text: &[u8], begin: usize) -> Token {
    let mut end = begin;
    let mut hash = 14695981039346656037u64;
    while end < text.len() && text[end] != b' ' {
        hash = (hash ^ text[end] as u64).wrapping_mul(1099511628211);
        end += 1;
    }
    hash = hash.wrapping_mul(0x9e3779b97f4a7c15); // the highest bits choose a bucket
    Token { hash, begin: begin as u32, end: end as u32, document: 0 }
}

fn by_hash(tokens: &[Token]) -> (Vec<Token>, Vec<usize>) {
    let mut grouped = vec![Token::default(); tokens.len()];
    let starts = group(tokens, &mut grouped, BUCKETS, |t| (t.hash >> 56) as usize);
    (grouped, starts)
}

pub fn counts(raw: Vec<u8>) -> Run {
    Box::new(move || {
        let text = lowered(&raw);
        let tokens = pack(text.len(), |i| begins(&text, i), |i| token_at(&text, i));
        let (grouped, starts) = by_hash(&tokens);
        let of = lists(BUCKETS, |b| {
            let mut counts: HashMap<&[u8], usize> = HashMap::new();
            for t in &grouped[starts[b]..starts[b + 1]] {
                *counts.entry(&text[t.begin as usize..t.end as usize]).or_default() += 1;
            }
            counts.into_iter().map(|(w, n)| (w.to_vec(), n)).collect::<Vec<_>>()
        });
        let all: Vec<(Vec<u8>, usize)> = of.concat();
        Box::new(move || {
            let mut out = Vec::new();
            for (word, n) in all {
                out.extend(word);
                out.extend(format!(" {n}\n").bytes());
            }
            out
        })
    })
}

pub fn index(raw: Vec<u8>) -> Run {
    Box::new(move || {
        let begin = pack(
            (raw.len() + 1).saturating_sub(HEADER.len()),
            |i| raw[i..].starts_with(HEADER),
            |i| i + HEADER.len(),
        );
        let text = lowered(&raw);
        let tokens = lists(begin.len(), |d| {
            let end = begin.get(d + 1).map_or(text.len(), |next| next - HEADER.len());
            let document = &text[begin[d]..end];
            let mut tokens = Vec::new();
            for i in (0..document.len()).filter(|&i| begins(document, i)) {
                let mut t = token_at(document, i);
                t.begin += begin[d] as u32;
                t.end += begin[d] as u32;
                t.document = d as u32;
                tokens.push(t);
            }
            tokens
        })
        .concat();
        let (grouped, starts) = by_hash(&tokens);
        let documents = lists(BUCKETS, |b| documents_of(&text, &grouped[starts[b]..starts[b + 1]]));
        let mut order: Vec<(u32, u32)> = documents
            .iter()
            .enumerate()
            .flat_map(|(b, list)| (0..list.len()).map(move |k| (b as u32, k as u32)))
            .collect();
        let at = |o: &(u32, u32)| &documents[o.0 as usize][o.1 as usize];
        sort(&mut order, &|x: &(u32, u32), y: &(u32, u32)| at(x).0.cmp(at(y).0));
        let out = lists(order.len().div_ceil(32), |k| {
            let mut out = Vec::new();
            for o in &order[k * 32..order.len().min((k + 1) * 32)] {
                let (word, list) = at(o);
                out.extend_from_slice(word);
                for d in list {
                    out.push(b' ');
                    out.extend_from_slice(d.to_string().as_bytes());
                }
                out.push(b'\n');
            }
            out
        })
        .concat();
        Box::new(move || out)
    })
}

fn documents_of<'a>(text: &'a [u8], tokens: &[Token]) -> Vec<(&'a [u8], Vec<u32>)> {
    let mut at: HashMap<&[u8], usize> = HashMap::new();
    let mut entries: Vec<(&[u8], Vec<u32>)> = Vec::new();
    for t in tokens {
        let word = &text[t.begin as usize..t.end as usize];
        let k = *at.entry(word).or_insert_with(|| {
            entries.push((word, Vec::new()));
            entries.len() - 1
        });
        if entries[k].1.last() != Some(&t.document) {
            entries[k].1.push(t.document);
        }
    }
    entries
}
