import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { isWholePdf, pdfLines } from "../../../testing/pdf-text.ts";
import { startTestSandbox, type TestSandbox } from "../../../testing/sandbox.ts";
import * as at from "../../../testing/tributario.ts";
import * as folders from "../../../testing/tributario-folder.ts";
import { visitorOf, type Visitor } from "../../../testing/visitor.ts";

let sandbox: TestSandbox;
let visitor: Visitor;
const log = async () => (await sandbox.control("GET", "/portals/tributario/log")).body;
const switches = (body: object) => sandbox.control("PATCH", "/portals/tributario", body);

beforeAll(async () => {
  sandbox = await startTestSandbox();
});
beforeEach(async () => {
  await sandbox.control("POST", "/reset");
  await switches({ carpetaMs: 0 });
  visitor = visitorOf(`${sandbox.url}/portals/tributario`);
  await at.enter(visitor);
});
afterAll(() => sandbox.close());

async function truth() {
  const path = "/portals/tributario/truth?resource=carpetas";
  return (await sandbox.control<{ rows: Record<string, unknown>[] }>("GET", path)).body.rows;
}

async function generated(more: Record<string, string> = {}) {
  const { id = "", llave = "" } = folders.answerOf(await folders.generate(visitor, more));
  return { id, llave };
}

const documentOf = ({ id, llave }: { id: string; llave: string }) =>
  folders.service(visitor, `documento?id=${id}&llave=${llave}`);

/** The titles of a folder's pages, and how many lines each has under its title. */
async function partsOf(more: Record<string, string>): Promise<Record<string, number>> {
  const { contenido = "" } = await documentOf(await generated(more));
  const text = Buffer.from(contenido, "base64").toString("latin1");
  const pages = text.split("/Contents").slice(1);
  return Object.fromEntries(
    pages.map((page) => {
      const [, , title = "", ...lines] = pdfLines(Buffer.from(page, "latin1"));
      return [title, lines.length];
    }),
  );
}

