package dev.guidellm.json;

import dev.guidellm.json.JsonValue.JsonArray;
import dev.guidellm.json.JsonValue.JsonBoolean;
import dev.guidellm.json.JsonValue.JsonDouble;
import dev.guidellm.json.JsonValue.JsonInteger;
import dev.guidellm.json.JsonValue.JsonNull;
import dev.guidellm.json.JsonValue.JsonObject;
import dev.guidellm.json.JsonValue.JsonString;
import dev.guidellm.json.JsonValue.JsonTimestamp;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.composer.Composer;
import org.yaml.snakeyaml.error.Mark;
import org.yaml.snakeyaml.error.MarkedYAMLException;
import org.yaml.snakeyaml.error.YAMLException;
import org.yaml.snakeyaml.nodes.AnchorNode;
import org.yaml.snakeyaml.nodes.MappingNode;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.nodes.NodeId;
import org.yaml.snakeyaml.nodes.NodeTuple;
import org.yaml.snakeyaml.nodes.ScalarNode;
import org.yaml.snakeyaml.nodes.SequenceNode;
import org.yaml.snakeyaml.nodes.Tag;
import org.yaml.snakeyaml.parser.ParserImpl;
import org.yaml.snakeyaml.reader.StreamReader;
import org.yaml.snakeyaml.resolver.Resolver;
import org.yaml.snakeyaml.scanner.Scanner;
import org.yaml.snakeyaml.scanner.ScannerImpl;
import org.yaml.snakeyaml.tokens.AliasToken;
import org.yaml.snakeyaml.tokens.AnchorToken;
import org.yaml.snakeyaml.tokens.ScalarToken;
import org.yaml.snakeyaml.tokens.Token;

/// Reads one YAML 1.1 document as PyYAML's safe loader does: SnakeYAML scans, [YamlScalars] decides what scalars
/// mean.
///
/// Keys that are not text become their JSON text (`1`, `true`, `null`). Anchors and merge keys (`<<`) work; a value
/// that
/// contains itself, an unknown tag and a list or mapping as a key are errors. An empty document is null.
public final class YamlReader {
    private static final Tag VALUE = new Tag(Tag.PREFIX + "value");

    private final @Nullable Map<String, Integer> lines;
    private final IdentityHashMap<Node, JsonValue> converted = new IdentityHashMap<>();
    private final IdentityHashMap<Node, Boolean> open = new IdentityHashMap<>();

    private YamlReader(@Nullable Map<String, Integer> lines) {
        this.lines = lines;
    }

    /// The one document that `text` holds.
    public static JsonValue read(String text) throws JsonSyntaxException {
        return new YamlReader(null).document(text);
    }

    /// The one document in the rest of `stream`, in UTF-8; the stream stays open.
    public static JsonValue read(InputStream stream) throws IOException, JsonSyntaxException {
        return new YamlReader(null).document(new String(stream.readAllBytes(), StandardCharsets.UTF_8));
    }

    /// The one document that `text` holds, with the line of every value in it.
    public static LocatedDocument readLocated(String text) throws JsonSyntaxException {
        Map<String, Integer> lines = new HashMap<>();
        JsonValue value = new YamlReader(lines).document(text);
        return new LocatedDocument(value, lines);
    }

    private JsonValue document(String text) throws JsonSyntaxException {
        LoaderOptions options = new LoaderOptions();
        options.setCodePointLimit(Integer.MAX_VALUE);
        options.setMaxAliasesForCollections(Integer.MAX_VALUE);
        options.setNestingDepthLimit(500);
        try {
            Scanner scanner = new PyYamlScanner(new ScannerImpl(new StreamReader(text), options), text);
            Node root = new Composer(new ParserImpl(scanner), new PyYamlResolver(), options).getSingleNode();
            if (root == null) {
                return nothing(text);
            }
            return value(root, "");
        } catch (MarkedYAMLException e) {
            String mended = withoutOptionalEscape(text, e);
            if (mended != null) {
                return document(mended);
            }
            throw syntaxError(e.getProblemMark(), e.getContext(), e.getProblem());
        } catch (YAMLException | IllegalArgumentException | IndexOutOfBoundsException e) {
            // SnakeYAML lets the latter two out for some broken tags and escapes
            throw new JsonSyntaxException(0, 0, "not valid YAML: " + e.getMessage());
        }
    }

    /// What a text without any value means: null, unless it has a directive, which needs a document after it.
    private static JsonValue nothing(String text) throws JsonSyntaxException {
        String[] all = text.split("\\R", -1);
        for (int i = 0; i < all.length; i++) {
            if (all[i].startsWith("%")) {
                throw new JsonSyntaxException(i + 1, 1, "a line that starts with '%' needs a document after it");
            }
        }
        return JsonValue.NULL;
    }

