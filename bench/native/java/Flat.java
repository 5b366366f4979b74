import java.util.Arrays;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinTask;

/** Many tasks of one size, submitted one by one. */
final class Flat {
	private static volatile long sink;

	private Flat() {
	}

	static void run(Args args, ForkJoinPool pool, Report report) {
		long[] words = new long[args.whole("n", 100_000)];
		int steps = args.whole("steps", 0);
		report.ops = words.length;
		report.repeat(() -> submitAll(words, steps, pool), () -> Arrays.stream(words).sum());
	}

	private static void submitAll(long[] words, int steps, ForkJoinPool pool) {
		ForkJoinTask<?>[] tasks = new ForkJoinTask<?>[words.length];
		for (int i = 0; i < words.length; i++) {
			int own = i;
			tasks[i] = pool.submit(() -> work(words, own, steps));
		}
		for (ForkJoinTask<?> task : tasks) {
			task.join();
		}
	}

	private static void work(long[] words, int i, int steps) {
		if (Data.grind(i + 1, steps) == 0) {
			sink++; // so that the arithmetic is not left out
		}
		words[i] = i;
	}
}
