import { open, type BrowserSession } from "#lib/browser/index.ts";
import { ownPage, type SiteAsked } from "#lib/contract/bank/index.ts";
import type { ShownPage } from "../portal.ts";
import { shownPage } from "./shown-page.ts";

export type BancoDVisit = SiteAsked<BrowserSession>;

/** What a page inside shows, once it is sure that it shows this company. */
export async function readPage({ session, rut }: BancoDVisit): Promise<ShownPage> {
  const shown = await shownPage(session);
  ownPage({ asksToLogIn: shown.texts.login !== null, titular: shown.texts.rut }, rut);
  return shown;
}

export async function openPage(inside: BancoDVisit, path: string): Promise<ShownPage> {
  await open(inside.session, `${inside.baseUrl}${path}`);
  return readPage(inside);
}
