import type { BrowserSession } from "#lib/browser/index.ts";
import { bankDriver } from "#lib/contract/bank/index.ts";
import type { DriverOptions, PortalDriver } from "#lib/contract/index.ts";
import { logInByForm } from "./log-in.ts";
import { logOut } from "./log-out.ts";
import { monthReaders } from "./read-month.ts";
import { Service } from "./service.ts";

export const needs = "browser";

export function open(session: BrowserSession, { baseUrl }: DriverOptions): PortalDriver {
  const service = new Service(baseUrl);
  return bankDriver({
    logIn: (entry) => logInByForm({ ...entry, session, service }),
    readers: { ...monthReaders(session, service) },
    logOut: () => logOut(session, service),
  });
}
