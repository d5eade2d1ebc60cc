/**
 * The environment of Go programs: bundler, compiler and linter end before garbage collection pays off, but spent a
 * third to a half of their time on it. Beyond the limit they still collect.
 */
export const rarelyCollecting = { GOGC: "1600", GOMEMLIMIT: "4GiB" };
