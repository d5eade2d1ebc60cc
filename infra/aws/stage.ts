/** The stage that customers use: what it keeps is kept, and its alarms reach somebody. */
export const isProduction = $app.stage === "production";

/** A name of the stage's own, in a zone of this account; without one the edge gives a name. */
export const domain = process.env["CONNECT_DOMAIN"];

/** A stage that nobody uses: nothing runs by itself, so that its database may sleep too. */
export const isAsleep = process.env["CONNECT_ASLEEP"] === "yes";
