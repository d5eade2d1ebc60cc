import type { BrowserSession } from "#lib/browser/index.ts";
import { bankDriver } from "#lib/contract/bank/index.ts";
import type { DriverOptions, PortalDriver } from "#lib/contract/index.ts";
import { logIn } from "./log-in.ts";
import { logOut } from "./log-out.ts";
import { readBalances } from "./read-balances.ts";
import { readMovements } from "./read-movements.ts";

export const needs = "browser";

/** Longer waits are the queue's: the job comes back after a pause, and asks the device again. */
const defaultApprovalWaitMs = 60_000;

export function open(session: BrowserSession, options: DriverOptions): PortalDriver {
  const baseUrl = options.baseUrl.replace(/\/$/, "");
  const { approvalWaitMs = defaultApprovalWaitMs } = options;
  return bankDriver({
    logIn: (entry) => logIn({ ...entry, session, baseUrl, approvalWaitMs }),
    readers: {
      saldos: ({ rut }) => readBalances({ session, baseUrl, rut }),
      movimientos: ({ rut, periodo }) => readMovements({ session, baseUrl, rut }, periodo),
    },
    logOut: () => logOut(session, baseUrl),
  });
}
