//! Boards for the n-queens problem.

/// Queens stand on its first rows. Bit c of each word is about column c of the next row.
#[derive(Clone, Copy)]
pub struct Board {
    cols: u32, // 1: a queen stands in the column, or the board ends before it
    left: u32, // 1: attacked along a diagonal
    right: u32,
    pub free: u32, // 1: to be tried
}

impl Board {
    pub fn empty(n: usize) -> Board {
        let cols = u32::MAX << n;
        Board { cols, left: 0, right: 0, free: !cols }
    }

    /// With a queen on the first free square.
    pub fn place(self) -> Board {
        let queen = self.free & self.free.wrapping_neg();
        let cols = self.cols | queen;
        let left = (self.left | queen) << 1;
        let right = (self.right | queen) >> 1;
        Board { cols, left, right, free: !(cols | left | right) }
    }

    /// With the first free square left untried.
    pub fn skip(self) -> Board {
        Board { free: self.free & (self.free - 1), ..self }
    }

    /// Of a board without a free square: complete, or a dead end.
    pub fn solutions(self) -> u64 {
        u64::from(self.cols == u32::MAX)
    }
}

/// Solutions and dead ends together: one more than there are forks.
pub fn ends(mut b: Board) -> u64 {
    if b.free == 0 {
        return 1;
    }
    let mut sum = 0;
    while b.free != 0 {
        sum += ends(b.place());
        b = b.skip();
    }
    sum
}
