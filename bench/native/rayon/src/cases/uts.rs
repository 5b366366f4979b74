//! Unbalanced Tree Search, Olivier et al., LCPC 2006: the nodes of a tree that
//! nobody can cut in advance.

use super::sha1::{sha1, Digest};
use crate::args::Args;
use crate::measure::Budget;
use crate::report::Report;

const MOST_CHILDREN: f64 = 100.0;

#[derive(Clone, Copy)]
enum Tree {
    /// T1: a geometric number of children with that mean, as far down as depth.
    Geometric { mean: f64, depth: u32, seed: u32 },
    /// T3: fanout children with probability prob, the root always has some.
    Binomial { root: u32, prob: f64, fanout: u32, seed: u32 },
}

const T1: Tree = Tree::Geometric { mean: 4.0, depth: 10, seed: 19 };
const T3: Tree = Tree::Binomial { root: 2000, prob: 0.124875, fanout: 8, seed: 42 };

pub fn run(args: &Args, budget: &Budget) -> Report {
    let tree = match args.choice("tree", &["T1", "T3"]) {
        "T1" => T1,
        _ => T3,
    };
    let mut nodes = 0;
    let times = budget.repeat(&mut nodes, |nodes| *nodes = tree.search(&tree.root()), u64::to_string);
    Report::new(nodes, times)
}

/// The state is its whole identity.
#[derive(Clone, Copy)]
struct Node {
    state: Digest,
    height: u32,
}

impl Node {
    fn child(&self, i: u32) -> Node {
        let mut message = [0; 24];
        message[..20].copy_from_slice(&self.state);
        message[20..].copy_from_slice(&i.to_be_bytes());
        Node { state: sha1(&message), height: self.height + 1 }
    }

    /// The random number that belongs to the node, in [0, 1).
    fn uniform(&self) -> f64 {
        let last = u32::from_be_bytes([self.state[16], self.state[17], self.state[18], self.state[19]]);
        f64::from(last & 0x7FFF_FFFF) / f64::from(1u32 << 31)
    }
}

impl Tree {
    fn root(&self) -> Node {
        let (Tree::Geometric { seed, .. } | Tree::Binomial { seed, .. }) = *self;
        let mut message = [0; 20];
        message[16..].copy_from_slice(&seed.to_be_bytes());
        Node { state: sha1(&message), height: 0 }
    }

    fn children(&self, node: &Node) -> u32 {
        match *self {
            Tree::Geometric { depth, .. } if node.height >= depth => 0,
            Tree::Geometric { mean, .. } => {
                let p = 1.0 / (1.0 + mean);
                let k = ((1.0 - node.uniform()).ln() / (1.0 - p).ln()).floor();
                k.min(MOST_CHILDREN) as u32
            }
            Tree::Binomial { root, .. } if node.height == 0 => root,
            Tree::Binomial { prob, fanout, .. } if node.uniform() < prob => fanout,
            Tree::Binomial { .. } => 0,
        }
    }

    /// The nodes of the subtree below node, and node.
    fn search(&self, node: &Node) -> u64 {
        match self.children(node) {
            0 => 1,
            k => 1 + self.search_all(node, 0, k),
        }
    }

    /// The nodes below the children [low, high) of parent. It takes the first, and
    /// the others are one task.
    fn search_all(&self, parent: &Node, low: u32, high: u32) -> u64 {
        let child = parent.child(low);
        if low + 1 == high {
            return self.search(&child);
        }
        let (first, others) = rayon::join(|| self.search(&child), || self.search_all(parent, low + 1, high));
        first + others
    }
}