    /// The text without the backslash at the problem, when that escapes `/` or a tab: PyYAML (and JSON) know these
    /// escapes, SnakeYAML does not. Null when the problem is another.
    private static @Nullable String withoutOptionalEscape(String text, MarkedYAMLException e) {
        Mark mark = e.getProblemMark();
        if (mark == null || !String.valueOf(e.getProblem()).startsWith("found unknown escape character")) {
            return null;
        }
        int escaped = text.offsetByCodePoints(0, mark.getIndex());
        if (escaped == 0
                || escaped == text.length()
                || text.charAt(escaped - 1) != '\\'
                || "/\t".indexOf(text.charAt(escaped)) < 0) {
            return null;
        }
        return text.substring(0, escaped - 1) + text.substring(escaped);
    }

    private static JsonSyntaxException syntaxError(
            @Nullable Mark mark, @Nullable String context, @Nullable String problem) {
        String what = problem == null ? "not valid YAML" : problem.replaceFirst("\\. \\(Do not use . for .*", "");
        String text = context == null || context.isBlank() ? what : context + " " + what;
        return mark == null
                ? new JsonSyntaxException(0, 0, text)
                : new JsonSyntaxException(mark.getLine() + 1, mark.getColumn() + 1, text);
    }

    private static JsonSyntaxException error(Node node, String problem) {
        return syntaxError(node.getStartMark(), null, problem);
    }

    private JsonValue value(Node node, String path) throws JsonSyntaxException {
        if (lines != null) {
            lines.putIfAbsent(path, node.getStartMark().getLine() + 1);
        }
        Node target = node instanceof AnchorNode anchor ? anchor.getRealNode() : node;
        if (target instanceof ScalarNode scalar) {
            return scalar(scalar);
        }
        JsonValue known = converted.get(target);
        if (known != null) {
            return known;
        }
        if (open.put(target, true) != null) {
            throw error(target, "a value contains itself");
        }
        JsonValue value = switch (target) {
            case SequenceNode sequence -> sequence(sequence, path);
            case MappingNode mapping -> mapping(mapping, path);
            default -> throw error(target, "this YAML is not supported");
        };
        open.remove(target);
        if (lines == null) {
            converted.put(target, value);
        }
        return value;
    }

    private static JsonValue scalar(ScalarNode node) throws JsonSyntaxException {
        String text = node.getValue();
        Tag tag = node.getTag();
        try {
            if (tag.equals(Tag.STR)) {
                return new JsonString(text);
            }
            if (tag.equals(Tag.NULL)) {
                return JsonValue.NULL;
            }
            if (tag.equals(Tag.BOOL)) {
                return YamlScalars.bool(text);
            }
            if (tag.equals(Tag.INT)) {
                return YamlScalars.integer(text);
            }
            if (tag.equals(Tag.FLOAT)) {
                return YamlScalars.floatingPoint(text);
            }
            if (tag.equals(Tag.TIMESTAMP)) {
                return YamlScalars.timestamp(text);
            }
        } catch (IllegalArgumentException e) {
            throw error(node, String.valueOf(e.getMessage()));
        }
        if (tag.equals(VALUE) || tag.equals(Tag.MERGE)) {
            throw error(node, "'" + text + "' has a special meaning in YAML here: quote it");
        }
        throw unknownTag(node);
    }

    private static JsonSyntaxException unknownTag(Node node) {
        return error(node, "the tag '" + node.getTag().getValue() + "' is not supported");
    }

    private JsonValue sequence(SequenceNode node, String path) throws JsonSyntaxException {
        if (!node.getTag().equals(Tag.SEQ)) {
            throw unknownTag(node);
        }
        List<JsonValue> items = new ArrayList<>();
        for (Node item : node.getValue()) {
            items.add(value(item, lines == null ? "" : LocatedDocument.child(path, items.size())));
        }
        return new JsonArray(items);
    }

    private JsonValue mapping(MappingNode node, String path) throws JsonSyntaxException {
        if (!node.getTag().equals(Tag.MAP)) {
            throw unknownTag(node);
        }
        Map<String, JsonValue> members = new LinkedHashMap<>();
        for (NodeTuple pair : node.getValue()) {
            if (isMerge(pair)) {
                merge(pair.getValueNode(), members);
            }
        }
        for (NodeTuple pair : node.getValue()) {
            if (isMerge(pair)) {
                continue;
            }
            String key = key(pair.getKeyNode());
            String below = lines == null ? "" : LocatedDocument.child(path, key);
            if (lines != null) {
                lines.put(below, pair.getKeyNode().getStartMark().getLine() + 1);
            }
            members.put(key, value(pair.getValueNode(), below));
        }
        return new JsonObject(members);
    }

    private static boolean isMerge(NodeTuple pair) {
        return pair.getKeyNode().getTag().equals(Tag.MERGE);
    }

