import { idPattern } from "#lib/kernel/ids.ts";
import type { Planner } from "./database.ts";

const organizationId = idPattern("org");

/** By index, plans for a call's own values would all be the same: one is made for all calls. */
const settings: Record<Planner, Readonly<Record<string, string>>> = {
  as_it_thinks: {},
  by_index: {
    enable_seqscan: "off",
    enable_sort: "off",
    enable_bitmapscan: "off",
    enable_hashjoin: "off",
    enable_mergejoin: "off",
    plan_cache_mode: "force_generic_plan",
  },
};

/**
 * One round trip that opens the transaction, and sets whose rows it may see and how they are
 * reached.
 */
export function beginAs(scope: string, planner: Planner): string {
  if (scope !== "*" && !organizationId.test(scope)) throw new TypeError("not an organization id");
  const set = Object.entries(settings[planner]).map(
    ([name, value]) => `, set_config('${name}', '${value}', true)`,
  );
  return `begin; select set_config('app.org_id', '${scope}', true)${set.join("")}`;
}
