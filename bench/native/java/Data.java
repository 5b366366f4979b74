import java.util.function.IntToLongFunction;

/** Numbers that look random, checksums, and work of a known length. */
final class Data {
	private Data() {
	}

	/** The i-th output of SplitMix64 from seed: Steele, Lea and Flood, OOPSLA 2014. */
	static long mix(long seed, int i) {
		long z = seed + (i + 1L) * 0x9E3779B97F4A7C15L;
		z = (z ^ z >>> 30) * 0xBF58476D1CE4E5B9L;
		z = (z ^ z >>> 27) * 0x94D049BB133111EBL;
		return z ^ z >>> 31;
	}

	/** Depends on the order of the n words. */
	static long check(int n, IntToLongFunction word) {
		long sum = 0;
		for (int i = 0; i < n; i++) {
			sum += word.applyAsLong(i) * (2L * i + 1);
		}
		return sum;
	}

	/** So many steps, each of which waits for the one before: Marsaglia's xorshift. */
	static long grind(long x, int steps) {
		for (int i = 0; i < steps; i++) {
			x ^= x << 13;
			x ^= x >>> 7;
			x ^= x << 17;
		}
		return x;
	}
}
