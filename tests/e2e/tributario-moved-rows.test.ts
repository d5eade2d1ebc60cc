import { describe, expect, test } from "vitest";
import { Fecha } from "#lib/chile/index.ts";
import type { PortalDriver } from "#lib/contract/index.ts";
import { bankScene, month } from "#tests/support/scenes/bank-scene.ts";
import { rewritingProxy } from "#tests/support/servers/rewriting-proxy.ts";

const portal = bankScene("tributario");
const partner = "76177907-9";

/** Reads through a portal where `happens` runs before each page. */
async function during<Read>(
  happens: (page: string) => Promise<void>,
  read: (driver: PortalDriver) => Promise<Read>,
): Promise<Read> {
  const proxy = await rewritingProxy(portal.origin(), async (page) => {
    await happens(page);
    return page;
  });
  try {
    const driver = await portal.enter({ baseUrl: `${proxy.url}/portals/tributario` });
    const answer = await read(driver);
    await driver.logout();
    return answer;
  } finally {
    proxy.close();
  }
}

describe("a purchase that moves to another section while the registry is read", () => {
  const periodo = month("2026-09");
  /** The only one of an unknown type. */
  const document = { operacion: "compra", tipoDoc: 999, folio: 77, rut: partner };
  const first = { ...document, seccion: "PENDIENTE", fecha: "2026-09-10", neto: 1_000 };
  const put = (row: object) => portal.addRows({ resource: "rcv", periodo, rows: [row] });
  const isFile = (page: string) => page.startsWith("Nro;") && page.includes("RUT Proveedor");
  const isSummary = (page: string) => page.includes('id="periodo-consultado"');

  async function readWhile(happens: (page: string) => Promise<void>) {
    const reading = await during(happens, (driver) => driver.read("rcv", periodo));
    const stateOf = (dataset: string) =>
      portal
        .records(reading, dataset)
        .filter(({ payload }) => payload["tipoDoc"] === document.tipoDoc)
        .map(({ payload }) => payload["estado"]);
    return { ...reading, documents: stateOf("rcv"), sums: stateOf("rcv_resumen") };
  }

  test("into one that was already read, is read there", async () => {
    await put(first);
    let files = 0;
    const reading = await readWhile(async (page) => {
      if (!isFile(page)) return;
      files += 1;
      if (files === 1) await put({ ...document, seccion: "REGISTRO" });
    });
    expect(reading).toMatchObject({ incompletos: 0, completo: true });
    expect(reading.documents).toEqual(["REGISTRO"]);
    expect(reading.sums).toEqual(["REGISTRO"]);
  }, 30_000);

  test("at every reading, leaves a month that is known to be partial, after three of them", async () => {
    await put(first);
    let isBetween = false;
    let moves = 0;
    const reading = await readWhile(async (page) => {
      if (isSummary(page)) isBetween = true;
      if (!isFile(page) || !isBetween) return;
      isBetween = false;
      moves += 1;
      await put({ ...document, seccion: moves % 2 === 1 ? "REGISTRO" : "PENDIENTE" });
    });
    expect(reading).toMatchObject({ incompletos: 0, completo: false });
    expect(moves).toBe(3);
  }, 30_000);

  test("not at all, costs no file more than once", async () => {
    const seen: string[] = [];
    const reading = await readWhile(async (page) => void (isFile(page) && seen.push(page)));
    expect(reading).toMatchObject({ incompletos: 0, completo: true });
    expect(seen.length).toBeGreaterThan(3);
    expect(new Set(seen).size).toBe(seen.length);
  }, 30_000);
});

test.each([
  ["2026-09", false],
  ["2026-10", false],
  ["2026-11", true],
])(
  "of %s, purchases that may still be decided make it unfinished: %s",
  async (text, unfinished) => {
    const periodo = month(text);
    const pending = (await portal.truth("rcv", periodo)).filter(
      ({ seccion }) => seccion === "PENDIENTE",
    );
    // Some are never decided: nobody waits for these.
    const hasRecent = pending.some(({ fechaRecepcion }) => String(fechaRecepcion) >= "2026-11-13");
    expect([pending.length > 0, hasRecent]).toEqual([text !== "2026-10", unfinished]);
    const driver = await portal.enter();
    expect(await driver.read("rcv", periodo)).toMatchObject({ completo: true, unfinished });
    await driver.logout();
  },
  30_000,
);

test("a sale that its receiver may still claim makes its month unfinished, until it is decided", async () => {
  const periodo = month("2026-10");
  const sale = { operacion: "venta", tipoDoc: 33, folio: 880_001, rut: partner };
  const put = (row: object) => portal.addRows({ resource: "rcv", periodo, rows: [row] });
  const readMonth = async () => {
    const driver = await portal.enter();
    const reading = await driver.read("rcv", periodo);
    await driver.logout();
    return reading;
  };
  await put({ ...sale, fecha: "2026-10-31", fechaRecepcion: "2026-11-16", neto: 1_000 });
  expect(await readMonth()).toMatchObject({ completo: true, unfinished: true });
  await put({ ...sale, fechaReclamo: "2026-11-20" });
  expect(await readMonth()).toMatchObject({ completo: true, unfinished: false });
}, 30_000);

describe("a document issued while the list of issued ones is being read", () => {
  const periodo = month("2026-11");
  const today = Fecha.parse("2026-11-21");
  const issue = (count: number) =>
    portal.addRows({
      resource: "dte",
      periodo,
      rows: Array.from({ length: count }, () => ({
        tipoDoc: 33,
        rut: partner,
        fecha: today,
        neto: 1_000,
      })),
    });
  const isList = (page: string) => page.includes('id="total-emitidos"');

  test("pushes a row onto the next page, and is read too", async () => {
    await issue(25);
    let pages = 0;
    const reading = await during(
      async (page) => {
        if (!isList(page)) return;
        pages += 1;
        if (pages === 1) await issue(1);
      },
      (driver) => driver.read("dte", periodo),
    );
    const truth = await portal.truth("dte", periodo);
    const ids = portal.records(reading, "dte").map(({ id }) => id);
    expect(ids.toSorted()).toEqual(
      truth.map(({ tipoDoc, folio }) => `${tipoDoc}|${folio}`).toSorted(),
    );
    expect(reading).toMatchObject({ incompletos: 0, completo: true });
  }, 30_000);

  test("at every page, leaves a list that is known to be partial and proves nothing", async () => {
    await issue(25);
    let pages = 0;
    const happens = async (page: string) => {
      if (!isList(page)) return;
      pages += 1;
      await issue(1);
    };
    const reading = await during(happens, (driver) => driver.read("dte", periodo));
    expect(reading).toMatchObject({ completo: false });
    expect(pages).toBe(6);
    const look = during(happens, async (driver) =>
      driver.emitter?.issued({ tipoDte: 33, fecha: today }),
    );
    await expect(look).rejects.toMatchObject({ code: "upstream_unexpected_response" });
  }, 30_000);
});
