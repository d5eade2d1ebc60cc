import { testAccounts } from "#infra/sandbox/portals/facturacion/accounts.ts";
import { companyRut } from "./bank-scene.ts";

type LeadsTo = ReturnType<typeof testAccounts>[number]["leadsTo"];

/** With the key of the sandbox's first company that leads there. */
export function facturacionLogin(leadsTo: LeadsTo = "ok"): { apiKey: string; empresa: string } {
  const account = testAccounts().find((one) => one.leadsTo === leadsTo);
  if (account === undefined) throw new Error(`no key leads to ${leadsTo}`);
  const empresa = leadsTo === "other_company" ? companyRut : account.company;
  return { apiKey: account.apiKey, empresa };
}
