import java.util.Arrays;
import java.util.Comparator;
import java.util.concurrent.ForkJoinPool;
import java.util.function.LongFunction;
import java.util.function.ToLongFunction;
import java.util.stream.IntStream;

/** Sorts of three types in three orders. Only numbers lie in the array itself. */
final class Sort {
	private static final int FEW = 100; // different numbers

	private Sort() {
	}

	static void run(Args args, ForkJoinPool pool, Report report) {
		String order = args.choice("order", "random", "sorted", "few");
		long[] words = IntStream.range(0, args.whole("n", 1_000_000)).mapToLong(i -> Data.mix(1, i)).toArray();
		if (order.equals("few")) {
			Arrays.setAll(words, i -> Long.remainderUnsigned(words[i], FEW));
		}
		boolean sorted = order.equals("sorted");
		report.ops = words.length;
		switch (args.choice("type", "int64", "string", "struct")) {
			case "int64" -> numbers(words, sorted, pool, report);
			case "string" -> objects(words, w -> String.format("%016x", w), x -> Long.parseUnsignedLong(x, 16),
					Comparator.<String>naturalOrder(), sorted, pool, report);
			default -> objects(words, Wide::new, Wide::key, Comparator.comparingLong(Wide::key), sorted, pool, report);
		}
	}

	/** 56 bytes beside the key, as in the other languages. */
	private record Wide(long key, long a, long b, long c, long d, long e, long f, long g) {
		Wide(long key) {
			this(key, 0, 0, 0, 0, 0, 0, 0);
		}
	}

	private static void numbers(long[] input, boolean sorted, ForkJoinPool pool, Report report) {
		if (sorted) {
			Arrays.sort(input);
		}
		long[] list = new long[input.length];
		report.repeatFresh(
				() -> System.arraycopy(input, 0, list, 0, list.length),
				() -> pool.submit(() -> Arrays.parallelSort(list)).join(),
				() -> Data.check(list.length, i -> list[i]));
	}

	private static <T> void objects(long[] words, LongFunction<T> make, ToLongFunction<T> key,
			Comparator<T> order, boolean sorted, ForkJoinPool pool, Report report) {
		@SuppressWarnings("unchecked") // nobody sees that it is an array of objects
		T[] input = (T[]) Arrays.stream(words).mapToObj(make).toArray();
		if (sorted) {
			Arrays.sort(input, order);
		}
		T[] list = input.clone();
		report.repeatFresh(
				() -> System.arraycopy(input, 0, list, 0, list.length),
				() -> pool.submit(() -> Arrays.parallelSort(list, order)).join(),
				() -> Data.check(list.length, i -> key.applyAsLong(list[i])));
	}
}
