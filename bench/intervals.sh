#!/usr/bin/env bash
# How often intervals hold the truth, at a fixed size and where enough_samples stops, and how often the test that ends
# probes errs: the tables of docs/benchmarks.md. Simulated, no server; a few minutes of one core.
set -eu
cd "$(dirname "$0")/.."
. scripts/jdk.sh
find_jdk
mvn -B -ntp -Dtest='IntervalsBench,AttainmentBench' -Dtest.excludedGroups= -Dspotless.check.skip=true test | grep -E '^\||^$|Tests run|ERROR|BUILD'
