import { inPage, navigate, step } from "#lib/browser/index.ts";
import { unknownShape } from "#lib/contract/bank/index.ts";
import type { OfferedAccount } from "../parse/accounts.ts";
import { printedDay } from "../parse/day.ts";
import { parseSearch, type Found } from "../parse/search.ts";
import { readPage, type BancoDVisit } from "./pages.ts";
import type { Days } from "./search-all.ts";

/** Each answer contains the form for the next question, whose hidden token works once. */
export async function searchDays(
  inside: BancoDVisit,
  account: OfferedAccount,
  { desde, hasta }: Days,
): Promise<Found> {
  const { session } = inside;
  const { page } = session;
  const question = {
    ddlCuenta: account.choice,
    txtDesde: printedDay(desde),
    txtHasta: printedDay(hasta),
  };
  await navigate(session, page.mainFrame(), async () => {
    const sent = await step(session, "search", () => inPage(page, sendSearch, question));
    if (!sent) throw unknownShape("a search form without its fields");
  });
  const shown = await readPage(inside);
  return parseSearch(shown, { numeroCuenta: account.numeroCuenta, desde, hasta });
}

/** Runs inside the page. */
function sendSearch(question: Record<string, string>): boolean {
  const { document } = globalThis as unknown as {
    document: { querySelector(selector: string): { value: string; click(): void } | null };
  };
  const button = document.querySelector("#btnBuscar");
  for (const [name, value] of Object.entries(question)) {
    const field = document.querySelector(`#${name}`);
    if (field === null) return false;
    field.value = value;
  }
  button?.click();
  return button !== null;
}
