/// How much load this program can make on this machine, measured against a server in the same process, and what of
/// the machine stands in the way. Start reading at [dev.guidellm.selftest.SelfTest], then
/// [dev.guidellm.selftest.CpuSplit] for how a ceiling is derived.
@NullMarked
package dev.guidellm.selftest;

import org.jspecify.annotations.NullMarked;
