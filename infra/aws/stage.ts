/** The stage that customers use: what it keeps is kept, and its alarms reach somebody. */
export const isProduction = $app.stage === "production";

/** A name of the stage's own, in a zone of this account; without one the edge gives a name. */
export const domain = process.env["CONNECT_DOMAIN"];

/** Where the functions' own numbers are kept: a stage's do not mix with another's. */
export const metricsNamespace = `Connect/${$app.stage}`;

/** A stage that nobody uses: nothing runs by itself, so that its database may sleep too. */
export const isAsleep = process.env["CONNECT_ASLEEP"] === "yes";
