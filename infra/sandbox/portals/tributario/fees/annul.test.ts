import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { pdfLines } from "../../../testing/pdf-text.ts";
import { startTestSandbox, type TestSandbox } from "../../../testing/sandbox.ts";
import { ran } from "../../../testing/script-page.ts";
import * as at from "../../../testing/tributario.ts";
import * as fees from "../../../testing/tributario-fees.ts";
import { alertOf } from "../../../testing/tributario-invoicer.ts";
import { visitorOf, type Visitor } from "../../../testing/visitor.ts";
import { feeAlerts } from "./alerts.ts";
import { annulmentWindow } from "./annulment.ts";

let sandbox: TestSandbox;
let visitor: Visitor;
const log = async () => (await sandbox.control("GET", "/portals/tributario/log")).body;
const receiver = "77879240-0";

beforeAll(async () => {
  sandbox = await startTestSandbox();
});
afterAll(() => sandbox.close());

/** A receipt of 20 November 2026 over 500.000, issued on the 21st at noon. */
beforeEach(async () => {
  await sandbox.service.moveClock(new Date("2026-11-21T15:00:00Z"));
  await sandbox.control("POST", "/reset");
  visitor = visitorOf(`${sandbox.url}/portals/tributario`);
  await at.logIn(visitor, at.ownLogin);
  await fees.issue(visitor);
});

async function truth() {
  const path = "/portals/tributario/truth?resource=boletas&periodo=2026-11";
  const { body } = await sandbox.control<{ rows: { folio: number }[] }>("GET", path);
  return body.rows.find(({ folio }) => folio === 500_001);
}

/** Moves the clock to noon of a day, and starts a new visit. */
async function goTo(day: string): Promise<void> {
  await sandbox.control("POST", "/clock", { now: `${day}T15:00:00.000Z` });
  visitor = visitorOf(`${sandbox.url}/portals/tributario`);
  await at.logIn(visitor, at.ownLogin);
}

const answers = (answer: string, afterSeconds = 0) =>
  sandbox.control("POST", "/portals/tributario/receivers", { rut: receiver, answer, afterSeconds });

async function listed() {
  const pages = await Promise.all(
    [0, 1, 2].map((page) => visitor.get(fees.listPath("emitidas", "2026-11", page))),
  );
  return pages.flatMap(fees.listedRows).find(({ nroboleta }) => nroboleta === "500001");
}

test.each([
  ["2026-11-20", "2026-12-10", "immediate", "2026-12-10"],
  ["2026-11-20", "2026-12-11", "by_receiver", "2027-03-01"],
  ["2026-11-20", "2027-03-01", "by_receiver", "2027-03-01"],
  ["2026-12-31", "2027-01-10", "immediate", "2027-01-10"],
  ["2026-12-31", "2027-01-11", "by_receiver", "2027-03-01"],
  ["2026-12-31", "2027-03-01", "by_receiver", "2027-03-01"],
])("a receipt of %s is annulled on %s %s, until %s", (day, today, mode, until) => {
  expect(annulmentWindow(day, today)).toEqual({ mode, until });
});

test("after 1 March of the next year nobody can annul", () => {
  expect(annulmentWindow("2026-12-31", "2027-03-02")).toBeUndefined();
});

describe("until day 10 of the next month", () => {
  test("the issuer annuls at once, and the PDF is marked", async () => {
    const asked = await fees.askToAnnul(visitor, 500_001);
    expect(ran(asked).variable("anulacion")).toEqual({
      nroboleta: "500001",
      fecha: "20/11/2026",
      rut_destinatario: "77879240",
      dv_destinatario: "0",
      nombre_destinatario: "SERVICIOS ÍÑIGO PEÑA E.I.R.L.",
      total_honorarios: "500.000",
      modalidad: "1",
      plazo: "10/12/2026",
    });
    expect(Object.keys(ran(asked).form("anulacion").choices["cod_causa"] ?? {})).toEqual([
      "1",
      "2",
      "3",
    ]);
    expect((await fees.acceptAnnulment(visitor, asked)).text).toContain("ha sido anulada");
    expect(await log()).toMatchObject({ sends: 2, annulled: 1, annulments_requested: 0 });
    expect(await truth()).toMatchObject({
      estado: "ANULADA",
      anulada: true,
      fechaAnulacion: "2026-11-21",
      anulacion: { causa: 3, modo: "inmediata", plazoHasta: null, respuesta: null },
    });
    expect(await listed()).toMatchObject({ estado: "S", fechaanulacion: "21/11/2026" });
    const code = fees.barCodeIn((await listed())?.["ver"] ?? "");
    const pdf = await visitor.get(`/honorarios/documento?txt_codigobarras=${code}`);
    expect(pdfLines(pdf.bytes)).toContain("ANULADA el 21/11/2026");
    expect(alertOf(await fees.askToAnnul(visitor, 500_001))).toBe(feeAlerts.alreadyAnnulled);
  });

  test("earlier receipts can be annulled too; received or unknown ones cannot", async () => {
    const path = "/portals/tributario/truth?resource=boletas&periodo=2026-11";
    const { body } = await sandbox.control<{
      rows: { lado: string; folio: number; estado: string }[];
    }>("GET", path);
    const inForce = body.rows.filter(({ estado }) => estado === "VIGENTE");
    const [own] = inForce.filter(({ lado }) => lado === "emitidas");
    const [other] = inForce.filter(({ lado }) => lado === "recibidas");
    const shown = await fees.annul(visitor, own?.folio ?? 0);
    expect(shown.text).toContain("ha sido anulada");
    for (const folio of [other?.folio ?? 0, 999_999]) {
      expect(alertOf(await fees.askToAnnul(visitor, folio))).toBe(feeAlerts.unknownReceipt);
    }
  });

  test("not above the maximum amount, and not without a cause", async () => {
    const asked = await fees.askToAnnul(visitor, 500_001);
    expect(alertOf(await fees.acceptAnnulment(visitor, asked, "4"))).toBe(feeAlerts.cause);
    await sandbox.control("PATCH", "/portals/tributario", { topeAnulacion: 499_999 });
    expect(alertOf(await fees.askToAnnul(visitor, 500_001))).toBe(feeAlerts.tooMuch(499_999));
    expect(alertOf(await fees.acceptAnnulment(visitor, asked))).toBe(feeAlerts.tooMuch(499_999));
    await sandbox.control("PATCH", "/portals/tributario", { topeAnulacion: 500_000 });
    expect((await fees.annul(visitor, 500_001)).text).toContain("ha sido anulada");
    expect(await log()).toMatchObject({ annulled: 1 });
  });
});

