#!/usr/bin/env bash
# How long the HTML report takes to write and to open, up to 20 levels of 100,000 requests. Needs Chromium and its driver.
set -eu
cd "$(dirname "$0")/.."
. scripts/jdk.sh
find_jdk
mvn -B -ntp -Dtest=HtmlReportBench -Dtest.excludedGroups= -Dspotless.check.skip=true test | grep -E '^[0-9]+ x|Tests run|ERROR|BUILD'
