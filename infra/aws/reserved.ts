import { workersAtOnce } from "./browser.ts";
import type { FunctionName } from "./bundle.ts";
import { isProduction } from "./stage.ts";

/**
 * The account limits how many functions run at once, first come, first served. So each function has its own share: a
 * flood of calls uses up only the API's. Two runs of a task of every minute may overlap.
 */
const reserved: Readonly<Record<FunctionName, number>> = {
  api: 300,
  ...workersAtOnce,
  dashboard: 50,
  // Both workers' browsers may start at once.
  "credential-broker": 30,
  "drain-deliveries": 2,
  housekeeping: 2,
};

/** Stages without customers share what is left. */
export function atOnce(name: FunctionName) {
  return isProduction ? { concurrency: { reserved: reserved[name] } } : {};
}
