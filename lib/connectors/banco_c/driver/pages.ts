import { openAddress, step, type PortalSite } from "#lib/browser/index.ts";
import type { Periodo } from "#lib/chile/index.ts";
import { ownPage, unknownShape } from "#lib/contract/bank/index.ts";
import { parseTitular } from "../parse/titular.ts";
import type { ShownPage } from "../portal.ts";
import { shownPage } from "./shown-page.ts";

export interface BancoCVisit extends PortalSite {
  /** The company that every page must be about. */
  rut: string;
}

/** Opens a page of the portal and makes sure that it is about this company. */
export async function openPage({ session, baseUrl, rut }: BancoCVisit, path: string) {
  await openAddress(session, `${baseUrl}${path}`);
  const shown = await step(session, "read the page", () => shownPage(session.page));
  ownPage(shown, rut, (titular) => parseTitular(titular)?.rut ?? null);
  return shown;
}

/** Opens the answer to a query, and makes sure that its form shows what was asked. */
export async function openAnswer(
  inside: BancoCVisit,
  path: string,
  asked: Partial<ShownPage["chosen"]>,
  notShown: Record<string, string> = {},
): Promise<ShownPage> {
  const query = new URLSearchParams({ ...asked, ...notShown }).toString();
  const shown = await openPage(inside, `${path}?${query}`);
  const { chosen } = shown;
  if (!Object.entries(asked).every(([name, value]) => chosen[name as "mes"] === value)) {
    throw unknownShape("the answer to another query");
  }
  return shown;
}

/** `MMAAAA`, as the portal's forms write a month. */
export function formatMonth(periodo: Periodo): string {
  return `${periodo.slice(5)}${periodo.slice(0, 4)}`;
}
