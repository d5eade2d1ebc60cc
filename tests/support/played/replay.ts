import { actors } from "#lib/db/actors.ts";
import { replayActs } from "#lib/restore/index.ts";
import type { TestApi } from "../scenes/api.ts";

/** `restore replay`, as the operator runs it over the lines of a log. */
export function replay(
  { deps, contextOf }: Pick<TestApi, "deps" | "contextOf">,
  log: Parameters<typeof replayActs>[2],
): ReturnType<typeof replayActs> {
  const as = (id: string) => ({
    ...contextOf(id),
    actor: actors.operator("ana"),
    vault: deps.vault,
  });
  return replayActs(deps, as, log);
}
