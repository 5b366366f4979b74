import java.util.concurrent.ForkJoinPool;

/** What an open pool takes while it has nothing to do. */
final class Idle {
	private Idle() {
	}

	static void run(Args args, ForkJoinPool pool, Report report) {
		int seconds = args.whole("seconds", 2);
		pool.invoke(new Fib(25));
		report.time(() -> sleep(seconds));
		report.ops = 1;
		report.agree(0);
	}

	private static void sleep(int seconds) {
		try {
			Thread.sleep(1000L * seconds);
		} catch (InterruptedException e) {
			throw new IllegalStateException(e);
		}
	}
}
