import { changeConnection, findConnectionDetail } from "#lib/connections/index.ts";
import { lazyConnectors } from "#lib/tools/lazy-connectors.ts";
import type { At } from "./at.ts";
import { Refused } from "../refusals.ts";

/** As support sees it: its company, its credential's state, its scopes. */
export async function showConnection(at: At, id: string) {
  const found = await findConnectionDetail(at.own, id);
  if (found === null) throw new Refused("no such connection");
  return found;
}

/** What is not named does not change. */
export async function editConnection(
  at: At,
  id: string,
  change: { enabled?: boolean; nombre?: string; scopes?: string[]; alcances?: string[] },
) {
  const { sistema, version, disabledAt, ...now } = await showConnection(at, id);
  const manifest = lazyConnectors.find((one) => one.manifest.id === sistema)?.manifest;
  const offered = manifest?.alcances.map((module) => module.id) ?? [];
  const before = { ...now, enabled: disabledAt === null };
  const edited = await changeConnection(at.own, id, { ...before, ...change, offered, version });
  return edited.connection;
}
