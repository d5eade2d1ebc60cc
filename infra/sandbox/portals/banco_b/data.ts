import { Hono } from "hono";
import { z } from "zod";
import type { Bank } from "../../bank/bank.ts";
import { insidePages } from "../../bank/inside.ts";
import { offeredPeriods, isDay, moveDay, movePeriod, periodOf } from "../../generator/calendar.ts";
import type { Row, SandboxEnv } from "../../system/system.ts";
import { answer, refuse } from "./answers.ts";
import { balanceRow } from "./balances.ts";
import { batchRow, linePages, linesPage } from "./batch-rows.ts";
import { batchesOf, findBatch } from "./batches.ts";
import { bodyAs } from "./body.ts";
import { historicalStatement, onlineStatement } from "./statements.ts";
import { receivedRow, sentRow } from "./transfer-rows.ts";
import { transfersOf, type Transfer } from "./transfers.ts";
import { accountType, readCompactDay } from "./words.ts";

const Page = z.int().min(1).default(1);
const Online = z.object({ cuenta: z.string(), pagina: Page });
const Historical = z.object({ cuenta: z.string(), mes: z.string(), pagina: Page });
const Between = z.object({ desde: z.string(), hasta: z.string(), pagina: Page });
const Month = z.object({ mes: z.string() });
const OfBatch = z.object({ idNomina: z.string(), pagina: Page });

const transfersPerPage = 100;
const longestRangeDays = 31;

/** Queries about a chosen company. Returns undefined for invalid input. */
type Read<S extends z.ZodType> = (company: string, asked: z.infer<S>, changed: boolean) => unknown;

export function dataRoutes(portal: Bank): Hono<SandboxEnv> {
  const { world, book } = portal;
  const pages = insidePages(portal, (c) => refuse(c, "ended"));
  const routes = new Hono<SandboxEnv>();
  const accountOf = (company: string, number: string) =>
    book.accounts(company).find((account) => account.number === number);
  const periodAsked = (mes: string) =>
    offeredPeriods(world.today()).find((period) => period.replace("-", "") === mes);

  function data<S extends z.ZodType>(section: string, schema: S, read: Read<S>) {
    return pages.data(section, async (c, { company }, changed) => {
      const asked = await bodyAs(c, schema);
      const found = asked === undefined ? undefined : read(company, asked, changed);
      return found === undefined ? refuse(c, "invalid") : answer(c, found, company);
    });
  }

  function transfers(name: string, sent: boolean, row: (one: Transfer, changed: boolean) => Row) {
    return data("transferencias", Between, (company, { desde, hasta, pagina }, changed) => {
      const [from, to] = [readCompactDay(desde), readCompactDay(hasta)];
      const isRange = isDay(from) && isDay(to) && from <= to;
      if (!isRange || moveDay(from, longestRangeDays) <= to) return undefined;
      const rows = monthsBetween(from, to)
        .flatMap((period) => transfersOf(book, company, period, world.now()))
        .filter((one) => one.sent === sent && one.day >= from && one.day <= to)
        .toReversed();
      const until = pagina * transfersPerPage;
      return {
        [name]: rows
          .slice(until - transfersPerPage, until)
          .map((transfer) => row(transfer, changed)),
        totalRegistros: rows.length,
        pagina,
        hayMas: until < rows.length,
      };
    });
  }

  routes.get(
    "/cuentas",
    pages.inside((c, { company }) => {
      const cuentas = book.accounts(company).map((account) => ({
        numero: account.number,
        tipo: accountType(account),
        moneda: account.currency,
      }));
      return answer(c, { cuentas }, company);
    }),
  );
  routes.post(
    "/saldos",
    data("saldos", z.object({}), (company, _, changed) => ({
      saldos: book.accounts(company).map((account) => balanceRow(book, account, changed)),
    })),
  );
  routes.post(
    "/movimientos/en-linea",
    data("movimientos", Online, (company, { cuenta, pagina }, changed) => {
      const account = accountOf(company, cuenta);
      return account && onlineStatement(book, account, world.today(), pagina, changed);
    }),
  );
  routes.post(
    "/movimientos/cartola-historica",
    data("movimientos", Historical, (company, { cuenta, mes, pagina }, changed) => {
      const account = accountOf(company, cuenta);
      const period = periodAsked(mes);
      if (!account || !period) return undefined;
      return historicalStatement(book, account, period, world.today(), pagina, changed);
    }),
  );
  routes.post("/transferencias/enviadas", transfers("enviadas", true, sentRow));
  routes.post("/transferencias/recibidas", transfers("recibidas", false, receivedRow));
  routes.post(
    "/nominas",
    data("nominas", Month, (company, { mes }, changed) => {
      const period = periodAsked(mes);
      const rows = period && batchesOf(company, period, world.now());
      return rows && { nominas: rows.map((batch) => batchRow(batch, world.now(), changed)) };
    }),
  );
  routes.post(
    "/nominas/detalle",
    data("nominas", OfBatch, (company, { idNomina, pagina }, changed) => {
      const batch = findBatch(company, idNomina, world.now());
      if (!batch || pagina > linePages(batch)) return undefined;
      return linesPage(batch, world.now(), pagina, changed);
    }),
  );
  return routes;
}

function monthsBetween(from: string, to: string): string[] {
  const [first, last] = [periodOf(from), periodOf(to)];
  return first === last ? [first] : [first, movePeriod(first, 1)];
}
