import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.ForkJoinPool;

/**
 * The rows of ForkJoinPool: {@code java CASE key=value…} runs one case and prints
 * one line of JSON. Keys, units and answers are in ../README.md.
 */
final class Main {
	private static final int NO_SUCH_CASE = 3;

	/** One question; finds its answer by means of the pool. */
	interface Case {
		void run(Args args, ForkJoinPool pool, Report report) throws Exception;
	}

	private static final Map<String, Case> CASES = Map.of(
			"serial-fib", Fib::serial,
			"fib", Fib::forked,
			"treesum", TreeSum::once,
			"treesum-small", TreeSum::inside,
			"nqueens", Queens::run,
			"sort", Sort::run,
			"skynet", Skynet::run,
			"flat", Flat::run,
			"wake", Wake::run,
			"idle", Idle::run);

	public static void main(String[] words) throws Exception {
		String name = words.length > 0 ? words[0] : "";
		Case found = CASES.get(name);
		if (found == null) {
			System.err.println("no such case: " + name);
			System.exit(NO_SUCH_CASE);
		}
		Args args = new Args(Arrays.stream(words).skip(1).toList());
		int workers = args.whole("workers", 2);
		// Arrays.parallelSort cuts its input by the size of the common pool.
		System.setProperty("java.util.concurrent.ForkJoinPool.common.parallelism", "" + workers);
		ForkJoinPool pool = new ForkJoinPool(workers);
		Report report = new Report(args.whole("ms", 400));
		found.run(args, pool, report);
		System.out.println(report.json(name, pool.getPoolSize() + 1));
		System.exit(0);
	}
}