    private void merge(Node node, Map<String, JsonValue> members) throws JsonSyntaxException {
        Node target = node instanceof AnchorNode anchor ? anchor.getRealNode() : node;
        switch (target) {
            case MappingNode mapping -> {
                if (!(value(mapping, "") instanceof JsonObject object)) {
                    throw error(target, "'<<' needs a mapping");
                }
                members.putAll(object.members());
            }
            case SequenceNode sequence -> {
                for (Node item : sequence.getValue().reversed()) {
                    Node real = item instanceof AnchorNode anchor ? anchor.getRealNode() : item;
                    if (!(real instanceof MappingNode)) {
                        throw error(item, "'<<' needs a mapping or a list of mappings");
                    }
                    merge(real, members);
                }
            }
            default -> throw error(target, "'<<' needs a mapping or a list of mappings");
        }
    }

    private static String key(Node node) throws JsonSyntaxException {
        Node target = node instanceof AnchorNode anchor ? anchor.getRealNode() : node;
        if (!(target instanceof ScalarNode scalar)) {
            throw error(node, "a key must be a single value, not a list or mapping");
        }
        if (scalar.getTag().equals(VALUE)) {
            return scalar.getValue();
        }
        return switch (scalar(scalar)) {
            case JsonString(String text) -> text;
            case JsonInteger(var number) -> number.toString();
            case JsonDouble(double number) -> NumberText.of(number);
            case JsonBoolean(boolean truth) -> truth ? "true" : "false";
            case JsonTimestamp(String iso, boolean _) -> iso;
            case JsonNull() -> "null";
            case JsonArray _, JsonObject _ -> throw new IllegalStateException("a scalar became a list or mapping");
        };
    }

    /// Refuses what PyYAML refuses and SnakeYAML does not: tabs between tokens and in plain scalars, and anchors with
    /// other characters than ASCII letters, digits, `-` and `_`.
    private static final class PyYamlScanner implements Scanner {
        private static final Pattern ANCHOR = Pattern.compile("[0-9A-Za-z_-]+");

        private final Scanner scanner;
        private final int[] text;
        private int checkedTo;

        PyYamlScanner(Scanner scanner, String text) {
            this.scanner = scanner;
            // marks count code points; long texts without a tab need no copy
            this.text = text.indexOf('\t') >= 0 ? text.codePoints().toArray() : new int[0];
        }

        @Override
        public boolean checkToken(Token.ID... choices) {
            return scanner.checkToken(choices);
        }

        @Override
        public Token peekToken() {
            return scanner.peekToken();
        }

        @Override
        public Token getToken() {
            Token token = scanner.getToken();
            checkTabs(token);
            String name = switch (token) {
                case AnchorToken anchor -> anchor.getValue();
                case AliasToken alias -> alias.getValue();
                default -> "a";
            };
            if (!ANCHOR.matcher(name).matches()) {
                throw new RefusedException(
                        "an anchor's name takes only letters, digits, '-' and '_'", token.getStartMark());
            }
            return token;
        }

        private void checkTabs(Token token) {
            boolean comment = false;
            boolean plain = token instanceof ScalarToken scalar && scalar.getPlain();
            int from = token.getStartMark().getIndex();
            int to = token.getEndMark().getIndex();
            for (int i = checkedTo; i < Math.min(plain ? to : from, text.length); i++) {
                comment = text[i] != '\n' && (comment || (text[i] == '#' && i < from));
                if (text[i] == '\t' && !comment) {
                    throw new RefusedException("found a tab where only blanks may stand", token.getStartMark());
                }
            }
            checkedTo = Math.max(checkedTo, to);
        }

        @Override
        public void resetDocumentIndex() {
            scanner.resetDocumentIndex();
        }
    }

    private static final class RefusedException extends MarkedYAMLException {
        private static final long serialVersionUID = 1L;

        RefusedException(String problem, Mark mark) {
            super(null, null, problem, mark);
        }
    }

    /// Types of plain scalars by [YamlScalars] instead of SnakeYAML's patterns.
    private static final class PyYamlResolver extends Resolver {
        @Override
        protected void addImplicitResolvers() {
            // none: resolve() below decides
        }

        @Override
        public Tag resolve(NodeId kind, String value, boolean implicit) {
            return switch (kind) {
                case scalar -> implicit ? tagOf(YamlScalars.typeOf(value)) : Tag.STR;
                case sequence -> Tag.SEQ;
                default -> Tag.MAP;
            };
        }

        private static Tag tagOf(YamlScalars.Type type) {
            return switch (type) {
                case BOOL -> Tag.BOOL;
                case FLOAT -> Tag.FLOAT;
                case INT -> Tag.INT;
                case MERGE -> Tag.MERGE;
                case NULL -> Tag.NULL;
                case TIMESTAMP -> Tag.TIMESTAMP;
                case VALUE -> YamlReader.VALUE;
                case TEXT -> Tag.STR;
            };
        }
    }
}
