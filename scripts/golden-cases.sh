#!/usr/bin/env bash
# Sums up what the golden-case tests wrote: how many cases ran, how many deviate on purpose, how many were skipped (must be 0).
set -u
cd "$(dirname "$0")/.." || exit 1
[ -d target/golden-cases ] || {
    echo "golden cases: none ran"
    exit 1
}
find target/golden-cases -name '*.count' -exec cat {} + | tr -s ' ' '\n' | awk -F= '
    { sum[$1] += $2 }
    END {
        printf "golden cases: %d ran, %d of them deviate on purpose, %d skipped\n", sum["ran"], sum["deviating"], sum["skipped"]
        exit sum["skipped"] > 0
    }'