describe("from day 11 on the receiver is asked", () => {
  beforeEach(async () => {
    await goTo("2026-12-11");
    const asked = await fees.askToAnnul(visitor, 500_001);
    expect(ran(asked).variable("anulacion")).toMatchObject({
      modalidad: "2",
      plazo: "01/03/2027",
    });
    expect(asked.text).toContain("Mientras no lo haga, la boleta sigue vigente");
    expect((await fees.acceptAnnulment(visitor, asked)).text).toContain("solicitud de anulación");
  });

  test("and until it answers the receipt is in force", async () => {
    expect(await log()).toMatchObject({ sends: 2, annulled: 0, annulments_requested: 1 });
    expect(await truth()).toMatchObject({
      estado: "VIGENTE_ANULACION_PENDIENTE",
      anulada: false,
      anulacion: { modo: "con_receptor", plazoHasta: "2027-03-01", respuesta: null },
    });
    expect(await listed()).toMatchObject({
      estado: "N",
      fechaanulacion: "",
      fechasolicitud: "11/12/2026",
    });
    expect(alertOf(await fees.askToAnnul(visitor, 500_001))).toBe(feeAlerts.alreadyAsked);
  });

  test("it accepts after its time", async () => {
    await answers("accept", 3600);
    expect(await truth()).toMatchObject({ estado: "VIGENTE_ANULACION_PENDIENTE" });
    await sandbox.control("POST", "/clock", { advance: "PT1H" });
    expect(await log()).toMatchObject({ annulled: 1, annulments_requested: 1 });
    expect(await truth()).toMatchObject({
      estado: "ANULADA",
      fechaAnulacion: "2026-12-11",
      anulacion: { respuesta: "aceptada" },
    });
    // An answer is final.
    await answers("reject");
    expect(await truth()).toMatchObject({ estado: "ANULADA" });
    expect(await log()).toMatchObject({ annulled: 1 });
  });

  test("it rejects, and can be asked again", async () => {
    await answers("reject");
    expect(await truth()).toMatchObject({
      estado: "VIGENTE",
      anulacion: { respuesta: "rechazada" },
    });
    expect((await fees.annul(visitor, 500_001)).text).toContain("solicitud de anulación");
    expect(await log()).toMatchObject({ annulled: 0, annulments_requested: 2 });
  });

  test("on 1 March its answer counts, on the next day it does nothing", async () => {
    await goTo("2027-03-01");
    expect(await truth()).toMatchObject({ estado: "VIGENTE_ANULACION_PENDIENTE" });
    await sandbox.control("POST", "/clock", { now: "2027-03-02T03:00:01.000Z" });
    expect(await truth()).toMatchObject({ estado: "VIGENTE", anulacion: { respuesta: "vencida" } });
    await answers("accept");
    expect(await truth()).toMatchObject({ estado: "VIGENTE", anulacion: { respuesta: "vencida" } });
    expect(await log()).toMatchObject({ annulled: 0 });
  });

  test("an answer in time counts, even if nobody looked before the deadline", async () => {
    await answers("accept", 86_400);
    await goTo("2027-04-01");
    expect(await truth()).toMatchObject({
      estado: "ANULADA",
      fechaAnulacion: "2026-12-12",
      anulacion: { respuesta: "aceptada" },
    });
  });
});

test("a receiver can be instructed before anybody asks it", async () => {
  await answers("accept");
  await goTo("2026-12-11");
  await fees.annul(visitor, 500_001);
  expect(await truth()).toMatchObject({ estado: "ANULADA", anulacion: { respuesta: "aceptada" } });
  expect(await log()).toMatchObject({ annulled: 1, annulments_requested: 1 });
});

test("after the last day the portal refuses", async () => {
  await goTo("2027-03-02");
  expect(alertOf(await fees.askToAnnul(visitor, 500_001))).toBe(feeAlerts.tooLate);
});
