import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.RecursiveTask;

/** Ten children for each task. */
final class Skynet extends RecursiveTask<Long> {
	private static final long serialVersionUID = 1;
	private static final int FAN = 10;
	private static long found;
	private final long first;
	private final long leaves;

	private Skynet(long first, long leaves) {
		this.first = first;
		this.leaves = leaves;
	}

	private Skynet child(int i) {
		return new Skynet(first + i * (leaves / FAN), leaves / FAN);
	}

	/** The sum over the leaves [first, first+leaves). */
	@Override
	protected Long compute() {
		if (leaves == 1) {
			return first;
		}
		Skynet[] forked = new Skynet[FAN];
		for (int i = FAN - 1; i > 0; i--) {
			forked[i] = child(i);
			forked[i].fork();
		}
		long sum = child(0).compute();
		for (int i = 1; i < FAN; i++) { // the last forked first: it is on top
			sum += forked[i].join();
		}
		return sum;
	}

	static void run(Args args, ForkJoinPool pool, Report report) {
		long leaves = (long) Math.pow(FAN, args.whole("k", 6));
		report.ops = leaves - 1;
		report.repeat(() -> found = pool.invoke(new Skynet(0, leaves)), () -> found);
	}
}
