import { workersAtOnce } from "./browser.ts";
import type { FunctionName } from "./bundle.ts";
import { isProduction } from "./stage.ts";

/**
 * The account's functions run at once up to one number, first come, first served. So each has
 * its own: a flood of calls fills the API's and no other's. Two of a minute may overlap.
 */
const reserved: Readonly<Record<FunctionName, number>> = {
  api: 300,
  ...workersAtOnce,
  dashboard: 50,
  // Both workers' browsers may begin at once.
  "credential-broker": 30,
  "drain-deliveries": 2,
  housekeeping: 2,
};

/** Stages that nobody is served by share what is left. */
export function atOnce(name: FunctionName) {
  return isProduction ? { concurrency: { reserved: reserved[name] } } : {};
}
