import { inPage, navigate, step } from "#lib/browser/index.ts";
import type { Periodo } from "#lib/chile/index.ts";
import { unknownShape } from "#lib/contract/bank/index.ts";
import { parseMovements, type AccountMonth } from "../parse/movements.ts";
import { parseSheet, type Sheet } from "../parse/sheet.ts";
import type { ShownPage } from "../portal.ts";
import { contentFrame, openNextSheet, openPage, readContent, type BancoAVisit } from "./pages.ts";

interface StatementAsked {
  numeroCuenta: string;
  periodo: Periodo;
}

/** Reads every sheet of one account and month. */
export async function readMovements(
  inside: BancoAVisit,
  asked: StatementAsked,
): Promise<AccountMonth> {
  let shown = await openStatement(inside, asked);
  const sheets: Sheet[] = [];
  for (;;) {
    const sheet = parseSheet(shown, { ...asked, number: sheets.length + 1 });
    sheets.push(sheet);
    if (!sheet.more) return parseMovements(sheets, asked);
    shown = await openNextSheet(inside);
  }
}

async function openStatement(inside: BancoAVisit, asked: StatementAsked): Promise<ShownPage> {
  const { session } = inside;
  await openPage(inside, "Cartola de movimientos");
  const content = contentFrame(session);
  await navigate(session, content, async () => {
    const { numeroCuenta } = asked;
    const sent = await step(session, "ask for a statement", () =>
      inPage(content, sendQuery, { numeroCuenta, month: asked.periodo.replace("-", "") }),
    );
    if (!sent) throw unknownShape("the query form lacks the account or the month");
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
  const offered = Array.from(month.options).some((option) => option.value === asked.month);
  if (wanted === undefined || !offered) return false;
  account.value = wanted.value;
  month.value = asked.month;
  (submit as { click(): void }).click();
  return true;
}
