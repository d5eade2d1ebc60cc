import { dropHold, listHolds, setHold } from "#lib/operator/index.ts";
import { listConnectors, updateOrganization } from "#lib/identity/index.ts";
import { allKeys } from "./all-keys.ts";
import type { At } from "./at.ts";
import { Refused } from "../refusals.ts";
import type { Runs } from "./table.ts";

export const connector: Runs<"connector"> = {
  enable: async (at, { ORG, SYSTEM }) => {
    const connectors = await change(at, ORG, (before) => [...before, SYSTEM]);
    const lacking = (await allKeys(at.own)).filter(
      ({ state, scopes }) =>
        state === "live" && !scopes.some((scope) => scope.startsWith(`${SYSTEM}:`)),
    );
    return { connectors, keysWithoutIt: lacking.map(({ id, name }) => ({ id, name })) };
  },
  disable: async (at, { ORG, SYSTEM }) => ({
    connectors: await change(at, ORG, (before) => before.filter((one) => one !== SYSTEM)),
  }),
  pause: async (at, { SYSTEM }) => {
    const set = await setHold(at.system, { kind: "system", subject: SYSTEM });
    if (!set) throw new Refused(`${SYSTEM} is paused already`);
    return { paused: SYSTEM };
  },
  resume: async (at, { SYSTEM }) => {
    const dropped = await dropHold(at.system, { kind: "system", subject: SYSTEM });
    if (!dropped) throw new Refused(`${SYSTEM} is not paused`);
    return { resumed: SYSTEM };
  },
  paused: async (at) => ({ paused: await listHolds(at.system) }),
};

async function change(at: At, id: string, to: (before: string[]) => string[]): Promise<string[]> {
  await updateOrganization(at.system, id, { connectors: to(await listConnectors(at.own)) });
  return listConnectors(at.own);
}
