# Sourced by the launcher and the test command: sets JAVA_HOME to a JDK of at least version 25, or ends with one line.
# Written for bash 3.2.

jdk_version() { # FOLDER -> the major version of the JDK there, nothing when there is none
    [ -x "$1/bin/javac" ] || return 1
    if [ -r "$1/release" ]; then
        sed -n 's/^JAVA_VERSION="\([0-9]*\).*/\1/p' "$1/release"
    else
        "$1/bin/javac" -version 2>&1 | sed -n 's/^javac \([0-9]*\).*/\1/p'
    fi
}

jdk_home_of() { # PROGRAM -> the folder that its links lead to
    program=$1
    while [ -L "$program" ]; do
        link=$(readlink "$program")
        case $link in
            /*) program=$link ;;
            *) program=$(dirname "$program")/$link ;;
        esac
    done
    (cd "$(dirname "$program")/.." 2>/dev/null && pwd -P)
}

find_jdk() {
    candidates=()
    [ -n "${JAVA_HOME:-}" ] && candidates+=("$JAVA_HOME")
    on_path=$(command -v javac 2>/dev/null) && candidates+=("$(jdk_home_of "$on_path")")
    for folder in /usr/lib/jvm/* /usr/java/* /opt/java/* /opt/jdk* "$HOME"/.sdkman/candidates/java/* "$HOME"/.jdks/* \
        /Library/Java/JavaVirtualMachines/*/Contents/Home "$HOME"/Library/Java/JavaVirtualMachines/*/Contents/Home \
        /opt/homebrew/opt/openjdk*/libexec/openjdk.jdk/Contents/Home /usr/local/opt/openjdk*/libexec/openjdk.jdk/Contents/Home; do
        [ -d "$folder" ] && candidates+=("$folder")
    done
    for folder in ${candidates[@]+"${candidates[@]}"}; do
        version=$(jdk_version "$folder") || continue
        if [ -n "$version" ] && [ "$version" -ge 25 ]; then
            JAVA_HOME=$folder
            export JAVA_HOME
            return 0
        fi
    done
    echo "guidellm: no JDK of version 25 or newer found; install one (for example Temurin 25) or set JAVA_HOME to its folder" >&2
    return 1
}
