import { inPage, navigate, step } from "#lib/browser/index.ts";
import { addDays, daysBetween } from "#lib/chile/index.ts";
import { unknownShape } from "#lib/contract/bank/index.ts";
import type { OfferedAccount } from "../parse/accounts.ts";
import { printedDay } from "../parse/day.ts";
import { parseSearch, type Found, type Search } from "../parse/search.ts";
import { readPage, type BancoDVisit } from "./pages.ts";

/** What was found, and whether that is all there is. */
interface AllFound extends Found {
  cut: boolean;
}

/**
 * The movements of some days, newest first. A full list may hide older rows without a word, so its
 * days are asked for again in two halves, down to a single day.
 */
export async function searchAll(
  inside: BancoDVisit,
  account: OfferedAccount,
  days: Pick<Search, "desde" | "hasta">,
): Promise<AllFound> {
  const found = await searchOnce(inside, account, days);
  if (!found.full) return { ...found, cut: false };
  const { desde, hasta } = days;
  if (desde === hasta) return { ...found, cut: true };
  const middle = addDays(desde, Math.floor(daysBetween(desde, hasta) / 2));
  const newer = await searchAll(inside, account, { desde: addDays(middle, 1), hasta });
  const older = await searchAll(inside, account, { desde, hasta: middle });
  return {
    ...found,
    rows: [...newer.rows, ...older.rows],
    cut: newer.cut || older.cut,
  };
}

/** Each answer holds the form for the next question, whose hidden mark is good once. */
async function searchOnce(
  inside: BancoDVisit,
  account: OfferedAccount,
  { desde, hasta }: Pick<Search, "desde" | "hasta">,
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
