import { countPast } from "#lib/retention/index.ts";
import { forgetSchedules } from "#lib/schedules/index.ts";
import { tellStacks } from "../stack/tell-stacks.ts";
import { lookAlive } from "./look-alive.ts";
import { textIn } from "./scopes.ts";
import type { Runs } from "./table.ts";

export const stage: Runs<"stage"> = {
  smoke: (at, { release }) => lookAlive(at, release),
  prune: async (at) => ({ past: await countPast(at.system) }),
  stack: async (_, { file }) => ({ failures: await tellStacks(await textIn(file)) }),
};

export const schedules: Runs<"schedules"> = {
  forget: async (at) => {
    await forgetSchedules(at.system);
    return { forgotten: "all" };
  },
};
