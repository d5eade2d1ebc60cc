/** For a process that gets nothing of the test's own environment: it is recorded all the same. Empty in every other run. */
export function recordingEnv(): Record<string, string> {
  const { IMPACT_CHILDREN, NODE_OPTIONS } = process.env;
  return IMPACT_CHILDREN === undefined ? {} : { IMPACT_CHILDREN, NODE_OPTIONS: NODE_OPTIONS ?? "" };
}
