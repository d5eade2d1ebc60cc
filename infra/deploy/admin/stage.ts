import { readFile } from "node:fs/promises";
import { setInterval as everySoOften } from "node:timers/promises";
import { countPast } from "#lib/retention/index.ts";
import { forgetSchedules } from "#lib/schedules/index.ts";
import {
  failedParts,
  readSmoke,
  smokeWaitMs,
  startSmoke,
  unheardParts,
  type SmokeResults,
} from "#lib/smoke/index.ts";
import { tellStacks } from "../stack/tell-stacks.ts";
import type { At } from "./at.ts";
import { Refused, WrongCall } from "./refusals.ts";
import type { Runs } from "./table.ts";

const lookEveryMs = 1_000;

export const stage: Runs<"stage"> = {
  smoke: async (at, { release }) => {
    const smoke = await startSmoke(at.system);
    const parts = await answersTo(at, smoke);
    const failed = failedParts(parts).map((part) => {
      const { step, code } = parts[part] ?? { step: "none", code: "no answer" };
      return `${part} (${code}, at its step ${step})`;
    });
    if (failed.length > 0) throw new Refused(`not alive: ${failed.join(", ")}`);
    const others = Object.entries(parts).filter(([, part]) => part.release !== release);
    if (release !== undefined && others.length > 0) {
      const named = others.map(([name, part]) => `${name} (${part.release ?? "unknown"})`);
      throw new Refused(`alive, and not of ${release}: ${named.join(", ")}`);
    }
    return { smoke, parts };
  },
  prune: async (at, { "dry-run": isRehearsed }) => {
    if (!isRehearsed) {
      throw new WrongCall("Housekeeping prunes by itself, once an hour: --dry-run counts");
    }
    return { past: await countPast(at.system) };
  },
  stack: async (_, { file }) => {
    const log = await readFile(file, "utf8").catch((cause: unknown) => {
      throw new WrongCall(`${file} cannot be read`, { cause });
    });
    return { failures: await tellStacks(log) };
  },
};

async function answersTo({ system }: At, smoke: string): Promise<SmokeResults> {
  const until = performance.now() + smokeWaitMs;
  for await (const _ of everySoOften(lookEveryMs)) {
    const results = await readSmoke(system, smoke);
    if (unheardParts(results).length === 0 || performance.now() > until) return results;
  }
  return {};
}

export const schedules: Runs<"schedules"> = {
  forget: async (at) => {
    await forgetSchedules(at.system);
    return { forgotten: "all" };
  },
};
