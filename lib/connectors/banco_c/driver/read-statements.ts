import type { Periodo } from "#lib/chile/index.ts";
import { eachAccount, unknownShape, withAccounts } from "#lib/contract/bank/index.ts";
import { readRows, toRecord, type AlcanceReading } from "#lib/contract/index.ts";
import { parseAccounts } from "../parse/accounts.ts";
import { parseStatement, parseStatementList } from "../parse/statements.ts";
import { cartolas, cuentas } from "../store.ts";
import { openAnswer, openPage, formatMonth, type BancoCVisit } from "./pages.ts";

/** Reads what each account's search finds, and every statement behind its link. */
export async function readStatements(
  inside: BancoCVisit,
  periodo: Periodo,
): Promise<AlcanceReading> {
  const page = await openPage(inside, "/cartolas");
  const accounts = parseAccounts(page.accounts);
  const { months, ...read } = await eachAccount(accounts.rows, ({ numeroCuenta, value }) =>
    readIssued(inside, { numeroCuenta, value, periodo }),
  );
  const records = months.flatMap(({ rows }) => rows.map((row) => toRecord(cartolas, row)));
  const shown = { ...accounts, rows: accounts.rows.map(({ cuenta }) => cuenta) };
  return withAccounts(cuentas, shown, { rows: [readRows(cartolas, records)], ...read });
}

async function readIssued(
  inside: BancoCVisit,
  { numeroCuenta, value, periodo }: { numeroCuenta: string; value: string; periodo: Periodo },
) {
  const asked = { cuenta: value, mes: formatMonth(periodo) };
  const listed = parseStatementList(await openAnswer(inside, "/cartolas", asked));
  const rows = [];
  for (const found of listed) {
    if (found === null) continue;
    const page = await openPage(inside, pathOf(inside, found.link));
    const statement = parseStatement(page, { numero: found.numero, numeroCuenta, periodo });
    if (statement !== null) rows.push(statement);
  }
  return { rows, incompletos: listed.length - rows.length };
}

/** A page's link is followed only inside the portal. */
function pathOf({ baseUrl }: BancoCVisit, link: string): string {
  const url = new URL(link, `${baseUrl}/`).href;
  if (!url.startsWith(`${baseUrl}/`)) throw unknownShape("a link that leads elsewhere");
  return url.slice(baseUrl.length);
}
