import { leavePortal, type BrowserSession } from "#lib/browser/index.ts";
import { AppError, type ErrorCode } from "#lib/kernel/errors/index.ts";
import { bankDriver, unknownShape } from "#lib/contract/bank/index.ts";
import type { DriverOptions, PortalDriver } from "#lib/contract/index.ts";
import { enterInvoicer } from "./enter-invoicer.ts";
import { feeReceipts } from "./fee-receipts.ts";
import { taxFolders } from "./folders.ts";
import { invoicer } from "./invoicer.ts";
import { logIn } from "./log-in.ts";
import { PortalPages } from "./portal-pages.ts";
import { readFees } from "./read-fees.ts";
import { readIssued } from "./read-lists.ts";
import { readRegistry } from "./read-registry.ts";

export const needs = "browser";

export function open(session: BrowserSession, { baseUrl, today }: DriverOptions): PortalDriver {
  const pages = new PortalPages(session, baseUrl);
  let issuable: number[] | null = null;
  const driver = bankDriver({
    logIn: (entry) => logIn(pages, entry),
    readers: {
      rcv: ({ periodo }) => readRegistry(pages, periodo, today),
      boletas: ({ periodo }) => readFees(pages, periodo, today),
      dte: async ({ periodo }) => {
        issuable = await enterInvoicer(pages);
        return readIssued(pages, periodo, today);
      },
    },
    logOut: () => leavePortal(session, (leaving) => logOut(new PortalPages(leaving, baseUrl))),
  });
  return {
    ...driver,
    emitter: invoicer(pages),
    feeReceipts: feeReceipts(pages),
    folders: taxFolders(pages),
    issuableTypes: async () => {
      issuable ??= await enterInvoicer(pages).catch(noInvoicer);
      return issuable;
    },
  };
}

const withoutInvoicer: ReadonlySet<ErrorCode> = new Set([
  "tributario_facturador_not_enabled",
  "tributario_facturador_not_enrolled",
]);

function noInvoicer(error: unknown): number[] {
  if (error instanceof AppError && withoutInvoicer.has(error.code)) return [];
  throw error;
}

async function logOut(pages: PortalPages): Promise<void> {
  await pages.start();
  const html = await pages.get("/salir");
  if (!/Ha cerrado su sesión|name="autenticacion"/.test(html)) {
    throw unknownShape("the portal did not confirm the logout");
  }
}
