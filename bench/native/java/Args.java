import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The parameters of a case: key=value. */
final class Args {
	private final Map<String, String> values = new HashMap<>();

	Args(List<String> words) {
		for (String word : words) {
			String[] parts = word.split("=", 2);
			if (parts.length < 2) {
				throw new IllegalArgumentException("bad argument " + word + ": want key=value");
			}
			values.put(parts[0], parts[1]);
		}
	}

	int whole(String key, int fallback) {
		String text = values.get(key);
		return text == null ? fallback : Integer.parseInt(text);
	}

	/** The word called key, one of those allowed; the first of them if it is absent. */
	String choice(String key, String... allowed) {
		String text = values.getOrDefault(key, allowed[0]);
		if (!List.of(allowed).contains(text)) {
			throw new IllegalArgumentException(
					"bad value " + text + " for " + key + ": want " + String.join(" or ", allowed));
		}
		return text;
	}
}
