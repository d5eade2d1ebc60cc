import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { startTestSandbox, type TestSandbox } from "../../../testing/sandbox.ts";
import { dataTable } from "../../../testing/tables.ts";
import * as at from "../../../testing/tributario.ts";
import * as invoicer from "../../../testing/tributario-invoicer.ts";
import { visitorOf, type Visitor } from "../../../testing/visitor.ts";
import { alerts } from "./alerts.ts";

let sandbox: TestSandbox;
let visitor: Visitor;
const log = async () => (await sandbox.control("GET", "/portals/tributario/log")).body;

interface IssuedRow {
  tipoDoc: number;
  folio: number;
  rut: string;
  razonSocial: string;
  fecha: string;
  exento: number;
  neto: number;
  iva: number;
  total: number;
  anulado: boolean;
  anuladoPor: string | null;
  codigo: string;
}

async function truth(periodo: string, more = ""): Promise<IssuedRow[]> {
  const path = `/portals/tributario/truth?resource=dte&periodo=${periodo}${more}`;
  return (await sandbox.control<{ rows: IssuedRow[] }>("GET", path)).body.rows;
}

beforeAll(async () => {
  sandbox = await startTestSandbox();
});
beforeEach(async () => {
  await sandbox.control("POST", "/reset");
  visitor = visitorOf(`${sandbox.url}/portals/tributario`);
  await invoicer.open(visitor);
});
afterAll(() => sandbox.close());

