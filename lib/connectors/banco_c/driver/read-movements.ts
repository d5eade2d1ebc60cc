import { askInPage } from "#lib/browser/index.ts";
import type { Fecha, Periodo } from "#lib/chile/index.ts";
import {
  eachAccount,
  monthRows,
  notOffered,
  offersMonth,
  readSteady,
  unknownShape,
  withAccounts,
} from "#lib/contract/bank/index.ts";
import { hasForm, SessionEnded, type AlcanceReading } from "#lib/contract/index.ts";
import { parseAccounts } from "../parse/accounts.ts";
import { parseMovementsFile } from "../parse/movements-file.ts";
import { parseMovements } from "../parse/movements.ts";
import { cuentas, movimientos } from "../store.ts";
import { openPage, formatMonth, type BancoCVisit } from "./pages.ts";

/** One file per account, requested as the page's form does. */
export async function readMovements(
  inside: BancoCVisit,
  { periodo, today }: { periodo: Periodo; today: Fecha },
): Promise<AlcanceReading> {
  const { rut } = inside;
  const page = await openPage(inside, "/movimientos");
  const mes = formatMonth(periodo);
  const isOffered = offersMonth(page.months, mes);
  const accounts = parseAccounts(page.accounts);
  const { months, ...read } = await eachAccount(
    accounts.rows,
    async ({ numeroCuenta, value: cuenta }) => {
      if (!isOffered) return notOffered;
      return readSteady(async () => {
        const text = await download(inside, { cuenta, mes });
        const file = parseMovementsFile(text, { rut, numeroCuenta, periodo, today });
        return parseMovements(file, periodo);
      });
    },
  );
  const shown = { ...accounts, rows: accounts.rows.map(({ cuenta }) => cuenta) };
  return withAccounts(cuentas, shown, { rows: [monthRows(movimientos, months)], ...read });
}

/** An ended session answers a download with the login page and status 200. */
async function download({ session, baseUrl }: BancoCVisit, form: Record<string, string>) {
  const answer = await askInPage(session, { url: `${baseUrl}/movimientos/descarga`, form });
  if (answer.type === "text/csv" && answer.status === 200) return answer.text;
  if (hasForm(answer.text, 'id="acceso"')) throw new SessionEnded();
  throw unknownShape("no file of movements");
}
