import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { isWholePdf, pdfLines } from "../../../testing/pdf-text.ts";
import { startTestSandbox, type TestSandbox } from "../../../testing/sandbox.ts";
import { ran } from "../../../testing/script-page.ts";
import * as at from "../../../testing/tributario.ts";
import * as fees from "../../../testing/tributario-fees.ts";
import { alertOf } from "../../../testing/tributario-invoicer.ts";
import { visitorOf, type Visitor } from "../../../testing/visitor.ts";
import { feeAlerts } from "./alerts.ts";

let sandbox: TestSandbox;
let visitor: Visitor;
const log = async () => (await sandbox.control("GET", "/portals/tributario/log")).body;

beforeAll(async () => {
  sandbox = await startTestSandbox();
});
beforeEach(async () => {
  await sandbox.control("POST", "/reset");
  visitor = visitorOf(`${sandbox.url}/portals/tributario`);
  await at.logIn(visitor, at.ownLogin);
});
afterAll(() => sandbox.close());

async function truth(periodo: string, folio: number, rut = at.main) {
  const path = `/portals/tributario/truth?resource=boletas&periodo=${periodo}&rut=${rut}`;
  const { body } = await sandbox.control<{ rows: { folio: number }[] }>("GET", path);
  return body.rows.filter((row) => row.folio === folio);
}

describe("a fee receipt is issued", () => {
  test("from the form to the month's list and its PDF, with what the portal made of it", async () => {
    const confirmation = await fees.confirm(visitor);
    expect(ran(confirmation).variable("boleta")).toMatchObject({
      tipo_documento: "66",
      rut_emisor: "76.555.835-2",
      fecha: "20/11/2026",
      rut_destinatario: "77879240",
      dv_destinatario: "0",
      nombre_destinatario: "SERVICIOS ÍÑIGO PEÑA E.I.R.L.",
      domicilio_destinatario: "AV. ÑUBLE 12, ÑUÑOA",
      prestacion_1: "ASESORÍA DE AÑO",
      valor_1: "400.000",
      prestacion_2: "INFORME",
      valor_2: "100.000",
      total_honorarios: "500.000",
      porcentaje: "15,25",
      retencion: "76.250",
      liquido: "423.750",
      retiene: "1",
    });
    expect(await log()).toMatchObject({ previews: 1, sends: 0, emitted: 0 });
    const shown = await fees.accept(visitor, confirmation);
    expect(fees.numberOf(shown)).toBe(500_001);
    const code = fees.barCodeIn(shown.text) ?? "";
    expect(shown.text.split(code)).toHaveLength(2);
    expect(await log()).toMatchObject({ previews: 1, sends: 1, emitted: 1, annulled: 0 });

    expect(await truth("2026-11", 500_001)).toMatchObject([
      {
        lado: "emitidas",
        codigoBarras: code,
        fecha: "2026-11-20",
        rut: "77879240-0",
        bruto: 500_000,
        retencionReceptor: 76_250,
        retencionEmisor: 0,
        liquido: 423_750,
        estado: "VIGENTE",
        anulacion: null,
      },
    ]);
    const listed = fees.listedRows(await visitor.get(fees.listPath("emitidas", "2026-11", 9)));
    expect(listed.at(-1)).toMatchObject({ nroboleta: "500001", totalhonorarios: "500.000" });

    const pdf = await visitor.get(`/honorarios/documento?txt_codigobarras=${code}`);
    expect(pdf.contentType).toBe("application/pdf");
    expect(isWholePdf(pdf.bytes)).toBe(true);
    const lines = pdfLines(pdf.bytes).join("\n");
    expect(lines).toContain("N° 500001");
    expect(lines).toContain("RUT: 76.555.835-2");
    expect(lines).toContain("SERVICIOS ÍÑIGO PEÑA E.I.R.L.  RUT: 77.879.240-0");
    expect(lines).toContain("Total Honorarios: $ 500.000");
    expect(lines).toContain("15,25 % Impto. Retenido: $ 76.250");
    expect(lines).not.toContain(code);
    expect(lines).not.toContain("ANULADA");
  });

  test("each time it is sent, whether or not it was sent before", async () => {
    const confirmation = await fees.confirm(visitor);
    expect(fees.numberOf(await fees.accept(visitor, confirmation))).toBe(500_001);
    expect(fees.numberOf(await fees.accept(visitor, confirmation))).toBe(500_002);
    expect(await log()).toMatchObject({ sends: 2, emitted: 2 });
  });

  test("with the issuer's own retention, which is the only one for a person", async () => {
    const own = ran(await fees.confirm(visitor, { opt_retencion: "2" })).variable("boleta");
    expect(own).toMatchObject({ retiene: "2", retencion: "76.250" });
    const person = { txt_rut_dest: "12345678", txt_dv_dest: "5" };
    expect(alertOf(await fees.confirm(visitor, person))).toBe(feeAlerts.notWithholding);
    const paid = await fees.confirm(visitor, { ...person, opt_retencion: "2" });
    await fees.accept(visitor, paid);
    expect(await truth("2026-11", 500_001)).toMatchObject([
      { rut: "12345678-5", retencionEmisor: 76_250, retencionReceptor: 0 },
    ]);
  });

  test("by a professional partnership without any retention", async () => {
    const partnership = visitorOf(`${sandbox.url}/portals/tributario`);
    await at.logIn(partnership, { rut: "77.900.900-9", clave: "clave-tributario" });
    const form = ran(await fees.receiptForm(partnership)).form("boleta");
    expect(form.fields).toMatchObject({ ind_sociedad: "S" });
    expect(form.fields).not.toHaveProperty("opt_retencion");
    const shown = ran(await fees.confirm(partnership)).variable("boleta");
    expect(shown).toMatchObject({
      porcentaje: "0",
      retencion: "0",
      liquido: "500.000",
      retiene: "0",
    });
  });

  test("on days up to three months either way, and the lists of those months have it", async () => {
    const on = (num_anio: string, num_mes: string, num_dia: string) =>
      fees.confirm(visitor, { num_anio, num_mes, num_dia });
    expect(alertOf(await on("2026", "8", "20"))).toBe(feeAlerts.dayOutside);
    expect(alertOf(await on("2027", "2", "22"))).toBe(feeAlerts.dayOutside);
    expect(alertOf(await on("2026", "11", "31"))).toBe(feeAlerts.day);
    expect(alertOf(await on("2026", "8", "21"))).toBeUndefined();
    const ahead = await on("2027", "2", "21");
    // The rate of the receipt's own year: 16 % of 500.000.
    expect(ran(ahead).variable("boleta")).toMatchObject({
      porcentaje: "16,00",
      retencion: "80.000",
    });
    await fees.accept(visitor, ahead);
    expect(await truth("2027-02", 500_001)).toMatchObject([{ fecha: "2027-02-21", tasa: 16 }]);
    expect(fees.listedRows(await visitor.get(fees.listPath("emitidas", "2027-02")))).toMatchObject([
      { nroboleta: "500001", fecha: "21/02/2027" },
    ]);
  });

  test("with texts cut to the length of their fields", async () => {
    const { variable } = ran(
      await fees.confirm(visitor, {
        txt_nombre_dest: "Ñ".repeat(100),
        txt_domicilio_dest: "D".repeat(80),
        txt_prestacion_1: "P".repeat(80),
      }),
    );
    expect(variable("boleta")).toMatchObject({
      nombre_destinatario: "Ñ".repeat(60),
      domicilio_destinatario: `${"D".repeat(50)}, ÑUÑOA`,
      prestacion_1: "P".repeat(60),
    });
  });

  test("from one address or three, of which one must be chosen", async () => {
    const addresses = async () =>
      Object.entries(
        ran(await visitor.get("/honorarios/emitir")).form("domicilio").choices,
      )[0]?.[1];
    expect(Object.keys((await addresses()) ?? {})).toHaveLength(1);
    await sandbox.control("PATCH", "/portals/tributario", { direcciones: 3 });
    const three = Object.entries((await addresses()) ?? {});
    expect(three).toHaveLength(3);
    const [code = "", text = ""] = three[2] ?? [];
    const shown = ran(await fees.confirm(visitor, { cod_domicilio: code })).variable("boleta");
    expect(shown["domicilio_emisor"]).toBe(text);
    expect(alertOf(await fees.confirm(visitor, { cod_domicilio: "1" }))).toBe(feeAlerts.address);
  });
});

