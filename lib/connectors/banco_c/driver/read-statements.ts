import type { Periodo } from "#lib/chile/index.ts";
import { accountRows, unknownShape } from "#lib/contract/bank/index.ts";
import { toRecord, type AlcanceReading } from "#lib/contract/index.ts";
import { parseAccounts } from "../parse/accounts.ts";
import { parseStatement, parseStatementList } from "../parse/statements.ts";
import { cartolas, cuentas } from "../store.ts";
import { openAnswer, openPage, written, type Inside } from "./pages.ts";

/** What each account's search finds, and every statement behind its link. */
export async function readStatements(inside: Inside, periodo: Periodo): Promise<AlcanceReading> {
  const page = await openPage(inside, "/cartolas");
  const accounts = parseAccounts(page.accounts);
  const shown = accounts.rows.map(({ cuenta }) => cuenta);
  const records = [];
  let { incompletos } = accounts;
  for (const { cuenta, value } of accounts.rows) {
    const asked = { cuenta: value, mes: written(periodo) };
    const listed = parseStatementList(await openAnswer(inside, "/cartolas", asked));
    for (const found of listed) {
      const statement =
        found &&
        parseStatement(await openPage(inside, pathOf(inside, found.link)), {
          numero: found.numero,
          numeroCuenta: cuenta.numeroCuenta,
          periodo,
        });
      if (statement === null) incompletos += 1;
      else records.push(toRecord(cartolas, statement));
    }
  }
  return {
    rows: [accountRows(cuentas, shown), { dataset: cartolas.id, records }],
    incompletos,
    completo: incompletos === 0,
  };
}

/** A link of a page is followed inside the portal and nowhere else. */
function pathOf({ baseUrl }: Inside, link: string): string {
  const url = new URL(link, `${baseUrl}/`).href;
  if (!url.startsWith(`${baseUrl}/`)) throw unknownShape("a link that leads elsewhere");
  return url.slice(baseUrl.length);
}
