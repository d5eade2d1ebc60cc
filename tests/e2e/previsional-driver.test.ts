import { beforeEach, describe, expect, test } from "vitest";
import { Cotizacion, Nomina, Planilla } from "#lib/connectors/previsional/store.ts";
import { SessionEnded, type AlcanceReading, type PortalDriver } from "#lib/contract/index.ts";
import { bankScene, companyRut, month, untold } from "#tests/support/scenes/bank-scene.ts";
import {
  firstFields,
  lineInPortalWords,
  payrollInPortalWords,
  sheetInPortalWords,
} from "#tests/support/portals/previsional-words.ts";

const portal = bankScene("previsional");
beforeEach(() => portal.set({ exportMs: 0 }));

const september = month("2026-09");

const payrolls = (reading: AlcanceReading) =>
  portal.records(reading, "nominas").map(({ payload }) => Nomina.parse(payload));
const lines = (reading: AlcanceReading) =>
  portal.records(reading, "nomina_cotizaciones").map(({ payload }) => Cotizacion.parse(payload));
const sheets = (reading: AlcanceReading) =>
  portal.records(reading, "planillas").map(({ payload }) => Planilla.parse(payload));

const whole = { incompletos: 0, completo: true };
/** All rows are there, but not the module's other half. */
const kept = { incompletos: 0, completo: false };
const unexpected = { code: "upstream_unexpected_response" };

async function ended(driver: PortalDriver): Promise<void> {
  await driver.logout();
  const { logins, logouts, max_sessions: sessions } = await portal.log();
  expect([logouts, sessions]).toEqual([logins, 1]);
}

describe("a login that opens nothing", () => {
  const { clave } = portal.credential;
  test.each([
    ["rejected", { rut: "11111111-1", clave: "otra-clave" }],
    ["blocked", { rut: "9876543-3", clave }],
    ["company_not_offered", { rut: "15151515-0", clave }],
  ] as const)("ends as %s, and leaves no session behind", async (kind, credential) => {
    const { driver } = await portal.open();
    expect(await driver.login(credential, companyRut, untold)).toEqual({ kind });
    await driver.logout();
    const { logins, logouts } = await portal.log();
    expect(logouts).toBe(logins);
  });

  test("the faults of a login end as what they are, without a logout", async () => {
    const { driver } = await portal.open();
    for (const [kind, outcome] of [
      ["wrong_password", "rejected"],
      ["account_blocked", "blocked"],
      ["session_active", "busy"],
    ] as const) {
      await portal.fault(kind);
      expect(await driver.login(portal.credential, companyRut, untold)).toEqual({ kind: outcome });
      await driver.logout();
    }
    expect(await portal.log()).toMatchObject({ logins: 0, logouts: 0 });
  });

  test("another company than the chosen one is a mismatch, and we log out", async () => {
    await portal.fault("identity_mismatch");
    const { driver } = await portal.open();
    const entering = driver.login(portal.credential, companyRut, untold);
    await expect(entering).rejects.toMatchObject({ code: "connection_identity_mismatch" });
    await ended(driver);
  });

  test("during another session is busy, and does not touch that one", async () => {
    const holder = await portal.enter();
    const { driver } = await portal.open();
    expect(await driver.login(portal.credential, companyRut, untold)).toEqual({ kind: "busy" });
    await driver.logout();
    expect(await holder.read("nominas", month("2026-02"))).toMatchObject(whole);
    await ended(holder);
  });
});

