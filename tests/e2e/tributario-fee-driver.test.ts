import { describe, expect, test } from "vitest";
import { Fecha } from "#lib/chile/index.ts";
import type { FeeReceiptRequest } from "#lib/contract/index.ts";
import { companyRut, month } from "#tests/support/scenes/bank-scene.ts";
import {
  feePortal,
  feesOf,
  previewed,
  receipt,
  receiver,
} from "#tests/support/scenes/fee-portal.ts";

const portal = feePortal();
const code = (name: string) => expect.objectContaining({ code: name });
const unexpected = code("upstream_unexpected_response");
const november = month("2026-11");

const onPaper = { folio: 500_001, rutEmisor: companyRut, rutReceptor: receiver, bruto: 500_000 };

test("a receipt goes from the form to the list and its PDF, and is annulled, by one request each", async () => {
  const fees = await portal.enter();
  const before = await fees.listMonth(november);
  expect(before.length).toBeGreaterThan(0);
  expect(before).toHaveLength((await portal.issued()).length);

  const shown = await previewed(fees);
  expect(shown).toMatchObject({
    fecha: "2026-11-20",
    rutEmisor: companyRut,
    rutReceptor: receiver,
    nombreReceptor: "SERVICIOS ÍÑIGO PEÑA E.I.R.L.",
    bruto: 500_000,
    tasaRetencion: 1525,
    retencion: 76_250,
    liquido: 423_750,
    retiene: "receptor",
    domicilios: [{ codigo: expect.stringMatching(/^\d{8}$/), texto: expect.any(String) }],
    cortados: [],
  });
  expect(await portal.log()).toMatchObject({ previews: 1, sends: 0, emitted: 0 });

  // The list is read in between, as before every sending.
  expect(await fees.listMonth(november)).toEqual(before);
  const sent = await fees.sendReceipt();
  const truth = await portal.truthOf(500_001);
  expect(truth).toMatchObject({ fecha: "2026-11-20", rut: receiver, bruto: 500_000 });
  const codigoBarras = String(truth?.["codigoBarras"]);
  expect(sent).toEqual({ kind: "accepted", folio: 500_001, codigoBarras });
  await expect(fees.sendReceipt()).rejects.toThrow(TypeError);
  expect(await portal.log()).toMatchObject({ previews: 1, sends: 1, emitted: 1 });

  const row = {
    folio: 500_001,
    codigoBarras,
    fecha: "2026-11-20",
    rutReceptor: receiver,
    bruto: 500_000,
    estado: "VIGENTE",
    fechaAnulacion: null,
  };
  expect(await fees.listMonth(november)).toEqual(
    expect.arrayContaining([...before, expect.objectContaining(row)]),
  );
  const paper = await fees.readPdf(codigoBarras, onPaper);
  expect(paper).toMatchObject({ kind: "ready", anulada: false });

  const asked = await fees.previewAnnulment(500_001);
  const { folio, fecha, rutReceptor, bruto } = row;
  const known = { kind: "previewed", folio, fecha, rutReceptor, bruto };
  expect(asked).toMatchObject({ ...known, modo: "inmediata", plazoHasta: "2026-12-10" });
  expect(await portal.log()).toMatchObject({ sends: 1, annulled: 0 });
  expect(await fees.sendAnnulment(3)).toEqual({ kind: "accepted" });
  await expect(fees.sendAnnulment(3)).rejects.toThrow(TypeError);
  expect(await portal.log()).toMatchObject({ sends: 2, annulled: 1 });
  expect(await portal.truthOf(500_001)).toMatchObject({ anulada: true, anulacion: { causa: 3 } });
  expect(await portal.listed(fees, 500_001)).toMatchObject({
    ...row,
    estado: "ANULADA",
    fechaAnulacion: "2026-11-21",
  });
  expect(await fees.readPdf(codigoBarras, onPaper)).toMatchObject({ anulada: true });
  expect(await fees.previewAnnulment(500_001)).toEqual({ kind: "refused", reason: "annulled" });
  expect(await fees.previewAnnulment(999_999)).toEqual({ kind: "refused", reason: "unknown" });
}, 60_000);

