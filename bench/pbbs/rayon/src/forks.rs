//! Loops, by rayon::join, and memory that tasks write at different places.

/// Runs body on parts of a range of at most grain indices each.
pub fn parts<F: Fn(usize, usize) + Sync>(from: usize, to: usize, grain: usize, body: &F) {
    if from >= to {
    } else if to - from <= grain {
        body(from, to);
    } else {
        let middle = from + (to - from) / 2;
        rayon::join(|| parts(from, middle, grain, body), || parts(middle, to, grain, body));
    }
}

pub fn each<F: Fn(usize) + Sync>(n: usize, grain: usize, f: F) {
    parts(0, n, grain, &|from, to| (from..to).for_each(&f));
}

/// A slice of which every element is written by one task at most, while no other reads it.
#[derive(Clone, Copy)]
pub struct Shared<T>(*mut T);

// SAFETY: whoever uses one says why no two tasks meet at an element.
unsafe impl<T> Send for Shared<T> {}
unsafe impl<T> Sync for Shared<T> {}

impl<T: Copy> Shared<T> {
    pub fn of(slice: &mut [T]) -> Shared<T> {
        Shared(slice.as_mut_ptr())
    }

    /// # Safety
    /// No other task is at this element, and the slice is that long.
    pub unsafe fn set(&self, i: usize, x: T) {
        *self.0.add(i) = x
    }

    /// # Safety
    /// No other task is in this range, and the slice is that long.
    pub unsafe fn part<'a>(&self, from: usize, to: usize) -> &'a mut [T] {
        std::slice::from_raw_parts_mut(self.0.add(from), to - from)
    }
}