describe("the tax folder", () => {
  test("is generated, polled, fetched once, and listed", async () => {
    const one = await generated();
    expect(await folders.service(visitor, `estado?id=${one.id}`)).toEqual({ estado: 3 });
    const answer = await documentOf(one);
    const pdf = Buffer.from(answer.contenido ?? "", "base64");
    expect(isWholePdf(pdf)).toBe(true);
    expect(pdf.length).toBeGreaterThan(400_000);
    expect(pdf.length).toBeLessThan(600_000);
    const lines = pdfLines(pdf);
    expect(lines).toContain("CARPETA TRIBUTARIA ELECTRÓNICA");
    expect(lines).toContain("RUT: 76.555.835-2  Importadora Ñuble & Cía. Ltda.");
    expect(lines).toContain("Destinatario: Arriendos Ñuble");
    expect(await documentOf(one)).toEqual({ resultado: 43 });
    const [row] = await truth();
    expect(row).toEqual({
      codigo: expect.stringMatching(/^\d{10}$/),
      tipo: "creditos",
      destinatario: "Arriendos Ñuble",
      correo: "a@example.com",
      generadaEn: expect.stringMatching(/^2026-11-21T/),
      consultableHasta: "2027-02-19",
      revocada: false,
    });
    expect(await folders.service(visitor, "generadas")).toEqual({
      resultado: 0,
      cantidad: 1,
      carpetas: [
        {
          codigo: row?.["codigo"],
          tipo: "10",
          destinatario: "Arriendos Ñuble",
          correo: "a@example.com",
          fecha: expect.stringMatching(/^20261121 \d\d:\d\d:\d\d$/),
          hasta: "20270219",
          situacion: 1,
        },
      ],
    });
    expect(await log()).toMatchObject({ folders: 1, folders_revoked: 0, sends: 0, emitted: 0 });
  });

  test.each([
    ["10", { iva: 24, fees: 12, years: 3 }],
    ["20", { iva: undefined, fees: 12, years: 3 }],
    ["30", { iva: 12, fees: undefined, years: 3 }],
  ])("of kind %s has what that kind has", async (tipo, { iva, fees, years }) => {
    const parts = await partsOf({ tipo });
    expect(parts["DECLARACIONES DE IVA"]).toBe(iva);
    expect(parts["BOLETAS DE HONORARIOS"]).toBe(fees);
    expect(parts["DECLARACIONES DE RENTA"]).toBe(years);
    expect(parts).toHaveProperty("PROPIEDADES Y BIENES RAÍCES");
  });

  test("of the chosen kind has what was chosen", async () => {
    const chosen = { tipo: "90", propiedades: "N", honorarios: "N", periodos: "1", anios: "4" };
    expect(await partsOf(chosen)).toEqual({
      "CARPETA TRIBUTARIA ELECTRÓNICA": expect.any(Number),
      "DECLARACIONES DE IVA": 1,
      "DECLARACIONES DE RENTA": 4,
    });
    const nothing = { ...chosen, propiedades: "S", periodos: "0", anios: "0" };
    expect(Object.keys(await partsOf(nothing))).toEqual([
      "CARPETA TRIBUTARIA ELECTRÓNICA",
      "PROPIEDADES Y BIENES RAÍCES",
    ]);
  });

  test.each([
    ["an unknown kind", { tipo: "11" }],
    ["no recipient", { otro_destinatario: "" }],
    ["a short name", { otro_destinatario: "ab" }],
    ["an institution that is none", { institucion: "999", otro_destinatario: "" }],
    ["both an institution and a name", { institucion: "101" }],
    ["no address", { correo: "a" }],
    [
      "too many periods",
      { tipo: "90", periodos: "37", anios: "0", propiedades: "S", honorarios: "S" },
    ],
    [
      "too many years",
      { tipo: "90", periodos: "1", anios: "5", propiedades: "S", honorarios: "S" },
    ],
    ["nothing chosen", { tipo: "90" }],
  ])("is not generated with %s", async (_name, more) => {
    expect(folders.answerOf(await folders.generate(visitor, more))).toEqual({ resultado: 42 });
    expect(await truth()).toEqual([]);
  });

  test("goes to an institution by its number", async () => {
    await generated({ institucion: "104", otro_destinatario: "" });
    expect(await truth()).toMatchObject([{ destinatario: "Banco Ñandú" }]);
  });

  test("takes its time, reported in numbers, by the clock of the service or of the machine", async () => {
    await switches({ carpetaMs: 600_000 });
    const one = await generated();
    const state = async () => (await folders.service(visitor, `estado?id=${one.id}`)).estado;
    expect(await state()).toBe(1);
    expect(await documentOf(one)).toEqual({ resultado: 44 });
    await sandbox.control("POST", "/clock", { advance: "PT5M" });
    expect(await state()).toBe(2);
    await sandbox.control("POST", "/clock", { advance: "PT5M" });
    expect(await state()).toBe(3);
    expect((await documentOf(one)).resultado).toBe(0);
    expect(await folders.service(visitor, "estado?id=otra")).toEqual({ estado: 9 });
  });

  test("can be revoked by the issuer, and again without harm", async () => {
    await generated();
    const [row] = await truth();
    const codigo = String(row?.["codigo"]);
    for (const _ of [1, 2]) {
      expect(folders.answerOf(await folders.revoke(visitor, codigo))).toEqual({ resultado: 0 });
    }
    expect(await log()).toMatchObject({ folders_revoked: 1 });
    expect(await truth()).toMatchObject([{ revocada: true }]);
    expect((await folders.service(visitor, "generadas")).carpetas).toMatchObject([
      { situacion: 2 },
    ]);
    expect(folders.answerOf(await folders.revoke(visitor, "1"))).toEqual({ resultado: 45 });
  });

  test("expires after ninety days", async () => {
    await generated();
    const [row] = await truth();
    await sandbox.control("POST", "/clock", { advance: "P91D" });
    visitor = visitorOf(`${sandbox.url}/portals/tributario`);
    await at.enter(visitor);
    const { carpetas } = await folders.service(visitor, "generadas");
    expect(carpetas).toMatchObject([{ situacion: 3 }]);
    const shown = await folders.revoke(visitor, String(row?.["codigo"]));
    expect(folders.answerOf(shown)).toEqual({ resultado: 46 });
  });
});

describe("the ticket of the page", () => {
  const generate = (boleto: string) =>
    visitor.postParts("/carpeta/servicio/generar", { ...folders.recipient, boleto });

  test("works once, for half a minute, and only in its own visit", async () => {
    const once = await folders.ticket(visitor);
    expect(folders.answerOf(await generate(once)).resultado).toBe(0);
    expect(folders.answerOf(await generate(once))).toEqual({ resultado: 41 });
    const late = await folders.ticket(visitor);
    await sandbox.control("POST", "/clock", { advance: "PT30S" });
    expect(folders.answerOf(await generate(late))).toEqual({ resultado: 41 });
    const other = visitorOf(`${sandbox.url}/portals/tributario`);
    await at.logIn(other, at.ownLogin);
    const foreign = await folders.ticket(other);
    expect(folders.answerOf(await generate(foreign))).toEqual({ resultado: 41 });
    expect(await truth()).toHaveLength(1);
  });

  test("counts only in a multipart form", async () => {
    const boleto = await folders.ticket(visitor);
    const shown = await visitor.post("/carpeta/servicio/generar", { ...folders.recipient, boleto });
    expect(folders.answerOf(shown)).toEqual({ resultado: 41 });
  });
});