describe("the form", () => {
  test("takes one of the issuer's addresses, a receiver who does not withhold, and four lines", async () => {
    await portal.set({ direcciones: 3 });
    const fees = await portal.enter();
    const lineas = [1, 2, 3, 4].map((place) => ({ descripcion: `Línea ${place}`, monto: place }));
    const person = { ...receipt.receptor, rut: "12345678-5", comuna: "VIÑA DEL MAR" };
    const asked = { ...receipt, receptor: person, lineas, retiene: "emisor" as const };
    const { domicilios, huella } = await previewed(fees, asked);
    expect(domicilios).toHaveLength(3);
    const [, , third] = domicilios;
    const there = await previewed(fees, { ...asked, domicilioEmisor: third?.codigo ?? "" });
    // 15,25 % of 10 is 1,525.
    expect(there).toMatchObject({ bruto: 10, retencion: 2, liquido: 8, retiene: "emisor" });
    expect(there.huella).not.toBe(huella);
    expect(await previewed(fees, asked)).toMatchObject({ huella });
  }, 30_000);

  test("names what the portal does not take, and what it cuts", async () => {
    const fees = await portal.enter();
    const issuesOf = async (changes: Partial<FeeReceiptRequest>) => {
      const shown = await fees.previewReceipt({ ...receipt, ...changes });
      return shown.kind === "refused" ? shown.issues : shown.cortados;
    };
    const { receptor } = receipt;
    expect(await issuesOf({ domicilioEmisor: "1" })).toEqual([
      { path: ["domicilioEmisor"], code: "invalid_choice" },
    ]);
    expect(await issuesOf({ receptor: { ...receptor, comuna: "Macondo" } })).toEqual([
      { path: ["receptor", "comuna"], code: "invalid_choice" },
    ]);
    expect(
      await issuesOf({
        receptor: { ...receptor, rut: companyRut },
        fecha: Fecha.parse("2026-08-20"),
      }),
    ).toEqual([
      { path: ["receptor", "rut"], code: "not_allowed" },
      { path: ["fecha"], code: "not_allowed" },
    ]);
    expect(await issuesOf({ receptor: { ...receptor, nombre: "Ñ".repeat(80) } })).toEqual([
      "receptor.nombre",
    ]);
    await portal.fault("preview_alert");
    expect(await issuesOf({})).toEqual([{ path: [], code: "not_allowed" }]);
    await expect(fees.sendReceipt()).rejects.toThrow(TypeError);
    expect(await portal.log()).toMatchObject({ sends: 0 });
  }, 30_000);

  test("of another layout is an unknown shape, and another document has another name", async () => {
    const fees = await portal.enter();
    const { huella } = await previewed(fees);
    await portal.fault("preview_changed");
    expect((await previewed(fees)).huella).not.toBe(huella);
    await portal.fault("layout_changed");
    await expect(fees.previewReceipt(receipt)).rejects.toEqual(unexpected);
    await expect(fees.sendReceipt()).rejects.toThrow(TypeError);
  }, 30_000);

  test("of a professional partnership asks nobody to withhold", async () => {
    const rut = "77900900-9";
    const fees = await portal.enter(rut, rut);
    expect(await fees.previewReceipt(receipt)).toMatchObject({
      rutEmisor: rut,
      tasaRetencion: 0,
      retencion: 0,
      liquido: 500_000,
      retiene: "nadie",
    });
  }, 30_000);

  test("is not a representative's, nor is the list", async () => {
    const fees = await portal.enter("12345678-5");
    const refused = code("alcance_scheme_unsupported");
    await expect(fees.previewReceipt(receipt)).rejects.toEqual(refused);
    await expect(fees.previewAnnulment(1)).rejects.toEqual(refused);
    await expect(fees.listMonth(november)).rejects.toEqual(refused);
  }, 30_000);
});

describe("the sending", () => {
  test("that is refused in known words did nothing, and one without an answer tells nothing", async () => {
    const fees = await portal.enter();
    await previewed(fees);
    await portal.fault("send_rejected");
    expect(await fees.sendReceipt()).toEqual({ kind: "refused", refusal: "rejected" });
    expect(await portal.truthOf(500_001)).toBeUndefined();

    await previewed(fees);
    await portal.fault("send_dropped", { delayMs: 20 });
    await expect(fees.sendReceipt()).rejects.toEqual(code("upstream_error"));
    expect(await portal.truthOf(500_001)).toBeUndefined();
    expect(await portal.log()).toMatchObject({ sends: 2, emitted: 0 });

    await previewed(fees);
    await portal.fault("send_lost", { delayMs: 20 });
    await expect(fees.sendReceipt()).rejects.toEqual(code("upstream_error"));
    expect(await portal.log()).toMatchObject({ sends: 3, emitted: 1 });

    // The list may be late; it shows what was issued in the end.
    await portal.fault("issued_list_late");
    expect(await portal.listed(fees, 500_001)).toBeUndefined();
    expect(await portal.listed(fees, 500_001)).toMatchObject({ rutReceptor: receiver });

    await previewed(fees);
    await portal.fault("layout_changed");
    await expect(fees.sendReceipt()).rejects.toEqual(unexpected);
    expect(await portal.log()).toMatchObject({ sends: 4, emitted: 2 });
  }, 40_000);

  test("of an annulment, likewise", async () => {
    const fees = await portal.enter();
    await previewed(fees);
    await fees.sendReceipt();
    await fees.previewAnnulment(500_001);
    await portal.fault("send_rejected");
    expect(await fees.sendAnnulment(1)).toEqual({ kind: "refused", refusal: "rejected" });
    await fees.previewAnnulment(500_001);
    await portal.fault("send_lost", { delayMs: 20 });
    await expect(fees.sendAnnulment(1)).rejects.toEqual(code("upstream_error"));
    expect(await portal.listed(fees, 500_001)).toMatchObject({ estado: "ANULADA" });
    expect(await portal.log()).toMatchObject({ annulled: 1 });
  }, 30_000);

  test("is never made by a session that ended, wherever it did", async () => {
    const fees = await portal.enter();
    await portal.fault("session_ended");
    await expect(fees.previewReceipt(receipt)).rejects.toEqual(code("connection_busy"));
    const again = await portal.enter();
    await previewed(again);
    await portal.fault("session_ended");
    // It was sent, and answered with the login page: that is no word.
    await expect(again.sendReceipt()).rejects.toEqual(unexpected);
    expect(await portal.log()).toMatchObject({ sends: 0, emitted: 0 });
  }, 30_000);
});

