import { newestAction } from "#lib/operator/index.ts";
import { isRestoring, notSaidAgain } from "#lib/restore/index.ts";
import type { At } from "./at.ts";
import { Refused } from "../refusals.ts";

interface Begun {
  at: Date;
  point: Date;
}

/** The restore in progress; its point must be repeated. */
export async function begunRestore(at: At, said: string): Promise<Begun> {
  const found = await newestAction(at.system, "restore begin");
  const point = found?.options["point"];
  if (found === null || typeof point !== "string") throw new Refused("no restore was begun");
  if (Date.parse(point) !== Date.parse(said)) throw new Refused(`it was begun with ${point}`);
  return { at: found.at, point: new Date(point) };
}

/** Refused before a replay, and while a change that the replay named has not been redone. */
export async function replayedRestore(
  at: At,
  given: { point: string; isLeftOut: boolean },
): Promise<Begun> {
  if (!(await isRestoring(at.system))) throw new Refused("no restore is under way");
  const begun = await begunRestore(at, given.point);
  const missing = await notSaidAgain(at.system, begun.at);
  if (missing === null) {
    throw new Refused("nothing was replayed since it began: restore replay --file LOG");
  }
  if (missing.length > 0 && !given.isLeftOut) {
    throw new Refused(`not made again since it began: ${missing.join(", ")}; or --left-out`);
  }
  return begun;
}
