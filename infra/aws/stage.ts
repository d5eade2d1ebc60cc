import { stageFile } from "./stage-file.ts";

/** The stage that customers use: its data is retained, and its alarms reach somebody. */
export const isProduction = $app.stage === "production";

const file = stageFile($app.stage);

/** Its own domain; by default the edge assigns a name. */
export const { domain } = file;

/** Where traces go. */
export const { otlpEndpoint } = file;

/** Who may open evidence. */
export const { operators } = file;

/** Nothing runs by itself, so that its database can sleep too. */
export const { asleep: isAsleep } = file;

/** The namespace of the functions' own metrics, so that stages do not mix. */
export const metricsNamespace = `Connect/${$app.stage}`;
