import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { startTestSandbox, type TestSandbox } from "../../testing/sandbox.ts";
import { dataTable } from "../../testing/tables.ts";
import * as at from "../../testing/tributario.ts";
import { isCut, paperFaults, provoke } from "../../testing/tributario-faults.ts";
import * as fees from "../../testing/tributario-fees.ts";
import * as invoicer from "../../testing/tributario-invoicer.ts";
import { visitorOf, type Visitor } from "../../testing/visitor.ts";
import { alerts } from "./invoicer/alerts.ts";
import { tributario } from "./portal.ts";
import { notices } from "./words.ts";

let sandbox: TestSandbox;
let visitor: Visitor;
const log = async () => (await sandbox.control("GET", "/portals/tributario/log")).body;
const asked = { periodo: "2026-09", operacion: "COMPRA", seccion: "REGISTRO" } as const;
const feeList = fees.listPath("recibidas", "2026-09");

beforeAll(async () => {
  sandbox = await startTestSandbox();
});
beforeEach(async () => {
  await sandbox.control("POST", "/reset");
  visitor = visitorOf(`${sandbox.url}/portals/tributario`);
});
afterAll(() => sandbox.close());

const fault = (kind: string, more?: { times?: number; delayMs?: number }) =>
  provoke(sandbox, kind, more);

/** What today's list shows of documents sent through the wizard. */
async function listed(): Promise<string[]> {
  const { text } = await visitor.get("/facturador/emitidos");
  return dataTable(text)
    .map((cells) => cells[3] ?? "")
    .filter((folio) => folio.startsWith("50000"));
}

/** The alert when sending, and what is issued anyway. */
async function isSaidOf(issued: string[], alert: string) {
  const signed = await invoicer.openSigned(visitor);
  const shown = await invoicer.send(visitor, signed);
  expect([shown.status, invoicer.alertOf(shown)]).toEqual([200, alert]);
  expect(await listed()).toEqual(issued);
  expect(await log()).toMatchObject({ sends: 1, emitted: issued.length });
  return signed;
}

