#!/usr/bin/env bash
# Builds the product for the launcher: jar, libraries, start-up cache. Prints its progress. Written for bash 3.2.
set -u
home=$(cd "$(dirname "$0")/.." && pwd -P)
. "$home/scripts/jdk.sh"
find_jdk || exit 1
command -v mvn >/dev/null 2>&1 || {
    echo "guidellm: Maven (mvn) not found; it is needed to build, please install it" >&2
    exit 1
}
cd "$home" || exit 1
mkdir -p target
log=target/launcher.log

# One build at a time: a folder can be made by one process only.
lock=target/launcher.lock
waited=0
until mkdir "$lock" 2>/dev/null; do
    if [ -r "$lock/pid" ] && ! kill -0 "$(cat "$lock/pid" 2>/dev/null)" 2>/dev/null; then
        rm -rf "$lock"
        continue
    fi
    [ $waited -eq 0 ] && echo "guidellm: another build is running, waiting for it"
    waited=1
    sleep 1
done
echo $$ >"$lock/pid"
trap 'rm -rf "$home/$lock"' EXIT
trap 'exit 130' INT TERM
if [ $waited -eq 1 ] && [ -f target/launcher.built ] &&
    [ -z "$(find pom.xml src/main scripts -newer target/launcher.built | head -n 1)" ]; then
    exit 0
fi

began=$(date +%s)
echo "guidellm: building with $JAVA_HOME (first use, or sources have changed)"
touch target/launcher.began
mvn -B -ntp -Dmaven.test.skip=true -Dspotless.check.skip=true package >"$log" 2>&1 &
maven=$!
while kill -0 $maven 2>/dev/null; do
    sleep 1
    step=$(sed -n 's/^\[INFO\] --- \([a-z-]*\):.*/\1/p' "$log" | tail -n 1)
    if [ -t 2 ]; then
        printf '\r\033[Kguidellm: %ss %s' "$(($(date +%s) - began))" "$step" >&2
    elif [ $((($(date +%s) - began) % 10)) -eq 9 ]; then
        echo "guidellm: $(($(date +%s) - began))s $step"
    fi
done
[ -t 2 ] && printf '\r\033[K' >&2
if ! wait $maven; then
    grep '^\[ERROR\]' "$log" | head -n 20 >&2
    echo "guidellm: the build failed; the whole log is in target/launcher.log" >&2
    exit 1
fi

class_path=$home/target/guidellm.jar
for library in "$home"/target/lib/*.jar; do
    class_path=$class_path:$library
done
# The room for classes begins where it ends up: reaching its first mark means a collection just when the load begins.
flags=(--enable-native-access=ALL-UNNAMED --sun-misc-unsafe-memory-access=allow -XX:-UsePerfData -XX:MetaspaceSize=128m
    -Dio.netty.leakDetection.level=disabled -Dio.netty.buffer.checkAccessible=false -Dio.netty.buffer.checkBounds=false)

# The ahead-of-time cache is an extra: without it the start is slower, nothing else changes.
cache=$home/target/guidellm.aot
rm -f "$cache"
echo "guidellm: preparing a fast start"
"$JAVA_HOME/bin/java" "${flags[@]}" -XX:AOTCacheOutput="$cache" -cp "$class_path" dev.guidellm.cli.StartUpTraining \
    >>"$log" 2>&1 || rm -f "$cache"
[ -f "$cache" ] && flags+=(-XX:AOTCache="$cache" -Xlog:aot=off -Xlog:cds=off)

# A collector that stops the program for tens of milliseconds makes requests late by as much. This one does not, where the
# JDK has it; the cache above is made with the usual one and serves both.
collector=(-XX:+UseShenandoahGC -XX:ShenandoahGCMode=generational)
"$JAVA_HOME/bin/java" "${collector[@]}" -version >/dev/null 2>&1 && flags+=("${collector[@]}")

{
    printf 'JAVA=%q\n' "$JAVA_HOME/bin/java"
    printf 'JAVA_FLAGS=('
    printf '%q ' "${flags[@]}"
    printf ')\n'
    printf 'JAVA_CLASS_PATH=%q\n' "$class_path"
} >target/launcher.settings.new && mv target/launcher.settings.new target/launcher.settings
# The time at which the build began counts: a source saved during the build makes the next start build again.
mv target/launcher.began target/launcher.built
echo "guidellm: built in $(($(date +%s) - began))s"
