import { readFile } from "node:fs/promises";
import { acts } from "#functions/acts.ts";
import { lazyConnectors } from "#lib/connectors/lazy-connectors.ts";
import { newestAction } from "#lib/operator/index.ts";
import {
  beginRestore,
  finishRestore,
  isRestoring,
  notSaidAgain,
  replayActs,
} from "#lib/restore/index.ts";
import type { At } from "./at.ts";
import { Refused, WrongCall } from "./refusals.ts";
import type { Runs } from "./table.ts";

export const restore: Runs<"restore"> = {
  begin: async (at) => ({ held: "*", ...(await beginRestore(at.system, acts)) }),
  replay: async (at, { point, file }) => {
    const { point: since } = await begun(at, point);
    const text = await readFile(file, "utf8").catch((cause: unknown) => {
      throw new WrongCall(`${file} cannot be read`, { cause });
    });
    const as = (organizationId: string) => ({ ...at.of(organizationId), vault: at.vault });
    return replayActs(at.system, as, { lines: text.split("\n"), since });
  },
  finish: async (at, given) => {
    if (!(await isRestoring(at.system))) throw new Refused("no restore is under way");
    const { at: begunAt, point } = await begun(at, given.point);
    const missing = await notSaidAgain(at.system, begunAt);
    if (missing === null) {
      throw new Refused("nothing was replayed since it began: restore replay --file LOG");
    }
    if (missing.length > 0 && !given["left-out"]) {
      throw new Refused(`not made again since it began: ${missing.join(", ")}; or --left-out`);
    }
    const { "left-out": isLeftOut } = given;
    return finishRestore(at.system, { begunAt, point, offered, isLeftOut });
  },
};

function offered(connector: string) {
  return lazyConnectors.find(({ manifest }) => manifest.id === connector)?.manifest.alcances ?? [];
}

async function begun(at: At, said: string): Promise<{ at: Date; point: Date }> {
  const found = await newestAction(at.system, "restore begin");
  const point = found?.options["point"];
  if (found === null || typeof point !== "string") throw new Refused("no restore was begun");
  if (Date.parse(point) !== Date.parse(said)) throw new Refused(`it was begun with ${point}`);
  return { at: found.at, point: new Date(point) };
}
