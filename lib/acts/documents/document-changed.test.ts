import { afterAll, beforeAll, expect, test } from "vitest";
import {
  addDays,
  addMonths,
  firstDay,
  lastDay,
  periodoOf,
  todayInSantiago,
  type Fecha,
} from "#lib/chile/index.ts";
import { withTx } from "#lib/db/context.ts";
import type { OperationRow } from "#lib/ledger/index.ts";
import { callTool, testApi, type TestApi } from "#tests/support/scenes/api.ts";
import { storeCoverage } from "#tests/support/planted/stored-rows.ts";
import { documentChanged } from "./document-changed.ts";

let api: TestApi;
beforeAll(async () => {
  api = await testApi();
});
afterAll(() => api.close());

const today = (): Fecha => todayInSantiago(api.clock.now());
const last = () => addMonths(periodoOf(api.clock.now()), -1);

/** A company whose registry of last month and of this one was just read completely. */
async function companyThatRead() {
  const { id, key } = await api.organization({ connectors: ["tributario"] });
  const connection = await api.connection(id, "tributario");
  const where = { organization: id, connection };
  for (const periodo of [last(), periodoOf(api.clock.now())]) {
    await storeCoverage(api, where, { alcance: "rcv", periodo });
  }
  return {
    async issue(fecha: Fecha, tipoDte = 33): Promise<void> {
      const row = { organizationId: id, connectionId: connection } as OperationRow;
      const record = {
        id: `${tipoDte}|500001`,
        periodo: fecha.slice(0, 7),
        account: null,
        sortKey: `${fecha}|${tipoDte}|000000500001`,
        payload: { fecha, tipoDte },
      };
      const about = { kept: { dataset: "tributario.dte", record } };
      const change = { state: "done", name: "", folio: 500_001, prueba: "lista", about } as const;
      await withTx(api.contextOf(id), (tx) => documentChanged(tx, row, change));
    },
    async coverage(periodo: string): Promise<unknown> {
      const input = { periodo, operacion: "venta" };
      const { body } = await callTool(api.app, "tributario.rcv.consultar", input, {
        key,
        connection,
      });
      return body.data?.["cobertura"];
    },
  };
}

test("a document dated in a month of the registry that was read makes it incomplete", async () => {
  const company = await companyThatRead();
  const periodo = last();
  expect(await company.coverage(periodo)).toMatchObject({ estado: "completo", siguiente: null });
  await company.issue(lastDay(periodo), 52);
  expect(await company.coverage(periodo)).toMatchObject({ estado: "completo" });
  await company.issue(lastDay(periodo));
  expect(await company.coverage(periodo)).toMatchObject({
    estado: "parcial",
    siguiente: { input: { periodo, alcances: ["rcv"] } },
  });
});

test("in the month in course only one dated before the day of the reading does", async () => {
  const periodo = periodoOf(api.clock.now());
  if (firstDay(periodo) === today()) api.clock.advance(24 * 3_600_000);
  const company = await companyThatRead();
  const before = await company.coverage(periodo);
  await company.issue(today());
  expect(await company.coverage(periodo)).toEqual(before);
  await company.issue(addDays(today(), -1));
  expect(await company.coverage(periodo)).toMatchObject({ hastaDia: null });
});
