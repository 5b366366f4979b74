import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.RecursiveTask;

/** All ways to place n queens: small irregular tasks. */
final class Queens extends RecursiveTask<Long> {
	private static final long serialVersionUID = 1;
	private static long found;

	// Queens stand on the first rows. Bit c of each word is about column c of the next row.
	private final int cols; // 1: a queen stands in the column, or the board ends before it
	private final int left; // 1: attacked along a diagonal
	private final int right;
	private final int free; // 1: to be tried

	private Queens(int cols, int left, int right, int free) {
		this.cols = cols;
		this.left = left;
		this.right = right;
		this.free = free;
	}

	static Queens empty(int n) {
		int cols = -1 << n;
		return new Queens(cols, 0, 0, ~cols);
	}

	/** With a queen on the first free square. */
	private Queens place() {
		int queen = free & -free;
		int c = cols | queen;
		int l = (left | queen) << 1;
		int r = (right | queen) >>> 1;
		return new Queens(c, l, r, ~(c | l | r));
	}

	/** With the first free square left untried. */
	private Queens skip() {
		return new Queens(cols, left, right, free & (free - 1));
	}

	/** Of several free squares it takes the first; the others are one task. */
	@Override
	protected Long compute() {
		if (free == 0) {
			return cols == -1 ? 1L : 0L;
		}
		Queens others = skip();
		if (others.free == 0) {
			return place().compute();
		}
		others.fork();
		long first = place().compute();
		return first + others.join();
	}

	/** Solutions and dead ends together: one more than there are forks. */
	private static long ends(Queens b) {
		if (b.free == 0) {
			return 1;
		}
		long sum = 0;
		for (; b.free != 0; b = b.skip()) {
			sum += ends(b.place());
		}
		return sum;
	}

	static void run(Args args, ForkJoinPool pool, Report report) {
		int n = args.whole("n", 13);
		report.ops = ends(empty(n)) - 1;
		report.repeat(() -> found = pool.invoke(empty(n)), () -> found);
	}
}
