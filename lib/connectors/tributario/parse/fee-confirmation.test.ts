import { describe, expect, test } from "vitest";
import { Fecha } from "#lib/chile/index.ts";
import type { FeeReceiptRequest } from "#lib/contract/index.ts";
import { parseAnnulment, parseFeeConfirmation } from "./fee-confirmation.ts";

const unexpected = expect.objectContaining({ code: "upstream_unexpected_response" });

const request: FeeReceiptRequest = {
  receptor: {
    rut: "77879240-0",
    nombre: "  servicios  íñigo peña e.i.r.l. ",
    domicilio: "Av. Ñuble 12, of. 3",
    comuna: "Ñuñoa",
  },
  fecha: Fecha.parse("2026-11-20"),
  lineas: [
    { descripcion: "Asesoría de año", monto: 400_000 },
    { descripcion: "Informe", monto: 100_000 },
  ],
  retiene: "receptor",
  domicilioEmisor: null,
};

const receipt = {
  tipo_documento: "66",
  rut_emisor: "76.555.835-2",
  nombre_emisor: String.raw`COMERCIAL ÑUBLE \'LA ÑATA\' LTDA.`,
  domicilio_emisor: "Pasaje El Peumo 12, Chillán",
  fecha: "20/11/2026",
  rut_destinatario: "77879240",
  dv_destinatario: "0",
  nombre_destinatario: "SERVICIOS ÍÑIGO PEÑA E.I.R.L.",
  domicilio_destinatario: "AV. ÑUBLE 12, OF. 3, ÑUÑOA",
  prestacion_1: "ASESORÍA DE AÑO",
  valor_1: "400.000",
  prestacion_2: "INFORME",
  valor_2: "100.000",
  total_honorarios: "500.000",
  porcentaje: "15,25",
  retencion: "76.250",
  liquido: "423.750",
  retiene: "1",
};

function page(variable: string, fields: Readonly<Record<string, string | undefined>>): string {
  const lines = Object.entries(fields).flatMap(([name, text]) =>
    text === undefined ? [] : `${variable}['${name}'] = '${text}';`,
  );
  return `<script type="text/javascript">\nvar ${variable} = {};\n${lines.join("\n")}\n</script>`;
}
const confirmed = (changes: Readonly<Record<string, string | undefined>> = {}, asked = request) =>
  parseFeeConfirmation(page("boleta", { ...receipt, ...changes }), asked);

describe("the confirmation of a receipt", () => {
  test("is what the portal would issue, in pesos and hundredths of a percent", () => {
    expect(confirmed()).toEqual({
      kind: "previewed",
      fecha: "2026-11-20",
      rutEmisor: "76555835-2",
      rutReceptor: "77879240-0",
      nombreReceptor: "SERVICIOS ÍÑIGO PEÑA E.I.R.L.",
      bruto: 500_000,
      tasaRetencion: 1525,
      retencion: 76_250,
      liquido: 423_750,
      retiene: "receptor",
      huella: expect.stringMatching(/^[0-9a-f]{64}$/),
      cortados: [],
    });
  });

  test("for a partnership withholds nothing", () => {
    const none = { porcentaje: "0", retencion: "0", liquido: "500.000", retiene: "0" };
    expect(confirmed(none)).toMatchObject({ tasaRetencion: 0, retencion: 0, retiene: "nadie" });
  });

  test("names every text that the portal truncates", () => {
    const long = "Ñ".repeat(80);
    const asked = {
      ...request,
      receptor: { ...request.receptor, nombre: long, domicilio: long },
      lineas: request.lineas.map((line) => ({ ...line, descripcion: long })),
    };
    const cut = {
      nombre_destinatario: "Ñ".repeat(60),
      domicilio_destinatario: `${"Ñ".repeat(50)}, ÑUÑOA`,
      prestacion_1: "Ñ".repeat(60),
      prestacion_2: long,
    };
    expect(confirmed(cut, asked).cortados).toEqual([
      "receptor.nombre",
      "receptor.domicilio",
      "lineas.0.descripcion",
    ]);
  });

  test("has the same fingerprint twice, and another when any of its fields changes", () => {
    const same = confirmed().huella;
    const backwards = Object.fromEntries(Object.entries(receipt).toReversed());
    const reordered = parseFeeConfirmation(page("boleta", backwards), request);
    expect([confirmed().huella, reordered.huella]).toEqual([same, same]);
    const others = Object.keys(receipt).filter((name) => /^(nombre|domicilio|prest)/.test(name));
    expect(others).toHaveLength(6);
    for (const name of others) expect(confirmed({ [name]: "OTRO" }).huella, name).not.toBe(same);
  });

  test.each([
    ["a field that is gone", { total_honorarios: undefined }],
    ["another document", { tipo_documento: "33" }],
    ["an amount of a line that nobody typed", { valor_2: "100.001" }],
    ["a line that nobody typed", { prestacion_3: "MÁS", valor_3: "1" }],
    ["a total of other lines", { total_honorarios: "500.001", liquido: "423.751" }],
    ["amounts that do not add up", { liquido: "423.751" }],
    ["a rate that is none", { porcentaje: "15.25" }],
    ["nobody known who withholds", { retiene: "3" }],
    ["a RUT with another digit", { dv_destinatario: "1" }],
    ["a day that is none", { fecha: "31/11/2026" }],
  ])("with %s is an unknown shape", (_name, changes) => {
    expect(() => confirmed(changes)).toThrow(unexpected);
  });
});

describe("the confirmation of an annulment", () => {
  const annulment = {
    nroboleta: "500001",
    fecha: "20/11/2026",
    rut_destinatario: "77879240",
    dv_destinatario: "0",
    nombre_destinatario: "SERVICIOS ÍÑIGO PEÑA E.I.R.L.",
    total_honorarios: "500.000",
    modalidad: "2",
    plazo: "01/03/2027",
  };
  const asked = (changes: Readonly<Record<string, string | undefined>> = {}) =>
    parseAnnulment(page("anulacion", { ...annulment, ...changes }), 500_001);

  test("says which receipt, how, and until when", () => {
    expect(asked()).toEqual({
      kind: "previewed",
      folio: 500_001,
      fecha: "2026-11-20",
      rutReceptor: "77879240-0",
      bruto: 500_000,
      modo: "con_receptor",
      plazoHasta: "2027-03-01",
      huella: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
    expect(asked({ modalidad: "1", plazo: "10/12/2026" })).toMatchObject({
      modo: "inmediata",
      plazoHasta: "2026-12-10",
    });
  });

  test.each(["0", "", "S/R"])("of a receiver abroad, written as %j, has no RUT", (written) => {
    const abroad = { rut_destinatario: written, dv_destinatario: "" };
    expect(asked(abroad)).toMatchObject({ rutReceptor: null });
  });

  test.each([
    ["another receipt", { nroboleta: "500002" }],
    ["an unknown way", { modalidad: "3" }],
    ["no deadline", { plazo: "" }],
    ["a field that is gone", { total_honorarios: undefined }],
    ["a RUT with another digit", { dv_destinatario: "1" }],
  ])("with %s is an unknown shape", (_name, changes) => {
    expect(() => asked(changes)).toThrow(unexpected);
  });
});
