import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ForkJoinPool;

/** From a task's hand-over to an idle pool until its start. */
final class Wake {
	private Wake() {
	}

	static void run(Args args, ForkJoinPool pool, Report report) throws InterruptedException {
		int wakes = args.whole("wakes", 200);
		int gap = args.whole("gap", 2000); // µs
		lateness(pool);
		for (int i = 0; i < wakes; i++) {
			Thread.sleep(gap / 1000, gap % 1000 * 1000);
			long cpu = Report.cpuTime();
			long late = lateness(pool);
			report.sample(late, Report.cpuTime() - cpu);
		}
		report.ops = 1;
		report.agree(wakes);
	}

	private static long lateness(ForkJoinPool pool) throws InterruptedException {
		CountDownLatch done = new CountDownLatch(1);
		long[] started = {0};
		long begin = System.nanoTime();
		pool.execute(() -> {
			started[0] = System.nanoTime();
			done.countDown();
		});
		done.await();
		return started[0] - begin;
	}
}
