import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;

/** What a case finds out: a warm-up, then repetitions until the budget is spent. */
final class Report {
	private static final int MOST = 50; // repetitions
	private static final long BATCH = 10_000_000; // ns: what is shorter is timed in batches, as cpuTime takes 0.3 ms itself
	private static final long ROUND = 100_000_000; // ns of warm-up, before it is asked whether to go on
	private static final long WARM_UP = 2_000_000_000; // ns, after which it ends in any case
	private static final int PATIENCE = 4; // budgets that a first run may take and not be the sample itself
	private static final double STABLE = 0.97; // of the fastest time before: not faster any more

	private final long budget; // ns
	private final List<Double> ns = new ArrayList<>();
	private final List<Double> cpu = new ArrayList<>();
	private int batch = 1;
	private String answer;
	private String note = "";
	long ops; // in one repetition

	Report(long milliseconds) {
		budget = milliseconds * 1_000_000;
	}

	/** Times run; read, which is not timed, returns the answer. */
	void repeat(Runnable run, LongSupplier read) {
		measure(() -> { }, run, read, BATCH);
	}

	/** The same for runs that spoil their input: prepare restores it, and there are no batches. */
	void repeatFresh(Runnable prepare, Runnable run, LongSupplier read) {
		measure(prepare, run, read, 0);
	}

	/** A batch lasts about so long, or is one repetition. */
	private void measure(Runnable prepare, Runnable run, LongSupplier read, long batchTime) {
		double fastest = warmUp(prepare, run, read);
		if (budget > 0 && fastest > Math.max(PATIENCE * budget, WARM_UP)) {
			note = "first run"; // and the only one
			return;
		}
		ns.clear();
		cpu.clear();
		if (budget > 0) {
			batch = (int) Math.max(batchTime / Math.max(fastest, 1), 1);
		}
		long spent = 0;
		while (ns.isEmpty() || spent < budget && ns.size() < MOST) {
			spent += once(prepare, run, read);
		}
	}

	/** Runs until the compiler makes it no faster. Returns the fastest time. */
	private double warmUp(Runnable prepare, Runnable run, LongSupplier read) {
		long begin = System.nanoTime();
		double before = Double.MAX_VALUE;
		while (true) {
			double fastest = Double.MAX_VALUE;
			long round = System.nanoTime();
			do {
				fastest = Math.min(fastest, once(prepare, run, read));
			} while (budget > 0 && System.nanoTime() - round < ROUND);
			if (budget == 0 || fastest > STABLE * before || System.nanoTime() - begin > WARM_UP) {
				return fastest;
			}
			before = fastest;
		}
	}

	private long once(Runnable prepare, Runnable run, LongSupplier read) {
		prepare.run();
		long wall = time(run);
		agree(read.getAsLong());
		return wall;
	}

	/** Times one batch, and returns its time. */
	long time(Runnable run) {
		long cpuBefore = cpuTime();
		long begin = System.nanoTime();
		for (int i = 0; i < batch; i++) {
			run.run();
		}
		long wall = System.nanoTime() - begin;
		sample((double) wall / batch, (double) (cpuTime() - cpuBefore) / batch);
		return wall;
	}

	void sample(double wall, double cpuTime) {
		ns.add(wall);
		cpu.add(cpuTime);
	}

	/** Every repetition must find the same answer. */
	void agree(long found) {
		String text = Long.toUnsignedString(found);
		if (answer != null && !answer.equals(text)) {
			throw new IllegalStateException("a repetition found " + text + ", the first " + answer);
		}
		answer = text;
	}

	/** The time on processors of all threads; what the JVM has itself counts in ticks of 10 ms. */
	static long cpuTime() {
		long sum = 0;
		try (DirectoryStream<Path> threads = Files.newDirectoryStream(Path.of("/proc/self/task"))) {
			for (Path thread : threads) {
				sum += cpuTime(thread);
			}
		} catch (IOException e) {
			throw new IllegalStateException(e);
		}
		return sum;
	}

	private static long cpuTime(Path thread) throws IOException {
		try {
			return Long.parseLong(Files.readString(thread.resolve("schedstat")).split(" ")[0]);
		} catch (NoSuchFileException e) {
			return 0; // it has ended
		}
	}

	String json(String name, int threads) {
		return String.format("{\"case\":\"%s\",\"peer\":\"java\",\"version\":\"%s\",\"answer\":\"%s\",\"ops\":%d,\"batch\":%d,"
				+ "\"ns\":[%s],\"cpu_ns\":[%s],\"goroutines\":%d,\"note\":\"%s\"}",
				name, System.getProperty("java.version"), answer, Math.max(ops, 1), batch, list(ns), list(cpu), threads, note);
	}

	private static String list(List<Double> numbers) {
		return numbers.stream().map(x -> String.format(Locale.ROOT, "%.1f", x)).collect(Collectors.joining(","));
	}
}
