import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { callTool, type TestOrganization } from "#tests/support/scenes/api.ts";
import { bankReader, type BankReader, type Row } from "#tests/support/portals/bank-reader.ts";
import { readableLog } from "#tests/support/log.ts";
import { everyValue } from "#tests/support/texts/secret-search.ts";
import { syncScene, type SyncScene } from "#tests/support/scenes/sync-scene.ts";

const { log, lines: logged } = readableLog();

let scene: SyncScene;
let owner: TestOrganization;
let portal: BankReader;
/** The year of the next 21 November, where the tests begin: a payroll's month depends on the calendar. */
let year: number;
const of = (monthOrDay: string) => `${year}-${monthOrDay}`;
const noonOf = (day: string) => new Date(`${of(day)}T15:00:00Z`);
beforeAll(async () => {
  scene = await syncScene({ log });
  const now = scene.clock.now();
  year = now.getUTCFullYear();
  if (noonOf("11-21") < now) year += 1;
  scene.clock.moveTo(noonOf("11-21"));
  owner = await scene.organization();
  portal = await bankReader(scene, owner, "previsional");
});
beforeEach(async () => {
  await scene.sandbox.control("POST", "/reset");
  await scene.sandbox.control("PATCH", "/portals/previsional", { exportMs: 0 });
});
afterAll(() => scene?.close());

const modules = ["nominas", "planillas"];
const sumOf = (rows: readonly Row[], field: string): number =>
  rows.reduce((sum, row) => sum + Number(row[field]), 0);

async function fault(kind: string): Promise<void> {
  const { status } = await scene.sandbox.control("POST", "/portals/previsional/faults", { kind });
  expect(status).toBe(200);
}

/** Every line of a payroll. */
async function linesOf(idNomina: string, more: object = {}) {
  const answer = await portal.ask("nomina_cotizaciones", { idNomina, limit: 500, ...more });
  return { cobertura: answer["cobertura"], rows: answer["cotizaciones"] as Row[] };
}

/** The stored evidence of failed jobs. */
async function openedEvidence(): Promise<string[]> {
  const kept = await scene.database.owner("select job_id, attempt, sealed from evidence");
  return Promise.all(
    kept.map(async ({ job_id: jobId, attempt, sealed }) => {
      const place = {
        organizationId: owner.id,
        purpose: "evidence",
        table: "evidence",
        column: "sealed",
        row: `${String(jobId)}/${String(attempt)}`,
      } as const;
      return (await scene.deps.vault.open(place, sealed as Buffer)).toString();
    }),
  );
}

test("a closed month is stored as the portal has it, and proven", async () => {
  const outcomes = await portal.sync(of("09"), modules);
  expect(outcomes).toMatchObject([
    { alcance: "nominas", status: "ok", completo: true },
    { alcance: "planillas", status: "ok", completo: true },
  ]);
  const truth = await portal.truth("nominas", of("09"));
  const listed = await portal.ask("nominas", { periodo: of("09") });
  expect(truth.length).toBeGreaterThanOrEqual(3);
  expect(listed).toMatchObject({
    prueba: { estado: "cuadra", diferencias: [] },
    cobertura: { estado: "completo", hastaDia: of("09-30"), siguiente: null },
    // Newest first: within a month, the highest number first.
    nominas: truth
      .toSorted((one, other) => Number(other["id"]) - Number(one["id"]))
      .map(({ id, lineas, total, estado }) => ({
        idNomina: id,
        numLineas: lineas,
        monto: total,
        estado,
      })),
  });
  for (const { id, lineas } of truth) {
    const { rows, cobertura } = await linesOf(String(id));
    const held = await portal.truth("nominas", of("09"), `&id=${String(id)}`);
    expect(rows.map(({ linea, rut, monto }) => [linea, rut, monto])).toEqual(
      held.map(({ linea, rut, total }) => [linea, rut, total]),
    );
    expect(cobertura).toMatchObject({ estado: "completo", periodos: [of("09")] });
    expect(rows).toHaveLength(Number(lineas));
  }
  const sheets = await portal.readAll("planillas", { periodo: of("09") });
  const heldSheets = await portal.truth("planillas", of("09"));
  expect(sumOf(sheets, "monto")).toBe(sumOf(heldSheets, "total"));
  expect(sheets).toHaveLength(heldSheets.length);
  const funds = await portal.readAll("planillas", { periodo: of("09"), institucionTipo: "afp" });
  expect(funds).toHaveLength(heldSheets.filter(({ tipo }) => tipo === "afp").length);
});