describe("the form is refused", () => {
  test.each([
    ["a wrong check digit", { txt_dv_dest: "1" }, feeAlerts.receiverRut],
    [
      "the issuer itself",
      { txt_rut_dest: "76555835", txt_dv_dest: "2" },
      feeAlerts.receiverIsIssuer,
    ],
    ["no name", { txt_nombre_dest: " " }, feeAlerts.receiverName],
    ["no address", { txt_domicilio_dest: "" }, feeAlerts.receiverAddress],
    ["a commune of another region", { cod_comuna: "0501" }, feeAlerts.receiverCommune],
    ["no word on the retention", { opt_retencion: "" }, feeAlerts.withholder],
    ["an amount of 0", { val_prestacion_1: "0" }, feeAlerts.line(1)],
    ["an amount with a dot", { val_prestacion_3: "1.000" }, feeAlerts.line(3)],
    ["more than 999.999.999", { val_prestacion_1: "1000000000" }, feeAlerts.line(1)],
    ["a line without a text", { txt_prestacion_3: "" }, feeAlerts.line(3)],
  ])("for %s", async (_name, more, alert) => {
    expect(alertOf(await fees.confirm(visitor, more))).toBe(alert);
  });

  test("if it has no line at all", async () => {
    const empty = { txt_prestacion_1: "", val_prestacion_1: "" };
    const more = { ...empty, txt_prestacion_3: "", val_prestacion_3: "" };
    expect(alertOf(await fees.confirm(visitor, more))).toBe(feeAlerts.noLines);
  });

  test("if nobody was asked to confirm it in this visit", async () => {
    const confirmation = await fees.confirm(visitor);
    await visitor.get("/salir");
    await at.logIn(visitor, at.ownLogin);
    expect(alertOf(await fees.accept(visitor, confirmation))).toBe(feeAlerts.stale);
    expect(await log()).toMatchObject({ sends: 1, emitted: 0 });
  });
});