describe("six months", () => {
  const months = ["2026-10", "2026-09", "2026-04", "2026-03", "2026-02", "2025-12"];

  test("are what the portal has: rows, sums and sheets, lines of every type", async () => {
    const driver = await portal.enter();
    const types = new Set<string>();
    let [counted, countedLines] = [0, 0];
    for (const periodo of months) {
      const reading = await driver.read("nominas", month(periodo));
      const truth = await portal.truth("nominas", periodo);
      expect(payrolls(reading).map(payrollInPortalWords)).toEqual(truth.map(firstFields));
      const read = lines(reading);
      for (const { id } of truth) {
        const own = read.filter(({ idNomina }) => idNomina === id);
        expect(own.map(lineInPortalWords)).toEqual(
          await portal.truth("nominas", periodo, `&id=${id}`),
        );
      }
      for (const { tipoLinea } of read) types.add(tipoLinea);
      const proof = { estado: truth.length === 0 ? "sin_datos" : "cuadra", diferencias: [] };
      expect(reading).toMatchObject({ ...whole, prueba: proof, unfinished: periodo === "2026-10" });
      const both = await driver.read("planillas", month(periodo));
      expect(sheets(both).map(sheetInPortalWords)).toEqual(
        await portal.truth("planillas", periodo),
      );
      expect(both).toMatchObject({ ...whole, prueba: proof });
      counted += truth.length;
      countedLines += read.length;
    }
    expect([...types].toSorted()).toEqual(["00", "01", "02", "03"]);
    expect(counted).toBeGreaterThanOrEqual(12);
    expect(countedLines).toBeGreaterThan(300);
    await ended(driver);
  }, 60_000);

  test("name institutions and movements, keep an undocumented code, and invent nothing", async () => {
    const driver = await portal.enter();
    const read = lines(await driver.read("nominas", month("2025-12")));
    const movements = new Map(read.map(({ movimiento }) => [movimiento?.codigo, movimiento]));
    expect(movements.get(3)).toMatchObject({ nombre: "Subsidio por licencia médica" });
    expect(movements.get(10)).toMatchObject({ nombre: null });
    expect(movements.get(undefined)).toBeNull();
    expect(
      read.every(({ afp, salud, mutual }) => afp.nombre && salud.nombre && mutual.nombre),
    ).toBe(true);
    expect(new Set(read.map(({ salud }) => salud.tipo))).toEqual(new Set(["fonasa", "isapre"]));
    expect(read.every((line) => line.cotizacionEmpleadorCapital === null)).toBe(true);
    expect(read.some(({ apellidos }) => /[ñáéíóú]/i.test(apellidos))).toBe(true);
    await ended(driver);
  });
});

describe("what does not add up, or is cut", () => {
  test("a sheet with another sum is a difference, in both modules", async () => {
    const driver = await portal.enter();
    await portal.fault("sum_differs");
    const [first] = await portal.truth("planillas", "2026-09");
    const difference = {
      idNomina: first?.["nomina"],
      institucionTipo: first?.["tipo"],
      institucionCodigo: first?.["codigo"],
      lineas: first?.["nominal"],
      planilla: Number(first?.["nominal"]) + 1000,
    };
    const prueba = { estado: "descuadra", diferencias: [difference] };
    for (const alcance of ["nominas", "planillas"]) {
      const reading = await driver.read(alcance, september);
      expect(reading).toMatchObject({ incompletos: 0, completo: false, prueba });
    }
    await ended(driver);
  });

  test("sheets alone are compared with the lines of their payrolls", async () => {
    const driver = await portal.enter();
    const cuadra = { estado: "cuadra", diferencias: [] };
    expect(await driver.read("planillas", september)).toMatchObject({ ...whole, prueba: cuadra });
    await portal.fault("sum_differs");
    const differing = await driver.read("planillas", month("2026-08"));
    expect(differing).toMatchObject({
      completo: false,
      prueba: { estado: "descuadra", diferencias: [{ institucionTipo: expect.any(String) }] },
    });
    await portal.set({ version: 101 });
    const alone = await driver.read("planillas", month("2026-07"));
    expect(alone).toMatchObject({ ...kept, prueba: { estado: "sin_datos", diferencias: [] } });
    expect(sheets(alone).length).toBeGreaterThan(5);
    await ended(driver);
  });

  test("after a difference withdrawn rows are still known, after a list with gaps they are not", async () => {
    const driver = await portal.enter();
    const wholeOnes = (reading: AlcanceReading) =>
      reading.rows.flatMap(({ dataset, whole: isWhole }) => (isWhole ? [dataset] : []));
    await portal.fault("sum_differs");
    const differing = await driver.read("nominas", september);
    expect(differing).toMatchObject({ completo: false });
    expect(wholeOnes(differing)).toEqual([
      "previsional.nominas",
      "previsional.nomina_cotizaciones",
    ]);
    expect(wholeOnes(await driver.read("planillas", september))).toEqual(["previsional.planillas"]);
    await portal.fault("export_cut");
    expect(wholeOnes(await driver.read("nominas", september))).toEqual(["previsional.nominas"]);
    await ended(driver);
  });

  test("of a cut file the existing lines are stored, and the missing ones counted", async () => {
    const driver = await portal.enter();
    await portal.fault("export_cut");
    const reading = await driver.read("nominas", september);
    const announced = payrolls(reading).reduce((sum, { numLineas }) => sum + numLineas, 0);
    const read = lines(reading).length;
    expect(read).toBeLessThan(announced);
    expect(reading).toMatchObject({
      incompletos: announced - read,
      completo: false,
      prueba: { estado: "descuadra" },
    });
    await ended(driver);
  });

  test("a late file is waited for, and fetched once", async () => {
    const driver = await portal.enter();
    await portal.fault("export_late", { times: 2 });
    expect(await driver.read("nominas", month("2026-07"))).toMatchObject(whole);
    const { exports: ordered, downloads } = await portal.log();
    expect([ordered, downloads]).toEqual([2, 2]);
    await ended(driver);
  });

  test("another version of the file, and a list with other fields, are not read", async () => {
    const driver = await portal.enter();
    await portal.set({ version: 101 });
    await expect(driver.read("nominas", september)).rejects.toMatchObject(unexpected);
    await portal.set({ version: 100 });
    await portal.fault("layout_changed");
    await expect(driver.read("nominas", september)).rejects.toMatchObject(unexpected);
    await expect(driver.read("nominas", month("2019-01"))).rejects.toMatchObject(unexpected);
    expect(await driver.read("nominas", september)).toMatchObject(whole);
    await ended(driver);
  });
});

