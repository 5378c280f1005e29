#!/usr/bin/env bash
# Checks the narrow times of the recorded cases (+25 ms) and the gap between requests of a stream. Needs an idle machine.
set -eu
cd "$(dirname "$0")/.."
. scripts/jdk.sh
find_jdk
mvn -B -ntp -Dtest=RecordedTimesBench -Dtest.excludedGroups= -Dspotless.check.skip=true test | grep -E '^[0-9][0-9]|Tests run|ERROR|BUILD'
