import { stageFile } from "./stage-file.ts";

/** The stage that customers use: what it keeps is kept, and its alarms reach somebody. */
export const isProduction = $app.stage === "production";

const file = stageFile($app.stage);

/** A name of the stage's own; without one the edge gives a name. */
export const { domain } = file;

/** Where traces go. */
export const { otlpEndpoint } = file;

/** Who may open evidence. */
export const { operators } = file;

/** Nothing runs by itself, so that its database may sleep too. */
export const { asleep: isAsleep } = file;

/** Where the functions' own numbers are kept: a stage's do not mix with another's. */
export const metricsNamespace = `Connect/${$app.stage}`;
