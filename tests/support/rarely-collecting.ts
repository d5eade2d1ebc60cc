/**
 * The environment of programs in Go: the bundler, the compiler and the linter end before it is of any
 * use that they collect, and a third to a half of their time went there. Past the limit they do.
 */
export const rarelyCollecting = { GOGC: "1600", GOMEMLIMIT: "4GiB" };