test("a file that is not the receipt's own, or not there yet, is told from it", async () => {
  const fees = await portal.enter();
  await previewed(fees);
  const sent = await fees.sendReceipt();
  const codigoBarras = sent.kind === "accepted" ? (sent.codigoBarras ?? "") : "";
  const fetched = (expected = onPaper) => fees.readPdf(codigoBarras, expected);
  await portal.fault("pdf_late");
  expect(await fetched()).toEqual({ kind: "late" });
  for (const kind of ["pdf_html", "pdf_encrypted", "pdf_empty", "pdf_large"]) {
    await portal.fault(kind);
    await expect(fetched(), kind).rejects.toEqual(unexpected);
  }
  await expect(fetched({ ...onPaper, folio: 500_002 })).rejects.toEqual(unexpected);
  await expect(fees.readPdf("000000000000000000", onPaper)).rejects.toEqual(unexpected);
  expect(await fetched()).toMatchObject({ kind: "ready" });
  await portal.fault("session_ended");
  await expect(fetched()).rejects.toEqual(code("connection_busy"));
}, 40_000);

test("a month whose rows are not what the year's summary says is not whole", async () => {
  const driver = await portal.logIn(companyRut, companyRut);
  const read = () => driver.read("boletas", november);
  // Until day 10 of the next month their issuers can annul them by themselves.
  expect(await read()).toMatchObject({ incompletos: 0, completo: true, unfinished: true });
  const september = await driver.read("boletas", month("2026-09"));
  expect(september).toMatchObject({ completo: true, unfinished: false });
  await portal.fault("summary_differs");
  expect(await read()).toMatchObject({ incompletos: 0, completo: false });
}, 30_000);

// Last, since a clock only goes forward.
describe("from day 11 of the next month on", () => {
  test("the receiver is asked, and until it answers the receipt is in force", async () => {
    const fees = await portal.enter();
    await previewed(fees);
    await fees.sendReceipt();
    await portal.goTo("2026-12-11T15:00:00.000Z");
    const driver = await portal.logIn(companyRut, companyRut);
    const later = feesOf(driver);
    expect(await later.previewAnnulment(500_001)).toMatchObject({
      modo: "con_receptor",
      plazoHasta: "2027-03-01",
    });
    expect(await later.sendAnnulment(2)).toEqual({ kind: "accepted" });
    expect(await portal.listed(later, 500_001)).toMatchObject({
      estado: "VIGENTE_ANULACION_PENDIENTE",
      fechaAnulacion: null,
    });
    expect(await later.previewAnnulment(500_001)).toEqual({
      kind: "refused",
      reason: "already_asked",
    });
    const readMonth = () => driver.read("boletas", november);
    expect(await readMonth()).toMatchObject({ completo: true, unfinished: true });
    await portal.receiverAnswers("reject");
    expect(await readMonth()).toMatchObject({ completo: true, unfinished: false });
    expect(await portal.listed(later, 500_001)).toMatchObject({ estado: "VIGENTE" });

    await portal.set({ topeAnulacion: 499_999 });
    expect(await later.previewAnnulment(500_001)).toEqual({
      kind: "refused",
      reason: "too_much",
      maximo: 499_999,
    });
    await portal.set({ topeAnulacion: 500_000 });
    await portal.goTo("2027-03-02T15:00:00.000Z");
    const last = await portal.enter();
    expect(await last.previewAnnulment(500_001)).toEqual({ kind: "refused", reason: "too_late" });
  }, 40_000);
});
