import type { Context } from "hono";
import { otherCompany } from "../../generator/companies.ts";
import { isRateLimited } from "../../system/interference.ts";
import type { LateList } from "../../system/late-list.ts";
import type { SandboxEnv, World } from "../../system/system.ts";
import type { Account } from "./accounts.ts";
import type { Documents } from "./documents.ts";
import type { FolioRanges } from "./folio-ranges.ts";
import { problem } from "./problems.ts";
import type { FacturacionSwitches } from "./switches.ts";

export type Ctx = Context<SandboxEnv>;
type Answer = Response | Promise<Response>;

export interface Facturacion {
  world: World;
  accounts: readonly Account[];
  documents: Documents;
  folios: FolioRanges;
  switches: FacturacionSwitches;
  late: LateList;
}

const callMs = 25;
const usualWaitSeconds = 2;

/** Every call has a key, and is only about that key's company. */
export function keyed(
  { world, accounts }: Facturacion,
  answer: (c: Ctx, account: Account) => Answer,
): (c: Ctx) => Promise<Response> {
  return async (c) => {
    await world.pause(callMs);
    c.header("cache-control", "no-store");
    if (isRateLimited(c, world, usualWaitSeconds)) return problem(c, "demasiadas-solicitudes");
    const key = c.req.header("api-key");
    const account = accounts.find(({ apiKey }) => apiKey === key);
    const fault = world.faults.take("wrong_password", "account_blocked");
    if (!account || fault?.kind === "wrong_password") {
      world.counters.add("failed_logins");
      return problem(c, key === undefined ? "clave-ausente" : "clave-no-valida");
    }
    if (account.isSuspended || fault) {
      world.counters.add("failed_logins");
      return problem(c, "cuenta-suspendida");
    }
    if (c.req.method !== "GET") return answer(c, account);
    world.counters.add("pages");
    if (!world.faults.take("identity_mismatch")) return answer(c, account);
    return answer(c, accounts.find(({ company }) => company === otherCompany) ?? account);
  };
}
