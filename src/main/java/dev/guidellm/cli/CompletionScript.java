package dev.guidellm.cli;

import dev.guidellm.config.Kinds;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/// Scripts that complete the command line in a shell: commands, options, the kinds of an option, built-in scenarios,
/// files elsewhere.
final class CompletionScript {
    private CompletionScript() {}

    /// For bash 3.2 and later. `=` separates words there, which the script undoes.
    static String bash(CommandSpec root) {
        return """
                # Completion of guidellm for bash; load it with: source <(guidellm completion bash)
                _guidellm() {
                    local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD-1]} option= command= word kinds options
                    for word in "${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
                        case $word in
                            -*) break ;;
                            *) command="${command:+$command }$word" ;;
                        esac
                    done
                    if [[ $cur == "=" ]]; then
                        cur=
                        prev="="
                        [[ ${COMP_WORDS[COMP_CWORD-1]} == kind ]] && option=${COMP_WORDS[COMP_CWORD-2]}
                    elif [[ $prev == "=" && ${COMP_WORDS[COMP_CWORD-2]} == kind ]]; then
                        option=${COMP_WORDS[COMP_CWORD-3]}
                    elif [[ $prev == --* ]]; then
                        option=$prev
                    fi
                    case "$command $option" in
                @KINDS@
                    esac
                    if [[ -n $kinds ]]; then
                        if [[ $prev == "=" ]]; then
                            COMPREPLY=($(compgen -W "$kinds" -- "$cur"))
                        else
                            [[ "kind=" == "$cur"* ]] && cur=
                            COMPREPLY=($(compgen -P kind= -W "$kinds" -- "${cur#kind=}"))
                        fi
                        return
                    fi
                    case $command in
                @OPTIONS@
                    esac
                    COMPREPLY=($(compgen -W "$options" -- "$cur"))
                }
                complete -o default -F _guidellm guidellm
                """.replace("@KINDS@", bashKinds(root)).replace("@OPTIONS@", bashOptions(root));
    }

    private static String bashKinds(CommandSpec root) {
        return typedOptions(root).entrySet().stream()
                .map(e -> "        \"" + e.getKey() + "\") kinds=\"" + String.join(" ", e.getValue()) + "\" ;;")
                .collect(Collectors.joining("\n"));
    }

    private static String bashOptions(CommandSpec root) {
        return all(root).stream()
                .map(c -> "        \"" + below(c) + "\") options=\"" + String.join(" ", words(c)) + "\" ;;")
                .collect(Collectors.joining("\n"));
    }

    /// For zsh.
    static String zsh(CommandSpec root) {
        String kinds = typedOptions(root).entrySet().stream()
                .map(e -> "        '" + e.getKey() + "') compadd -S '' -- "
                        + e.getValue().stream().map(k -> "kind=" + k).collect(Collectors.joining(" "))
                        + "; return ;;")
                .collect(Collectors.joining("\n"));
        String options = all(root).stream()
                .map(c -> "        '" + below(c) + "') compadd -- " + String.join(" ", words(c)) + " ;;")
                .collect(Collectors.joining("\n"));
        return """
                #compdef guidellm
                # Completion of guidellm for zsh; load it with: source <(guidellm completion zsh)
                _guidellm() {
                    local command='' word
                    for word in "${(@)words[2,CURRENT-1]}"; do
                        case $word in
                            -*) break ;;
                            *) command="${command:+$command }$word" ;;
                        esac
                    done
                    case "$command ${words[CURRENT-1]}" in
                @KINDS@
                    esac
                    case "$command" in
                @OPTIONS@
                    esac
                    _files
                }
                compdef _guidellm guidellm
                """.replace("@KINDS@", kinds).replace("@OPTIONS@", options);
    }

    /// For fish.
    static String fish(CommandSpec root) {
        StringBuilder out = new StringBuilder(
                "# Completion of guidellm for fish; save it as ~/.config/fish/completions/guidellm.fish\n");
        for (CommandSpec command : all(root)) {
            String below = below(command);
            String condition = below.isEmpty()
                    ? "__fish_use_subcommand"
                    : "__fish_seen_subcommand_from " + below.substring(below.lastIndexOf(' ') + 1);
            for (CommandSpec sub : command.commands()) {
                out.append("complete -c guidellm -n '").append(condition).append("' -f -a ");
                out.append(sub.name())
                        .append(" -d ")
                        .append(fishText(sub.summary()))
                        .append('\n');
            }
            for (OptionSpec option : command.options()) {
                out.append("complete -c guidellm -n '").append(condition).append('\'');
                for (String name : option.names()) {
                    out.append(name.startsWith("--") ? " -l " + name.substring(2) : " -s " + name.substring(1));
                }
                if (option.family() != null) {
                    out.append(" -x -a '");
                    out.append(Kinds.names(option.family()).stream()
                            .map(k -> "kind=" + k)
                            .collect(Collectors.joining(" ")));
                    out.append('\'');
                } else if (option.arity() > 0) {
                    out.append(" -r");
                }
                out.append(" -d ").append(fishText(option.help())).append('\n');
            }
        }
        return out.toString();
    }

    private static String fishText(String text) {
        return "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'";
    }

    /// The words that may follow a command: its commands and options, or the values of its argument.
    private static List<String> words(CommandSpec command) {
        List<String> words = new ArrayList<>();
        command.commands().forEach(sub -> words.add(sub.name()));
        command.arguments().stream()
                .filter(argument -> argument.name().indexOf('|') > 0)
                .forEach(argument -> words.addAll(List.of(argument.name().split("\\|"))));
        command.options().forEach(option -> words.addAll(option.names()));
        return words;
    }

    /// The kinds of each typed option, by `command option`.
    private static Map<String, List<String>> typedOptions(CommandSpec root) {
        Map<String, List<String>> kinds = new LinkedHashMap<>();
        for (CommandSpec command : all(root)) {
            for (OptionSpec option : command.options()) {
                if (option.family() != null) {
                    kinds.put(below(command) + " " + option.name(), Kinds.names(option.family()));
                }
            }
        }
        return kinds;
    }

    private static List<CommandSpec> all(CommandSpec command) {
        List<CommandSpec> found = new ArrayList<>(List.of(command));
        command.commands().forEach(sub -> found.addAll(all(sub)));
        return found;
    }

    /// The path without the program's name.
    private static String below(CommandSpec command) {
        int blank = command.path().indexOf(' ');
        return blank < 0 ? "" : command.path().substring(blank + 1);
    }
}
