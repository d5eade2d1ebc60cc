import { acts } from "#functions/workers/acts.ts";
import { lazyConnectors } from "#lib/tools/lazy-connectors.ts";
import { beginRestore, finishRestore, replayActs } from "#lib/restore/index.ts";
import { begunRestore, replayedRestore } from "./begun-restore.ts";
import { Refused } from "../refusals.ts";
import { linesIn } from "./scopes.ts";
import type { Runs } from "./table.ts";

export const restore: Runs<"restore"> = {
  begin: async (at, { point }) => {
    // A replay repeats what came after it: of a point to come, nothing.
    if (new Date(point) > at.system.clock.now()) throw new Refused(`${point} is yet to come`);
    return { held: "*", ...(await beginRestore(at.system, acts)) };
  },
  replay: async (at, { point, file, "left-out": isLeftOut }) => {
    const { point: since } = await begunRestore(at, point);
    const as = (organizationId: string) => ({ ...at.of(organizationId), vault: at.vault });
    return replayActs(at.system, as, { lines: linesIn(file), since, isLeftOut });
  },
  finish: async (at, { point: said, "left-out": isLeftOut }) => {
    const { at: begunAt, point } = await replayedRestore(at, { point: said, isLeftOut });
    return finishRestore(at.system, { begunAt, point, offered, isLeftOut });
  },
};

function offered(connector: string) {
  return lazyConnectors.find(({ manifest }) => manifest.id === connector)?.manifest.alcances ?? [];
}
