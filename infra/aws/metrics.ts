/** Where the functions' own numbers are kept: a stage's do not mix with another's. */
export const metricsNamespace = `Connect/${$app.stage}`;