describe("a fault in the middle of reading", () => {
  test("an answer that never came costs neither the session nor the next call's number", async () => {
    const driver = await portal.enter();
    await portal.fault("unavailable");
    await expect(driver.read("nominas", september)).rejects.toMatchObject({
      code: "upstream_error",
    });
    expect(await driver.read("nominas", september)).toMatchObject(whole);
    await ended(driver);
  });

  test("payrolls are stored when the sheets cannot be read, without a proof", async () => {
    const driver = await portal.enter();
    await portal.fault("cut_after_alcance");
    const reading = await driver.read("nominas", september);
    expect(reading).toMatchObject({ ...kept, prueba: { estado: "sin_datos" } });
    expect(lines(reading).length).toBeGreaterThan(20);
    // Each call was accepted and its answer lost: the next number is found anyway.
    for (let lost = 0; lost < 3; lost += 1) {
      await expect(driver.read("planillas", september)).rejects.toMatchObject({
        code: "upstream_error",
      });
    }
    expect(await driver.read("nominas", september)).toMatchObject(kept);
    await ended(driver);
  });

  test("a session that the portal ended can be reopened, whichever module notices", async () => {
    const driver = await portal.enter();
    for (const alcance of ["nominas", "planillas"]) {
      await portal.fault("session_ended");
      await expect(driver.read(alcance, september)).rejects.toBeInstanceOf(SessionEnded);
      expect(await driver.login(portal.credential, companyRut, untold)).toMatchObject({
        kind: "ok",
      });
    }
    expect(await driver.read("planillas", september)).toMatchObject(whole);
    await driver.logout();
    expect(await portal.log()).toMatchObject({ logins: 3, logouts: 1, max_sessions: 1 });
  });

  test("a worker that is stopped while the portal hangs still logs out", async () => {
    const stop = new AbortController();
    const driver = await portal.enter({ signal: stop.signal });
    await portal.fault("hang");
    const stopped = new Error("the worker stops");
    const reading = expect(driver.read("planillas", september)).rejects.toBe(stopped);
    await expect.poll(portal.pendingFaults).toEqual([]);
    stop.abort(stopped);
    await reading;
    await ended(driver);
  });

  test("the portal's page shows nothing of what was read", async () => {
    const { driver, evidence } = await portal.open();
    await driver.login(portal.credential, companyRut, untold);
    const read = lines(await driver.read("nominas", september));
    const seen = (await evidence())?.text ?? "";
    expect(seen).toContain("Portal Previsional");
    for (const { rut, apellidos, nombres } of read) {
      for (const text of [rut, apellidos, nombres, rut.slice(0, -2)]) {
        expect(seen).not.toContain(text);
      }
    }
    await ended(driver);
  });
});
