import { findCalls, isCallPlace, listCalls } from "#lib/audit/index.ts";
import { dayMs } from "#lib/kernel/clock.ts";
import { Refused, WrongCall } from "../refusals.ts";
import type { Runs } from "./table.ts";

export const audit: Runs<"audit"> = {
  show: async (at, { REQ }) => {
    const calls = await findCalls(at.system, REQ);
    if (calls.length === 0) throw new Refused("nothing is on record of that request");
    return { calls: calls.map((call) => ({ ...call, sourceHash: undefined })) };
  },
  list: (at, { outcome, since, after }) => {
    if (after !== undefined && !isCallPlace(after))
      throw new WrongCall(`no list ended at ${after}`);
    const to = at.system.clock.now();
    const from = since === undefined ? new Date(to.getTime() - dayMs) : new Date(since);
    return listCalls(at.own, { outcome, from, to }, { limit: 200, after });
  },
};
