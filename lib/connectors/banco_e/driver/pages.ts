import { openAddress, step, type BrowserSession } from "#lib/browser/index.ts";
import { ownPage, type SiteAsked } from "#lib/contract/bank/index.ts";
import { parseTitular } from "../parse/texts.ts";
import { shownPage } from "./shown-page.ts";

export type BancoEVisit = SiteAsked<BrowserSession>;

/** Opens a page of the portal and makes sure that it is about this company. */
export async function openPage({ session, baseUrl, rut }: BancoEVisit, path: string) {
  await openAddress(session, `${baseUrl}${path}`);
  const shown = await step(session, "read the page", () => shownPage(session.page));
  ownPage(shown, rut, (titular) => parseTitular(titular)?.rut ?? null);
  return shown;
}
