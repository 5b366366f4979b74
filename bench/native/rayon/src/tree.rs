//! A balanced tree in memory.

pub struct Node {
    pub left: Option<Box<Node>>,
    pub right: Option<Box<Node>>,
    pub value: u64,
}

/// A tree of the values from low to high, allocated from the root downwards, left first.
pub fn grow(low: u64, high: u64) -> Option<Box<Node>> {
    if low > high {
        return None;
    }
    let value = low + (high - low) / 2;
    let mut node = Box::new(Node { left: None, right: None, value });
    node.left = grow(low, value - 1);
    node.right = grow(value + 1, high);
    Some(node)
}
