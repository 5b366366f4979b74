import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.RecursiveTask;

/** The sum over a balanced tree in memory: loads, and little else, for each fork. */
final class TreeSum extends RecursiveTask<Long> {
	private static final long serialVersionUID = 1;
	private static long found;
	private final transient Node node;

	TreeSum(Node node) {
		this.node = node;
	}

	@Override
	protected Long compute() {
		if (node.left == null || node.right == null) {
			return node.value + sumOfOne(node.left) + sumOfOne(node.right);
		}
		TreeSum right = new TreeSum(node.right);
		right.fork();
		long left = new TreeSum(node.left).compute();
		return node.value + left + right.join();
	}

	private static long sumOfOne(Node node) {
		return node == null ? 0 : new TreeSum(node).compute();
	}

	/** Called from outside the pool. */
	static void once(Args args, ForkJoinPool pool, Report report) {
		Node root = grow(args, report, (1 << 24) - 1);
		report.repeat(() -> found = pool.invoke(new TreeSum(root)), () -> found);
	}

	/** Called by a task. */
	static void inside(Args args, ForkJoinPool pool, Report report) {
		Node root = grow(args, report, 1023);
		pool.submit(() -> report.repeat(() -> found = new TreeSum(root).invoke(), () -> found)).join();
	}

	private static Node grow(Args args, Report report, int nodes) {
		report.ops = args.whole("nodes", nodes);
		return Node.grow(1, report.ops);
	}

	private static final class Node {
		private final long value;
		private Node left;
		private Node right;

		Node(long value) {
			this.value = value;
		}

		/** A tree of the values from low to high, allocated from the root downwards, left first. */
		static Node grow(long low, long high) {
			if (low > high) {
				return null;
			}
			Node node = new Node(low + (high - low) / 2);
			node.left = grow(low, node.value - 1);
			node.right = grow(node.value + 1, high);
			return node;
		}
	}
}
