/** Traces, where the standard variables are set at the deployment. Their headers may hold a token. */
export const traces = Object.fromEntries(
  Object.entries(process.env)
    .filter(([name]) => name.startsWith("OTEL_"))
    .map(([name, value]) => [name, $util.secret(value ?? "")]),
);
