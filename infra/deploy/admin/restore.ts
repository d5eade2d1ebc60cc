import { readFile } from "node:fs/promises";
import { acts } from "#functions/acts.ts";
import { lazyConnectors } from "#lib/connectors/lazy-connectors.ts";
import { newestAction } from "#lib/operator/index.ts";
import { beginRestore, finishRestore, isRestoring, replayActs } from "#lib/restore/index.ts";
import type { At } from "./at.ts";
import { Refused, WrongCall } from "./refusals.ts";
import type { Runs } from "./table.ts";

export const restore: Runs<"restore"> = {
  begin: async (at) => ({ held: "*", ...(await beginRestore(at.system, acts)) }),
  replay: async (at, { file }) => {
    const { point: since } = await begun(at);
    const text = await readFile(file, "utf8").catch((cause: unknown) => {
      throw new WrongCall(`${file} cannot be read`, { cause });
    });
    const as = (organizationId: string) => ({ ...at.of(organizationId), vault: at.vault });
    return replayActs(at.system, as, { lines: text.split("\n"), since });
  },
  finish: async (at) => {
    if (!(await isRestoring(at.system))) throw new Refused("no restore is under way");
    const { at: begunAt, point } = await begun(at);
    const replayed = await newestAction(at.system, "restore replay");
    if (replayed === null || replayed.at < begunAt) {
      throw new Refused("nothing was replayed since it began: restore replay --file LOG");
    }
    const offered = (connector: string) =>
      lazyConnectors.find(({ manifest }) => manifest.id === connector)?.manifest.alcances ?? [];
    return finishRestore(at.system, { begunAt, point, offered });
  },
};

async function begun(at: At): Promise<{ at: Date; point: Date }> {
  const found = await newestAction(at.system, "restore begin");
  const point = found?.options["point"];
  if (found === null || typeof point !== "string") throw new Refused("no restore was begun");
  return { at: found.at, point: new Date(point) };
}
