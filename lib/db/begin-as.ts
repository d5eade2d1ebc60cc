import type { Planner } from "./database.ts";

const switchedOff: Record<Planner, readonly string[]> = {
  as_it_thinks: [],
  by_index: [
    "enable_seqscan",
    "enable_sort",
    "enable_bitmapscan",
    "enable_hashjoin",
    "enable_mergejoin",
  ],
};

/** One round trip opens the transaction, and says whose rows it may see and how they are reached. */
export function beginAs(scope: string, planner: Planner): string {
  if (!/^(\*|org_[0-9a-z]{26})$/.test(scope)) throw new TypeError("not an organization id");
  const off = switchedOff[planner].map((setting) => `, set_config('${setting}', 'off', true)`);
  return `begin; select set_config('app.org_id', '${scope}', true)${off.join("")}`;
}
