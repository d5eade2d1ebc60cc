import { afterAll, beforeAll, expect, test } from "vitest";
import { testApi, type TestApi } from "#tests/support/api.ts";
import { balanceSteps } from "./balance-steps.ts";

let api: TestApi;
beforeAll(async () => {
  api = await testApi();
});
afterAll(() => api.close());

test("each figure of each account by its days: a missing day is none, and null is no zero", async () => {
  const { id: organizationId } = await api.organization();
  const id = await api.connection(organizationId, "banco_a");
  const rows = [
    { fecha: "2026-08-01", saldoContable: 5, saldoDisponible: 5 },
    { fecha: "2026-08-09", saldoContable: -100, saldoDisponible: null },
    { fecha: "2026-08-12", saldoContable: 0, saldoDisponible: 40 },
  ].map((row) => ({ ...row, numeroCuenta: "111", moneda: "CLP", lineaCredito: 900 }));
  for (const row of rows) {
    const place = `${row.fecha}|${row.numeroCuenta}`;
    await api.database.owner(
      `insert into records (organization_id, connection_id, dataset, id, periodo, account, sort_key,
         payload, read_at) values ($1, $2, 'banco_a.saldos', $3, '2026-08', $4, $3, $5, now())`,
      [organizationId, id, place, row.numeroCuenta, row],
    );
  }
  const connection = { id, sistema: "banco_a" };
  const ofAccount = { account: "111", moneda: "CLP" };
  const since = "2026-08-05";
  expect(await balanceSteps(api.contextOf(organizationId), connection, since)).toEqual([
    {
      ...ofAccount,
      field: "saldoContable",
      days: [
        { fecha: "2026-08-09", value: -100 },
        { fecha: "2026-08-12", value: 0 },
      ],
    },
    {
      ...ofAccount,
      field: "saldoDisponible",
      days: [
        { fecha: "2026-08-09", value: null },
        { fecha: "2026-08-12", value: 40 },
      ],
    },
  ]);
  const stranger = api.contextOf((await api.organization()).id);
  expect(await balanceSteps(stranger, connection, since)).toEqual([]);
});
