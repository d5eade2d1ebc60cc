import type { BrowserSession } from "#lib/browser/index.ts";
import { bankDriver } from "#lib/contract/bank/index.ts";
import type { DriverOptions, PortalDriver } from "#lib/contract/index.ts";
import type { Api } from "./api.ts";
import { logIn } from "./log-in.ts";
import { logOut } from "./log-out.ts";
import { readBalances, readMovements, type BancoFVisit } from "./read.ts";

export const needs = "browser";

export function open(session: BrowserSession, options: DriverOptions): PortalDriver {
  const baseUrl = options.baseUrl.replace(/\/$/, "");
  let opened: { api: Api; companyId: string } | null = null;
  const inside = (rut: string): BancoFVisit => {
    if (opened === null) throw new TypeError("read before login");
    return { ...opened, rut };
  };
  return bankDriver({
    logIn: (entry) => {
      opened = null;
      const onCompany = (api: Api, companyId: string): void => {
        opened = { api, companyId };
      };
      return logIn({ ...entry, session, baseUrl, onCompany });
    },
    readers: {
      saldos: ({ rut }) => readBalances(inside(rut)),
      movimientos: ({ rut, periodo }) => readMovements(inside(rut), periodo),
    },
    logOut: () => logOut(session, baseUrl, opened?.api.token ?? null),
  });
}
