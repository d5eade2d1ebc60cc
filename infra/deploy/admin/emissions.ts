import { dropHold, everyOrganization, setHold } from "#lib/operator/index.ts";
import { Refused } from "../refusals.ts";
import type { Runs } from "./table.ts";

export const emissions: Runs<"emissions"> = {
  hold: async (at, { ORG: subject = everyOrganization }) => {
    const set = await setHold(at.system, { kind: "emissions", subject });
    if (!set) throw new Refused("they are held already");
    return { held: subject };
  },
  release: async (at, { ORG: subject = everyOrganization }) => {
    const dropped = await dropHold(at.system, { kind: "emissions", subject });
    if (!dropped) throw new Refused("they are not held");
    return { released: subject };
  },
};