/** Each entry provokes its kind once and shows that the next request works again. */
const provoked: Record<string, () => Promise<void>> = {
  async wrong_password() {
    expect((await at.logIn(visitor)).text).toContain(notices.wrong);
    expect((await at.logIn(visitor)).text).toContain("Bienvenido");
    expect(await log()).toMatchObject({ failed_logins: 1, logins: 1 });
  },
  async account_blocked() {
    expect((await at.logIn(visitor)).text).toContain(notices.blocked);
    expect((await at.logIn(visitor)).text).toContain("Bienvenido");
  },
  async session_active() {
    expect((await at.logIn(visitor)).text).toContain(notices.active);
    expect((await at.logIn(visitor)).text).toContain("Bienvenido");
  },
  async session_ended() {
    await at.enter(visitor);
    const { status, text } = await at.detail(visitor, asked, 33);
    expect(status).toBe(200);
    expect(text).toContain('name="clave"');
    expect(text).toContain(notices.ended);
    await visitor.get("/salir");
    expect(await log()).toMatchObject({ logins: 1, logouts: 1 });
    await invoicer.open(visitor);
    expect(invoicer.folioOf(await invoicer.emit(visitor))).toBe(500_001);
  },
  async unavailable() {
    expect((await visitor.get("/ingreso")).status).toBe(503);
    expect((await visitor.get("/ingreso")).status).toBe(200);
  },
  async slow() {
    const from = performance.now();
    expect((await visitor.get("/ingreso")).status).toBe(200);
    expect(performance.now() - from).toBeGreaterThanOrEqual(250);
  },
  async hang() {
    const hanging = visitor.get("/ingreso");
    const pending = () => sandbox.control("GET", "/portals/tributario/faults");
    await expect.poll(pending).toMatchObject({ body: { faults: [] } });
    expect((await visitor.get("/ingreso")).status).toBe(200);
    await sandbox.control("DELETE", "/portals/tributario/faults");
    expect((await hanging).status).toBe(503);
  },
  async layout_changed() {
    await at.logIn(visitor, at.ownLogin);
    expect(dataTable((await at.summary(visitor, asked)).text)[0]).toContain("Monto Afecto");
    expect(dataTable((await at.summary(visitor, asked)).text)[0]).toContain("Monto Neto");
    await fault("layout_changed");
    expect((await at.detail(visitor, asked, 33)).text).toContain(";Monto Afecto;");
    await fault("layout_changed");
    expect(fees.listedRows(await visitor.get(feeList))[0]).toHaveProperty("montobruto");
    await visitor.post("/facturador/empresa", { RUT_EMP: at.main });
    await fault("layout_changed");
    const form = await visitor.get("/facturador/formulario?tipo=33");
    expect(form.text).not.toContain("REC_RAZON");
    const again = await visitor.get("/facturador/formulario?tipo=33");
    expect(again.text).toContain("REC_RAZON");
    await fault("layout_changed", { times: 2 });
    const previewed = await invoicer.preview(visitor);
    expect(previewed.text).toContain("Vista previa");
    expect(previewed.text).not.toContain('name="previa"');
    await fault("layout_changed");
    const list = await visitor.get("/facturador/emitidos");
    expect(dataTable(list.text)[0]).not.toContain("Monto Total");
  },
  async identity_mismatch() {
    await at.enter(visitor);
    expect((await at.summary(visitor, asked)).text).toContain("77.879.240-0");
    await visitor.post("/empresas", { rut_emp: at.main });
    expect((await at.summary(visitor, asked)).text).toContain("77.879.240-0");
    await visitor.get("/salir");
    await at.enter(visitor);
    await fault("identity_mismatch");
    const { text } = await visitor.post("/facturador/empresa", { RUT_EMP: at.main });
    expect(text).toContain("77.879.240-0");
  },
  async cut_after_alcance() {
    await at.logIn(visitor, at.ownLogin);
    expect((await at.summary(visitor, asked)).status).toBe(200);
    expect((await visitor.get(feeList)).status).toBe(503);
    expect((await visitor.get(feeList)).status).toBe(503);
    expect((await at.detail(visitor, asked, 33)).status).toBe(200);
    await visitor.get("/salir");
    await at.logIn(visitor, at.ownLogin);
    expect((await at.summary(visitor, asked)).status).toBe(200);
    expect((await visitor.get(feeList)).status).toBe(200);
  },
  async not_enrolled() {
    await at.logIn(visitor);
    expect((await visitor.get("/facturador/empresa")).text).toContain('id="sin-empresas"');
    await fault("not_enrolled");
    const refused = await visitor.post("/facturador/empresa", { RUT_EMP: at.main });
    expect(invoicer.alertOf(refused)).toBe(alerts.notEnrolled);
    const chosen = await visitor.post("/facturador/empresa", { RUT_EMP: at.main });
    expect(chosen.text).toContain("76.555.835-2");
  },
  async type_not_authorized() {
    await invoicer.open(visitor);
    const form = await visitor.get("/facturador/formulario?tipo=33");
    expect(invoicer.alertOf(form)).toBe(alerts.typeNotAuthorized);
    expect(invoicer.folioOf(await invoicer.emit(visitor))).toBe(500_001);
  },
  async preview_alert() {
    await invoicer.open(visitor);
    expect(invoicer.alertOf(await invoicer.preview(visitor))).toBe(alerts.rejectedPreview);
    expect(invoicer.alertOf(await invoicer.preview(visitor))).toBeUndefined();
  },
  async preview_changed() {
    await invoicer.open(visitor);
    const [changed, usual] = [await invoicer.preview(visitor), await invoicer.preview(visitor)].map(
      (shown) => invoicer.fieldsOf(shown, "previa"),
    );
    expect(changed?.["REC_DIRECCION"]).toBe("NUEVO DOMICILIO 1234");
    expect(usual?.["REC_DIRECCION"]).toBe("AV. ÑUBLE 12");
    expect(changed?.["PRV_HASH"]).not.toBe(usual?.["PRV_HASH"]);
  },
  async no_certificate() {
    await invoicer.open(visitor);
    const previewed = await invoicer.preview(visitor);
    expect((await invoicer.propose(visitor, previewed)).text).toContain('id="sin-certificado"');
    expect((await invoicer.propose(visitor, previewed)).text).toContain('name="firma"');
  },
  async bad_certificate_password() {
    await invoicer.open(visitor);
    const proposed = await invoicer.propose(visitor, await invoicer.preview(visitor));
    expect((await invoicer.sign(visitor, proposed)).text).not.toContain("Signature");
    expect((await invoicer.sign(visitor, proposed)).text).toContain("Signature");
  },
  async send_rejected() {
    const signed = await isSaidOf([], alerts.rejectedSend);
    expect(invoicer.folioOf(await invoicer.send(visitor, signed))).toBe(500_001);
  },
  async send_lost() {
    await invoicer.open(visitor);
    await isCut(invoicer.send(visitor, await invoicer.signed(visitor)));
    expect(await log()).toMatchObject({ sends: 1, emitted: 1 });
    expect(await listed()).toEqual(["500001"]);
  },
  async send_dropped() {
    const signed = await invoicer.openSigned(visitor);
    await isCut(invoicer.send(visitor, signed));
    expect(await log()).toMatchObject({ sends: 1, emitted: 0 });
    expect(await listed()).toEqual([]);
    expect(invoicer.folioOf(await invoicer.send(visitor, signed))).toBe(500_001);
  },
  async send_script_alert() {
    await invoicer.open(visitor);
    const shown = await invoicer.send(visitor, await invoicer.signed(visitor));
    expect(shown.text).toMatch(
      /alert\('Debe habilitar [^]*<h1>Documento emitido<(?![^]*id="folio")/,
    );
    expect(await listed()).toEqual(["500001"]);
  },
  send_already_sent: async () => void (await isSaidOf(["500001"], alerts.alreadySent)),
  send_processing: async () => void (await isSaidOf(["500001"], alerts.processing)),
  send_session_expired: async () => void (await isSaidOf([], alerts.sessionExpired)),
  async issued_list_late() {
    await invoicer.open(visitor);
    // The fault only counts readings with something new.
    expect(await listed()).toEqual([]);
    expect(invoicer.folioOf(await invoicer.emit(visitor))).toBe(500_001);
    expect(await listed()).toEqual([]);
    expect(await listed()).toEqual(["500001"]);
  },
};

const options: Record<string, { delayMs: number }> = {
  slow: { delayMs: 250 },
  send_lost: { delayMs: 20 },
  send_dropped: { delayMs: 20 },
};

describe("the faults of tributario", () => {
  test("are all provoked here", () => {
    const elsewhere: readonly string[] = paperFaults;
    const here = tributario.faults.filter((kind) => !elsewhere.includes(kind));
    expect(Object.keys(provoked).toSorted()).toEqual(here.toSorted());
  });

  test.each(Object.entries(provoked))("the portal can be made to show: %s", async (kind, look) => {
    await fault(kind, options[kind]);
    await look();
  });
});

describe("an answer that never comes", () => {
  test("holds the connection until the faults are deleted, or its time is over", async () => {
    const signed = await invoicer.openSigned(visitor);
    await fault("send_lost");
    const answer = isCut(invoicer.send(visitor, signed));
    await expect.poll(log).toMatchObject({ emitted: 1 });
    await sandbox.control("DELETE", "/portals/tributario/faults");
    await answer;
    expect(await log()).toMatchObject({ sends: 1, emitted: 1 });
  });

  test("is the same for receipts and annulments", async () => {
    await invoicer.open(visitor);
    await fault("send_lost", { delayMs: 0, times: 2 });
    await isCut(invoicer.receiptSend(visitor, await invoicer.receiptPreview(visitor)));
    const note = await invoicer.annul(visitor, 39, 500_001);
    await isCut(invoicer.finish(visitor, note));
    expect(await log()).toMatchObject({ sends: 2, emitted: 2, annulled: 1 });
    await fault("send_dropped", { delayMs: 0 });
    await isCut(invoicer.receiptSend(visitor, await invoicer.receiptPreview(visitor)));
    expect(await log()).toMatchObject({ sends: 3, emitted: 2, annulled: 1 });
  });

  test("if the session ends or the portal is unreachable when sending, nothing is emitted", async () => {
    const signed = await invoicer.openSigned(visitor);
    await fault("unavailable");
    expect((await invoicer.send(visitor, signed)).status).toBe(503);
    await fault("session_ended");
    expect((await invoicer.send(visitor, signed)).text).toContain(notices.ended);
    expect(await log()).toMatchObject({ sends: 0, emitted: 0 });
  });
});

describe("a late list", () => {
  test("stays late for its time, by whichever clock passes first", async () => {
    await invoicer.open(visitor);
    await invoicer.emit(visitor);
    await fault("issued_list_late", { delayMs: 60_000 });
    expect(await listed()).toEqual([]);
    expect(await listed()).toEqual([]);
    await sandbox.control("POST", "/clock", { advance: "PT1M" });
    expect(await listed()).toEqual(["500001"]);
  });

  test("ends when the faults are deleted, and never hides again what it showed", async () => {
    await invoicer.open(visitor);
    await invoicer.emit(visitor);
    expect(await listed()).toEqual(["500001"]);
    await fault("issued_list_late", { delayMs: 600_000 });
    await invoicer.emit(visitor);
    expect(await listed()).toEqual(["500001"]);
    await sandbox.control("DELETE", "/portals/tributario/faults");
    expect(await listed()).toEqual(["500002", "500001"]);
  });

  test("does not show an annulment before its note", async () => {
    await invoicer.open(visitor);
    const folio = invoicer.folioOf(await invoicer.emit(visitor));
    expect(await listed()).toHaveLength(1);
    await invoicer.finish(visitor, await invoicer.annul(visitor, 33, folio));
    await fault("issued_list_late");
    expect((await visitor.get("/facturador/emitidos")).text).not.toContain(">61-500001<");
    expect((await visitor.get("/facturador/emitidos")).text).toContain(">61-500001<");
  });
});
