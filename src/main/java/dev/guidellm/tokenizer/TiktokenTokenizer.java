package dev.guidellm.tokenizer;

import com.knuddels.jtokkit.Encodings;
import com.knuddels.jtokkit.api.Encoding;
import com.knuddels.jtokkit.api.EncodingRegistry;
import com.knuddels.jtokkit.api.EncodingType;
import com.knuddels.jtokkit.api.IntArrayList;
import com.knuddels.jtokkit.api.ModelType;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/// OpenAI's byte-pair encodings, GPT-2's included, from tables inside the program: no network.
public final class TiktokenTokenizer implements Tokenizer {
    private static final EncodingRegistry ENCODINGS = Encodings.newLazyEncodingRegistry();

    private static final Set<String> GPT2_NAMES =
            Set.of("gpt2", "gpt2-medium", "gpt2-large", "gpt2-xl", "distilgpt2", "distilbert/distilgpt2");
    private static final List<String> O200K_FAMILIES =
            List.of("gpt-4o", "chatgpt-4o", "gpt-4.1", "gpt-4.5", "gpt-5", "o1", "o3", "o4-mini");

    private final String name;
    private final Encoding encoding;
    private final Map<String, Integer> specialTokens;
    private final Map<Integer, String> specialTexts = new HashMap<>();
    private final Pattern anySpecialToken;

    private TiktokenTokenizer(String name, EncodingType type) {
        this.name = name;
        this.encoding = ENCODINGS.getEncoding(type);
        this.specialTokens = specialTokensOf(type);
        specialTokens.forEach((text, id) -> specialTexts.put(id, text));
        this.anySpecialToken = Pattern.compile(
                specialTokens.keySet().stream().map(Pattern::quote).collect(Collectors.joining("|")));
    }

    /// The encoding that `name` names: an encoding (`cl100k_base`), GPT-2 by its hub names, or an OpenAI model.
    public static Optional<TiktokenTokenizer> named(String name) {
        return typeOf(name.strip().toLowerCase(Locale.ROOT)).map(type -> new TiktokenTokenizer(name, type));
    }

    private static Optional<EncodingType> typeOf(String name) {
        String model = name.startsWith("openai-community/") ? name.substring("openai-community/".length()) : name;
        if (GPT2_NAMES.contains(model)) {
            return Optional.of(EncodingType.R50K_BASE);
        }
        Optional<EncodingType> known =
                EncodingType.fromName(model).or(() -> ModelType.fromName(model).map(ModelType::getEncodingType));
        if (known.isPresent()) {
            return known;
        }
        if (O200K_FAMILIES.stream().anyMatch(family -> isOf(model, family))) {
            return Optional.of(EncodingType.O200K_BASE);
        }
        return isOf(model, "gpt-4") || isOf(model, "gpt-3.5-turbo")
                ? Optional.of(EncodingType.CL100K_BASE)
                : Optional.empty();
    }

    private static boolean isOf(String model, String family) {
        return model.equals(family) || model.startsWith(family + "-");
    }

    private static Map<String, Integer> specialTokensOf(EncodingType type) {
        return switch (type) {
            case R50K_BASE, P50K_BASE -> Map.of("<|endoftext|>", 50256);
            case P50K_EDIT ->
                Map.of(
                        "<|endoftext|>",
                        50256,
                        "<|fim_prefix|>",
                        50281,
                        "<|fim_middle|>",
                        50282,
                        "<|fim_suffix|>",
                        50283);
            case CL100K_BASE ->
                Map.of(
                        "<|endoftext|>",
                        100257,
                        "<|fim_prefix|>",
                        100258,
                        "<|fim_middle|>",
                        100259,
                        "<|fim_suffix|>",
                        100260,
                        "<|endofprompt|>",
                        100276);
            case O200K_BASE -> Map.of("<|endoftext|>", 199999, "<|endofprompt|>", 200018);
        };
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public int[] encode(String text, boolean addSpecialTokens) {
        if (!text.contains("<|")) {
            return encoding.encodeOrdinary(text).toArray();
        }
        IntArrayList ids = new IntArrayList();
        Matcher special = anySpecialToken.matcher(text);
        int from = 0;
        while (special.find()) {
            addAll(ids, encoding.encodeOrdinary(text.substring(from, special.start())));
            ids.add(specialTokens.getOrDefault(special.group(), 0));
            from = special.end();
        }
        addAll(ids, encoding.encodeOrdinary(text.substring(from)));
        return ids.toArray();
    }

    @Override
    public int count(String text) {
        return text.contains("<|") ? encode(text, false).length : encoding.countTokensOrdinary(text);
    }

    @Override
    public String decode(int[] ids, boolean skipSpecialTokens) {
        int[] kept = skipSpecialTokens
                ? Arrays.stream(ids).filter(id -> !specialTexts.containsKey(id)).toArray()
                : ids;
        IntArrayList list = new IntArrayList(kept.length);
        for (int id : kept) {
            list.add(id);
        }
        return encoding.decode(list);
    }

    @Override
    public int addedSpecialTokens() {
        return 0;
    }

    private static void addAll(IntArrayList target, IntArrayList more) {
        for (int i = 0; i < more.size(); i++) {
            target.add(more.get(i));
        }
    }
}
