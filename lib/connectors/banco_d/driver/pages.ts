import { openAddress, type BrowserSession } from "#lib/browser/index.ts";
import { ownPage, type SiteAsked } from "#lib/contract/bank/index.ts";
import type { ShownPage } from "../portal.ts";
import { shownPage } from "./shown-page.ts";

export type BancoDVisit = SiteAsked<BrowserSession>;

/** Reads a page of the session and makes sure that it is about this company. */
export async function readPage({ session, rut }: BancoDVisit): Promise<ShownPage> {
  const shown = await shownPage(session);
  ownPage({ asksToLogIn: shown.texts.login !== null, titular: shown.texts.rut }, rut);
  return shown;
}

export async function openPage(inside: BancoDVisit, path: string): Promise<ShownPage> {
  await openAddress(inside.session, `${inside.baseUrl}${path}`);
  return readPage(inside);
}
