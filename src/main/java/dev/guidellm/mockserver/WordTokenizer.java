package dev.guidellm.mockserver;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.IntPredicate;

/// The built-in tokenizer: a token is a run of word characters, a run of white space, or one other character.
///
/// Character classes follow Unicode as the original's regular expression `\w+|[^\w\s]|\s+` does: letters, numbers of
/// any sort and `_` are word characters, combining marks are not.
final class WordTokenizer implements PromptTokenizer {
    private static final long ID_SPACE = 100_000_007L;
    private static final int MAX_REMEMBERED = 500_000;
    private static final int QUICK_BYTES = 32_768;
    private static final byte ALONE = 0;
    private static final byte[] ASCII_CLASSES = asciiClasses();

    private final MockText unseen;
    private final ConcurrentHashMap<String, Long> ids = new ConcurrentHashMap<>();
    private final ConcurrentHashMap<Long, String> tokens = new ConcurrentHashMap<>();

    /// @param unseen gives the words for ids that no text has produced
    WordTokenizer(MockText unseen) {
        this.unseen = unseen;
    }

    @Override
    public int count(String text) {
        return countTokens(text);
    }

    /// The number of tokens in `text`, without a tokenizer at hand.
    static int countTokens(String text) {
        // half a pair of surrogates becomes a question mark, a token by itself as well
        byte[] ascii = text.getBytes(StandardCharsets.UTF_8);
        return ascii.length == text.length() ? countAscii(ascii) : countAny(text);
    }

    /// A token begins where the class of characters changes, and at each character that is one by itself.
    private static int countAscii(byte[] text) {
        int count = 0;
        int before = ALONE;
        for (byte c : text) {
            int now = ASCII_CLASSES[c];
            if (now != before || now == ALONE) {
                count++;
            }
            before = now;
        }
        return count;
    }

    private static int countAny(String text) {
        int count = 0;
        int at = 0;
        while (at < text.length()) {
            at = endOfToken(text, at);
            count++;
        }
        return count;
    }

    /// The tokens of `text`; joined they give `text` again.
    static List<String> split(String text) {
        List<String> parts = new ArrayList<>();
        int at = 0;
        while (at < text.length()) {
            int end = endOfToken(text, at);
            parts.add(text.substring(at, end));
            at = end;
        }
        return parts;
    }

    @Override
    public long[] encode(String text) {
        return split(text).stream().mapToLong(this::idOf).toArray();
    }

    @Override
    public String decode(long[] wanted) {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < wanted.length; i++) {
            String token = tokens.get(wanted[i]);
            text.append(token == null ? unseen.token(i) : token);
        }
        return text.toString();
    }

    @Override
    public int quickBytes() {
        return QUICK_BYTES;
    }

    private long idOf(String token) {
        Long known = ids.get(token);
        if (known != null) {
            return known;
        }
        long id = hash(token);
        if (ids.size() >= MAX_REMEMBERED) {
            return id;
        }
        String holder = tokens.putIfAbsent(id, token);
        while (holder != null && !holder.equals(token)) {
            id = (id + 1) % ID_SPACE;
            holder = tokens.putIfAbsent(id, token);
        }
        ids.put(token, id);
        return id;
    }

    /// Sixty-four-bit FNV-1a over the UTF-16 units: the same in every process.
    private static long hash(String token) {
        long hash = 0xcbf29ce484222325L;
        for (int i = 0; i < token.length(); i++) {
            hash = (hash ^ token.charAt(i)) * 0x100000001b3L;
        }
        return Long.remainderUnsigned(hash, ID_SPACE);
    }

    private static byte[] asciiClasses() {
        byte[] classes = new byte[128];
        for (int c = 0; c < classes.length; c++) {
            classes[c] = isWord(c) ? 1 : isSpace(c) ? 2 : ALONE;
        }
        return classes;
    }

    private static int endOfToken(String text, int at) {
        int first = text.codePointAt(at);
        int end = at + Character.charCount(first);
        if (isWord(first)) {
            return endOfRun(text, end, WordTokenizer::isWord);
        }
        return isSpace(first) ? endOfRun(text, end, WordTokenizer::isSpace) : end;
    }

    private static int endOfRun(String text, int from, IntPredicate inRun) {
        int end = from;
        while (end < text.length()) {
            int next = text.codePointAt(end);
            if (!inRun.test(next)) {
                break;
            }
            end += Character.charCount(next);
        }
        return end;
    }

    private static boolean isWord(int c) {
        if (c < 128) {
            return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
        }
        return switch (Character.getType(c)) {
            case Character.UPPERCASE_LETTER,
                    Character.LOWERCASE_LETTER,
                    Character.TITLECASE_LETTER,
                    Character.MODIFIER_LETTER,
                    Character.OTHER_LETTER,
                    Character.DECIMAL_DIGIT_NUMBER,
                    Character.LETTER_NUMBER,
                    Character.OTHER_NUMBER -> true;
            default -> false;
        };
    }

    private static boolean isSpace(int c) {
        if (c < 128) {
            return c == ' ' || (c >= '\t' && c <= '\r') || (c >= 0x1c && c <= 0x1f);
        }
        return c == 0x85 || c == 0x2028 || c == 0x2029 || Character.getType(c) == Character.SPACE_SEPARATOR;
    }
}
