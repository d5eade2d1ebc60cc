import { setInterval as everySoOften } from "node:timers/promises";
import {
  failedParts,
  readSmoke,
  smokeWaitMs,
  startSmoke,
  unheardParts,
  type SmokeResults,
} from "#lib/smoke/index.ts";
import type { At } from "./at.ts";
import { Refused } from "../refusals.ts";

const lookEveryMs = 1_000;

/** Refused unless every part answers, and is of the given release. */
export async function lookAlive(at: At, release: string | undefined): Promise<object> {
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
}

async function answersTo({ system }: At, smoke: string): Promise<SmokeResults> {
  const until = performance.now() + smokeWaitMs;
  for await (const _ of everySoOften(lookEveryMs)) {
    const results = await readSmoke(system, smoke);
    if (unheardParts(results).length === 0 || performance.now() > until) return results;
  }
  return {};
}
