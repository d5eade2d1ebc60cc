import { inPage, navigate, step, type BrowserSession } from "#lib/browser/index.ts";
import type { Periodo } from "#lib/chile/index.ts";
import { counter, unknownShape } from "#lib/contract/bank/index.ts";
import { toRecord, type NewRecord } from "#lib/contract/index.ts";
import { parseMovements, type AccountMonth } from "../parse/movements.ts";
import { parseSheet, type Sheet } from "../parse/sheet.ts";
import { movimientos } from "../store.ts";
import { contentFrame, openNextSheet, openSection, readContent } from "./pages.ts";

export interface StatementAsked {
  rut: string;
  numeroCuenta: string;
  periodo: Periodo;
}

/** Every sheet of one account and month. */
export async function readMovements(
  session: BrowserSession,
  asked: StatementAsked,
): Promise<AccountMonth> {
  await openStatement(session, asked);
  const sheets: Sheet[] = [];
  for (let more = true; more;) {
    if (sheets.length > 0) await openNextSheet(session);
    const shown = await readContent(session, asked.rut);
    const sheet = parseSheet(shown, { ...asked, number: sheets.length + 1 });
    sheets.push(sheet);
    more = sheet.more;
  }
  return parseMovements(sheets, asked);
}

/** The portal's own order inside each day becomes part of the row's place. */
export function movementRecords({ rows }: AccountMonth): NewRecord[] {
  const positionOf = counter();
  return rows.map((row) => toRecord(movimientos, row, positionOf(row.fecha)));
}

async function openStatement(session: BrowserSession, asked: StatementAsked): Promise<void> {
  await openSection(session, "Cartola de movimientos");
  await readContent(session, asked.rut);
  const content = contentFrame(session);
  await navigate(session, content, async () => {
    const { numeroCuenta } = asked;
    const sent = await step(session, "ask for a statement", () =>
      inPage(content, sendQuery, { numeroCuenta, month: asked.periodo.replace("-", "") }),
    );
    if (!sent) throw unknownShape("the query form lacks the account or the month");
  });
}

interface Select {
  value: string;
  options: Iterable<{ value: string; textContent: string }>;
}

/** Runs inside the page. An account is known by its number, which ends the option's text. */
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