test("filters of lines narrow the page, but not what is known about the payroll", async () => {
  const [first] = await portal.truth("nominas", of("09"));
  const idNomina = String(first?.["id"]);
  const { rows } = await linesOf(idNomina);
  const other = rows.find(({ tipoLinea }) => tipoLinea === "01");
  const rut = String(other?.["rut"]);
  const ofType = await linesOf(idNomina, { tipoLinea: "01" });
  expect(ofType.rows).toEqual(rows.filter(({ tipoLinea }) => tipoLinea === "01"));
  expect(ofType).toMatchObject({ cobertura: { estado: "completo" } });
  const dotted = rut.replaceAll(/\B(?=(?:\d{3})+-)/g, ".");
  const ofWorker = await linesOf(idNomina, { rut: dotted });
  expect(ofWorker.rows.map((row) => row["tipoLinea"])).toEqual(["00", "01"]);
  const open = await portal.ask("nominas", { periodo: of("09"), estado: "cargada" });
  expect(open["nominas"]).toEqual([]);
  expect(await linesOf("1")).toMatchObject({
    cobertura: { estado: "nunca_sincronizado", siguiente: null },
  });
});

test("a month is partial until it was read after the 14th of the next one, and so are its lines", async () => {
  scene.clock.moveTo(noonOf("12-14"));
  await portal.sync(of("11"), modules);
  const ask = () => portal.ask("nominas", { periodo: of("11") });
  const answer = await ask();
  expect(answer).toMatchObject({
    prueba: { estado: "cuadra" },
    cobertura: { estado: "parcial", hastaDia: null, siguiente: null },
  });
  const [payroll] = answer["nominas"] as Row[];
  const idNomina = String(payroll?.["idNomina"]);
  expect(await linesOf(idNomina)).toMatchObject({ cobertura: { estado: "parcial" } });
  scene.clock.moveTo(noonOf("12-15"));
  const input = { periodo: of("11"), alcances: ["nominas"] };
  const siguiente = { tool_id: "previsional.conexion.sincronizar", input };
  expect(await ask()).toMatchObject({ cobertura: { estado: "parcial", siguiente } });
  expect(await linesOf(idNomina)).toMatchObject({ cobertura: { siguiente } });
  await portal.sync(of("11"), ["nominas"]);
  expect(await ask()).toMatchObject({ cobertura: { estado: "completo", siguiente: null } });
  expect(await linesOf(idNomina)).toMatchObject({ cobertura: { estado: "completo" } });
});

test("a different sum makes both modules partial, and is reported with the rows", async () => {
  await fault("sum_differs");
  expect(await portal.sync(of("07"), modules)).toMatchObject([
    { alcance: "nominas", status: "partial" },
    { alcance: "planillas", status: "partial" },
  ]);
  for (const list of modules) {
    const answer = await portal.ask(list, { periodo: of("07") });
    expect(answer).toMatchObject({
      prueba: { estado: "descuadra", diferencias: [{ institucionTipo: expect.any(String) }] },
      cobertura: { estado: "parcial" },
    });
  }
});

test("a month that was cut between its two modules is proven in both after the retry", async () => {
  await fault("cut_after_alcance");
  const outcomes = await portal.sync(of("06"), modules);
  expect(outcomes).toMatchObject([
    { alcance: "nominas", status: "ok", completo: true },
    { alcance: "planillas", status: "ok", completo: true },
  ]);
  for (const list of modules) {
    const answer = await portal.ask(list, { periodo: of("06") });
    expect(answer).toMatchObject({ prueba: { estado: "cuadra", diferencias: [] } });
  }
});

test("a line's data is nowhere but in the line: not in log, evidence, events, audit, search", async () => {
  const [payroll] = await portal.truth("nominas", of("08"));
  const held = await portal.truth("nominas", of("08"), `&id=${String(payroll?.["id"])}`);
  const marked = held.find(({ movimiento }) => movimiento === 3);
  const rut = String(marked?.["rut"]);
  await fault("export_cut");
  await portal.sync(of("08"), modules);
  await scene.sandbox.control("PATCH", "/portals/previsional", { version: 101 });
  await portal.sync(of("08"), modules);
  await scene.sandbox.control("PATCH", "/portals/previsional", { version: 100 });
  await portal.sync(of("08"), modules);
  const { rows } = await linesOf(String(payroll?.["id"]), { rut });
  expect(rows[0]).toMatchObject({ movimiento: { codigo: 3 } });
  const marks = [rut, rut.slice(0, -2), String(rows[0]?.["apellidos"]), "licencia médica"];

  const wrong = await callTool(
    scene.app,
    "previsional.nomina_cotizaciones.consultar",
    { idNomina: `${rut} ${marks[2] ?? ""}` },
    { key: owner.key, connection: portal.connection },
  );
  expect(wrong.status).toBe(400);
  const headers = { authorization: `Bearer ${owner.key}` };
  const found = await scene.app.request("/v1/tools?query=cotizaciones+del+trabajador", { headers });
  const evidence = await openedEvidence();
  expect(evidence.length).toBeGreaterThan(0);
  const told = [JSON.stringify(wrong.body), await found.text(), ...evidence, ...logged];
  expect(logged.length).toBeGreaterThan(10);
  const values = (await everyValue(scene.database)).filter(
    ({ place }) => !["records.payload", "records.answer"].includes(place),
  );
  for (const mark of marks) {
    expect(told.filter((text) => text.includes(mark))).toEqual([]);
    expect(values.filter(({ text }) => text.includes(mark)).map(({ place }) => place)).toEqual([]);
  }
});
