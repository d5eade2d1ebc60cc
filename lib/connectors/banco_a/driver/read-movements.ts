import { inPage, navigate, step } from "#lib/browser/index.ts";
import type { Periodo } from "#lib/chile/index.ts";
import {
  notOffered,
  offersMonth,
  unknownShape,
  type AccountMonth,
} from "#lib/contract/bank/index.ts";
import { parseMovements } from "../parse/movements.ts";
import { parseSheet, type Sheet } from "../parse/sheet.ts";
import type { ShownPage } from "../portal.ts";
import type { Movimiento } from "../store.ts";
import { contentFrame, openNextSheet, openPage, readContent, type BancoAVisit } from "./pages.ts";

interface StatementAsked {
  numeroCuenta: string;
  periodo: Periodo;
}

/** Reads every sheet of one account and month. */
export async function readMovements(
  inside: BancoAVisit,
  asked: StatementAsked,
): Promise<AccountMonth<Movimiento>> {
  const { accounts, months } = await openPage(inside, "Cartola de movimientos");
  const month = asked.periodo.replace("-", "");
  const isOffered = offersMonth(months, month) && offersAccount(accounts, asked.numeroCuenta);
  if (!isOffered) return notOffered;
  let shown = await openStatement(inside, { ...asked, month });
  const sheets: Sheet[] = [];
  for (;;) {
    const sheet = parseSheet(shown, { ...asked, number: sheets.length + 1 });
    sheets.push(sheet);
    if (!sheet.more) return parseMovements(sheets, asked);
    shown = await openNextSheet(inside);
  }
}

/** The list of accounts may name one, such as a closed one, that cannot be searched any more. */
function offersAccount(choices: readonly string[], numeroCuenta: string): boolean {
  const numbers = choices.map((choice) => choice.split(" ").at(-1) ?? "");
  const isKnown = numbers.length > 0 && numbers.every((number) => /^\d+$/.test(number));
  if (!isKnown) throw unknownShape("a form that offers no accounts");
  return numbers.includes(numeroCuenta);
}

/** Sends the search form, which the frame shows. */
async function openStatement(
  inside: BancoAVisit,
  { numeroCuenta, month }: StatementAsked & { month: string },
): Promise<ShownPage> {
  const { session } = inside;
  const content = contentFrame(session);
  await navigate(session, content, async () => {
    const sent = await step(session, "ask for a statement", () =>
      inPage(content, sendQuery, { numeroCuenta, month }),
    );
    if (!sent) throw unknownShape("the query form lacks the account");
  });
  return readContent(inside);
}

interface Select {
  value: string;
  options: Iterable<{ value: string; textContent: string }>;
}

/** Runs inside the page. An account is recognised by its number, which ends the option's text. */
function sendQuery(asked: { numeroCuenta: string; month: string }): boolean {
  const { document } = globalThis as unknown as {
    document: { querySelector(selector: string): unknown };
  };
  const account = document.querySelector("form[name='consulta'] #cuenta") as Select | null;
  const month = document.querySelector("form[name='consulta'] #periodo") as Select | null;
  const submit = document.querySelector("form[name='consulta'] [type='submit']");
  if (account === null || month === null || submit === null) return false;
  const wanted = Array.from(account.options).find(
    (option) => option.textContent.trim().split(" ").at(-1) === asked.numeroCuenta,
  );
  if (wanted === undefined) return false;
  account.value = wanted.value;
  month.value = asked.month;
  (submit as { click(): void }).click();
  return true;
}
