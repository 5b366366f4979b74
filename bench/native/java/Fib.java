import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.RecursiveTask;

/** Fibonacci numbers: nothing but forks. */
final class Fib extends RecursiveTask<Long> {
	private static final long serialVersionUID = 1;
	private final int n;
	private static long found;

	Fib(int n) {
		this.n = n;
	}

	@Override
	protected Long compute() {
		if (n < 2) {
			return (long) n;
		}
		Fib a = new Fib(n - 1);
		a.fork();
		long b = new Fib(n - 2).compute();
		return a.join() + b;
	}

	static void forked(Args args, ForkJoinPool pool, Report report) {
		int n = args.whole("n", 35);
		report.ops = byAdditions(n + 1) - 1;
		report.repeat(() -> found = pool.invoke(new Fib(n)), () -> found);
	}

	static void serial(Args args, ForkJoinPool pool, Report report) {
		int n = args.whole("n", 35);
		report.ops = byAdditions(n + 1) - 1;
		report.repeat(() -> found = fib(n), () -> found);
	}

	private static long fib(int n) {
		return n < 2 ? n : fib(n - 1) + fib(n - 2);
	}

	/** The recursion for n ends in byAdditions(n+1) leaves. */
	private static long byAdditions(int n) {
		long a = 0;
		long b = 1;
		for (int i = 0; i < n; i++) {
			long sum = a + b;
			a = b;
			b = sum;
		}
		return a;
	}
}
