/** Elapsed whole milliseconds of real time: a moved clock does not stretch a latency. */
export function startTimer(): () => number {
  const startedAt = performance.now();
  return () => Math.round(performance.now() - startedAt);
}
