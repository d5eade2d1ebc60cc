import { bankDriver } from "#lib/contract/bank/index.ts";
import type { DriverOptions, InvoicingAccount, PortalDriver } from "#lib/contract/index.ts";
import { Api } from "./api.ts";
import { invoicing } from "./invoicing.ts";
import { logInByKey } from "./log-in.ts";
import { readDocuments } from "./read-documents.ts";
import { readFolios } from "./read-folios.ts";

export const needs = "http";

export function open(options: DriverOptions & { signal: AbortSignal }): PortalDriver {
  const api = new Api(options);
  let company: string | null = null;
  let account: InvoicingAccount | null = null;
  const driver = bankDriver({
    async logIn(entry) {
      company = null;
      const login = await logInByKey(api, entry);
      const { outcome } = login;
      account = login.account;
      if (outcome.kind === "ok") company = outcome.company.rut;
      return outcome;
    },
    readers: {
      documentos: (asked) => readDocuments(api, asked),
      folios: (asked) => readFolios(api, asked),
    },
    // A key has no session to end.
    logOut: () => Promise.resolve(),
  });
  const opened = (): string => {
    if (company === null) throw new TypeError("asked before login");
    return company;
  };
  const accountOfLogin = (): InvoicingAccount | null => {
    const read = account;
    account = null;
    return read;
  };
  return { ...driver, invoicing: invoicing(api, opened, accountOfLogin) };
}