/** Every page of the list, following the links. */
async function listPages(desde: string, hasta: string, tipo = ""): Promise<string[]> {
  const pages: string[] = [];
  let query = new URLSearchParams({ TIPO: tipo, DESDE: desde, HASTA: hasta }).toString();
  while (query) {
    const { text } = await visitor.get(`/facturador/emitidos?${query}`);
    pages.push(text);
    query = /emitidos\?([^"]+)">Siguiente/.exec(text)?.[1]?.replaceAll("&amp;", "&") ?? "";
  }
  return pages;
}

function rowsOf(pages: string[]) {
  return pages
    .flatMap((html) => dataTable(html).slice(1))
    .map((cells) => ({
      rut: cells[0]?.replaceAll(".", ""),
      razonSocial: cells[1],
      tipoDoc: Number(/\((\d+)\)$/.exec(cells[2] ?? "")?.[1]),
      folio: Number(cells[3]),
      fecha: at.isoDay(cells[4]),
      total: at.amountOf(cells[5]),
      anulado: cells[6] === "ANULADO",
      anuladoPor: cells[7] === "" ? null : cells[7],
    }));
}

describe("the issued list", () => {
  test.each([
    ["2026-11", "01/11/2026", "21/11/2026"],
    ["2026-09", "01/09/2026", "30/09/2026"],
    ["2026-07", "01/07/2026", "31/07/2026"],
    ["2025-12", "01/12/2025", "31/12/2025"],
  ])("prints %s as in the truth, 20 per page, newest first", async (periodo, desde, hasta) => {
    const rows = await truth(periodo);
    const pages = await listPages(desde, hasta);
    expect(rows.length).toBeGreaterThan(3);
    expect(pages).toHaveLength(Math.ceil(rows.length / 20));
    const printed = rowsOf(pages);
    expect(printed).toHaveLength(rows.length);
    expect(rows).toMatchObject(printed);
    expect(pages[0]).toContain(`id="total-emitidos">${rows.length}<`);
  });

  test("is narrowed by type, and says when there is nothing", async () => {
    const notes = await truth("2026-09", "&tipoDoc=61");
    const printed = rowsOf(await listPages("01/09/2026", "30/09/2026", "61"));
    expect(notes.length).toBeGreaterThan(0);
    expect(notes).toMatchObject(printed);
    const [none] = await listPages("01/07/2026", "31/07/2026", "33");
    expect(none).toContain('id="sin-emitidos"');
    const wrong = await visitor.get("/facturador/emitidos?DESDE=31/02/2026&HASTA=01/03/2026");
    expect(invoicer.alertOf(wrong)).toContain("no es válida");
  });

  test("has part of the sales, guides that the registry never sees, and receipts", async () => {
    const path = "/portals/tributario/truth?resource=rcv&periodo=2026-09&operacion=venta";
    const { body } = await sandbox.control<{ rows: IssuedRow[] }>("GET", path);
    const keys = (rows: IssuedRow[]) =>
      new Set(rows.map(({ tipoDoc, folio, total }) => `${tipoDoc}|${folio}|${total}`));
    const sales = keys(body.rows.filter(({ folio }) => folio !== null));
    const rows = await truth("2026-09");
    const issued = keys(rows.filter(({ tipoDoc }) => [33, 34, 56, 61].includes(tipoDoc)));
    expect(issued.size).toBeGreaterThan(10);
    expect([...issued].every((key) => sales.has(key))).toBe(true);
    expect(issued.size).toBeLessThan(sales.size);
    const types = new Set(rows.map(({ tipoDoc }) => tipoDoc));
    expect(types).toEqual(new Set([33, 34, 39, 41, 52, 56, 61]));
    expect(rows.some(({ anuladoPor }) => anuladoPor?.startsWith("61-"))).toBe(true);
  });

  test("leads to each document and to its PDF, a whole file", async () => {
    const [row] = (await truth("2026-09")).filter(({ tipoDoc }) => tipoDoc === 33);
    const shown = await visitor.get(`/facturador/documento?codigo=${row?.codigo}`);
    expect(shown.text).toContain(`id="estado">${row?.anulado ? "ANULADO" : "EMITIDO"}<`);
    const pdf = await visitor.get(`/facturador/pdf?codigo=${row?.codigo}`);
    expect(pdf.contentType).toBe("application/pdf");
    const text = pdf.bytes.toString("latin1");
    expect(text.startsWith("%PDF-1.4")).toBe(true);
    expect(text).toContain(`N° ${row?.folio}`);
    const start = Number(/startxref\n(\d+)/.exec(text)?.[1]);
    expect(text.slice(start, start + 4)).toBe("xref");
    const offsets = [...text.slice(start).matchAll(/^(\d{10}) 00000 n/gm)].map(([, at]) =>
      Number(at),
    );
    expect(offsets).toHaveLength(5);
    offsets.forEach((offset, index) =>
      expect(text.slice(offset, offset + 7)).toBe(`${index + 1} 0 obj`),
    );
    expect(await log()).toMatchObject({ downloads: 1 });
    const unknown = await visitor.get("/facturador/pdf?codigo=330000000001");
    expect(invoicer.alertOf(unknown)).toBe(alerts.notFound);
  });

  test("has what somebody else issued", async () => {
    const added = { tipoDoc: 33, rut: "77879240-0", fecha: "2026-11-20", neto: 1000 };
    const { body } = await sandbox.control("POST", "/portals/tributario/rows", {
      resource: "dte",
      rows: [added],
    });
    expect(body).toMatchObject({ rows: [{ folio: 800_001, total: 1190, emitidoPor: null }] });
    const printed = rowsOf(await listPages("20/11/2026", "21/11/2026"));
    expect(printed.filter(({ folio }) => folio === 800_001)).toHaveLength(1);
    expect(await log()).toMatchObject({ emitted: 0 });
  });
});

describe("annulment", () => {
  const state = async (tipoDoc: number, folio: number) =>
    (await truth("2026-11")).find((row) => row.tipoDoc === tipoDoc && row.folio === folio);

  test("starts at the preview and ends in a credit note that names the document", async () => {
    const folio = invoicer.folioOf(await invoicer.emit(visitor));
    const previewed = await invoicer.annul(visitor, 33, folio);
    expect(invoicer.fieldsOf(previewed, "previa")).toMatchObject({
      TPO_DOC: "61",
      REC_RUT: "77879240-0",
      REF_TIPO_1: "33",
      REF_FOLIO_1: String(folio),
      REF_COD_1: "1",
      REF_RAZON_1: "ERROR DE PRECIO",
      REF_TIPO_2: "",
      TOT_NETO: "3001",
      TOT_TOTAL: "4271",
    });
    expect(await log()).toMatchObject({ previews: 2, emitted: 1, annulled: 0 });
    const answer = await invoicer.finish(visitor, previewed);
    expect(invoicer.folioOf(answer)).toBe(500_001);
    expect(await log()).toMatchObject({ sends: 2, emitted: 2, annulled: 1 });
    expect(await state(33, folio)).toMatchObject({ anulado: true, anuladoPor: "61-500001" });
    expect(await state(61, 500_001)).toMatchObject({ anulado: false, total: 4271 });
    const again = await invoicer.annul(visitor, 33, folio);
    expect(invoicer.alertOf(again)).toBe(alerts.alreadyAnnulled);
  });

  test("of an earlier document works the same", async () => {
    const row = (await truth("2026-09")).find(({ tipoDoc, anulado }) => tipoDoc === 33 && !anulado);
    await invoicer.finish(visitor, await invoicer.annul(visitor, 33, row?.folio ?? 0));
    const after = (await truth("2026-09")).find(({ codigo }) => codigo === row?.codigo);
    expect(after).toEqual({ ...row, anulado: true, anuladoPor: "61-500001" });
  });

  test("of a receipt uses its amounts unchanged", async () => {
    const previewed = await invoicer.receiptPreview(visitor, { BOL_PRECIO_01: "990" });
    const folio = invoicer.folioOf(await invoicer.receiptSend(visitor, previewed));
    const note = await invoicer.annul(visitor, 39, folio);
    expect(invoicer.fieldsOf(note, "previa")).toMatchObject({
      TOT_NETO: "832",
      TOT_IVA: "158",
      TOT_TOTAL: "990",
      REF_TIPO_1: "39",
      REC_RUT: "66666666-6",
    });
    await invoicer.finish(visitor, note);
    expect(await state(39, folio)).toMatchObject({ anulado: true });
    expect(await log()).toMatchObject({ emitted: 2, annulled: 1 });
  });

  test("is refused for unknown documents, and for types that do not allow it", async () => {
    expect(invoicer.alertOf(await invoicer.annul(visitor, 33, 1))).toBe(alerts.notFound);
    const path = "/portals/tributario/truth?resource=rcv&periodo=2026-09&operacion=venta";
    const { body } = await sandbox.control<{ rows: IssuedRow[] }>("GET", path);
    const issued = new Set((await truth("2026-09")).map(({ codigo }) => codigo));
    const elsewhere = body.rows.find(
      ({ tipoDoc, folio }) => tipoDoc === 33 && !issued.has(`33${String(folio).padStart(10, "0")}`),
    );
    const shown = await invoicer.annul(visitor, 33, elsewhere?.folio ?? 0);
    expect(elsewhere?.folio).toBeGreaterThan(1);
    expect(invoicer.alertOf(shown)).toBe(alerts.notFound);
    for (const tipo of [52, 61]) {
      const [row] = (await truth("2026-09")).filter(({ tipoDoc }) => tipoDoc === tipo);
      const refused = await invoicer.annul(visitor, tipo, row?.folio ?? 0);
      expect(invoicer.alertOf(refused)).toBe(alerts.notAnnullable);
    }
    expect(await log()).toMatchObject({ previews: 4, emitted: 0, annulled: 0 });
  });

  test("by a note typed into the form counts too, and only once per document", async () => {
    const folio = invoicer.folioOf(await invoicer.emit(visitor));
    const reference = {
      REF_TIPO_1: "33",
      REF_FOLIO_1: String(folio),
      REF_FECHA_1: "20/11/2026",
      REF_COD_1: "1",
    };
    const signed = await invoicer.signed(visitor, reference, 61);
    await invoicer.send(visitor, signed);
    await invoicer.send(visitor, signed);
    expect(await log()).toMatchObject({ emitted: 3, annulled: 1 });
    expect(await state(33, folio)).toMatchObject({ anuladoPor: "61-500001" });
    const again = await invoicer.preview(visitor, reference, 61);
    expect(invoicer.alertOf(again)).toBe(alerts.alreadyAnnulled);
    const both = { ...reference, REF_TIPO_2: "33", REF_FOLIO_2: "9", REF_FECHA_2: "20/11/2026" };
    const two = await invoicer.preview(visitor, { ...both, REF_COD_2: "3" }, 61);
    expect(invoicer.alertOf(two)).toBe(alerts.oneReference);
  });
});

describe("a receipt", () => {
  test.each([
    [{ BOL_PRECIO_01: "1000" }, 39, { TOT_NETO: "840", TOT_IVA: "160", TOT_EXENTO: "0" }],
    [{ BOL_PRECIO_01: "990" }, 39, { TOT_NETO: "832", TOT_IVA: "158", TOT_EXENTO: "0" }],
    [{ BOL_PRECIO_01: "990" }, 41, { TOT_NETO: "0", TOT_IVA: "0", TOT_EXENTO: "990" }],
  ])("subtracts the tax from its price: %o as %i", async (fields, tipo, expected) => {
    const previewed = await invoicer.receiptPreview(visitor, fields, tipo);
    expect(invoicer.fieldsOf(previewed, "emision")).toMatchObject(expected);
    const folio = invoicer.folioOf(await invoicer.receiptSend(visitor, previewed));
    expect(folio).toBe(500_001);
    expect(await log()).toMatchObject({ previews: 1, sends: 1, emitted: 1 });
    const own = (await truth("2026-11")).filter(
      (row) => row.tipoDoc === tipo && row.folio === folio,
    );
    expect(own).toMatchObject([{ rut: "66666666-6", fecha: "2026-11-21" }]);
  });

  test("adds to the month's sum, because the registry lists no receipt by folio", async () => {
    const path = "/portals/tributario/truth?resource=rcv&periodo=2026-11&operacion=venta";
    type Sum = { tipoDoc: number; documentos: number; total: number };
    const sum = async () =>
      (await sandbox.control<{ rows: Sum[] }>("GET", path)).body.rows.find(
        ({ tipoDoc }) => tipoDoc === 39,
      );
    const before = await sum();
    await invoicer.receiptSend(visitor, await invoicer.receiptPreview(visitor));
    expect(await sum()).toMatchObject({
      documentos: (before?.documentos ?? 0) + 1,
      total: (before?.total ?? 0) + 1000,
    });
  });

  test("names its receiver if one was given", async () => {
    const receiver = { BOL_RUT: "12.345.678-5", BOL_RAZON: "íngrid peña" };
    const previewed = await invoicer.receiptPreview(visitor, receiver);
    expect(invoicer.fieldsOf(previewed, "emision")).toMatchObject({
      REC_RUT: "12345678-5",
      REC_RAZON: "ÍNGRID PEÑA",
    });
    const wrong = await invoicer.receiptPreview(visitor, { BOL_RUT: "12345678-9" });
    expect(invoicer.alertOf(wrong)).toBe(alerts.receiverRut);
  });

  test("with a wrong password has no folio and does not exist", async () => {
    const previewed = await invoicer.receiptPreview(visitor);
    const shown = await invoicer.receiptSend(visitor, previewed, "otra");
    expect(shown.status).toBe(200);
    expect(shown.text).not.toContain('id="folio"');
    expect(await log()).toMatchObject({ sends: 1, emitted: 0 });
  });
});
