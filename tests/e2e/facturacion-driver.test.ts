import { describe, expect, test } from "vitest";
import { wrongKey } from "#infra/sandbox/portals/facturacion/accounts.ts";
import { Fecha } from "#lib/chile/index.ts";
import { Documento, RangoFolios } from "#lib/connectors/facturacion/store.ts";
import type { AlcanceReading, DteDocument, PortalDriver } from "#lib/contract/index.ts";
import { bankScene, companyRut, month, sorted, untold } from "#tests/support/scenes/bank-scene.ts";
import { facturacionLogin } from "#tests/support/scenes/facturacion-login.ts";

const portal = bankScene("facturacion");
const whole = { incompletos: 0, completo: true };
const november = month("2026-11");

const anInvoice: DteDocument = {
  tipoDte: 33,
  fechaEmision: Fecha.parse("2026-11-20"),
  formaPago: "contado",
  receptor: {
    rut: "76177907-9",
    razonSocial: "Cliente SpA",
    giro: "Servicios",
    direccion: "Calle Uno 123",
    comuna: "Santiago",
    ciudad: "Santiago",
  },
  lineas: [{ nombre: "Asesoría", cantidad: 1, precioUnitario: 1_000 }],
  referencias: [],
};

async function enter(): Promise<PortalDriver> {
  const { driver } = await portal.open();
  const outcome = await driver.login(facturacionLogin(), companyRut, untold);
  expect(outcome).toMatchObject({ kind: "ok", company: { rut: companyRut } });
  return driver;
}

const documentsIn = (reading: AlcanceReading) =>
  portal.records(reading, "documentos").map(({ payload }) => Documento.parse(payload));
const rangesIn = (reading: AlcanceReading) =>
  portal.records(reading, "folios").map(({ payload }) => RangoFolios.parse(payload));

function inPortalWords(row: Documento) {
  return {
    id: row.id,
    lado: row.lado,
    tipoDoc: row.tipoDte,
    folio: row.folio,
    rut: row.lado === "emitidos" ? row.rutReceptor : row.rutEmisor,
    razonSocial: row.razonSocial,
    fecha: row.fechaEmision,
    neto: row.montoNeto,
    exento: row.montoExento,
    iva: row.montoIva,
    total: row.montoTotal,
    estado: row.estado,
    trackId: row.trackId,
    referencia: row.referencia,
    respondidoEn: row.estadoAutoridadEn,
    glosa: row.glosaAutoridad,
  };
}

describe("a key", () => {
  test.each([
    ["rejected", { apiKey: wrongKey, empresa: companyRut }],
    ["blocked", facturacionLogin("account_blocked")],
    ["company_not_offered", facturacionLogin("other_company")],
  ] as const)("that opens nothing is %s", async (kind, credential) => {
    const { driver } = await portal.open();
    expect(await driver.login(credential, credential.empresa, untold)).toEqual({ kind });
  });

  test.each([
    ["wrong_password", "rejected"],
    ["account_blocked", "blocked"],
    ["unavailable", "maintenance"],
    ["identity_mismatch", "company_not_offered"],
  ])("meets %s as %s", async (kind, outcome) => {
    await portal.fault(kind);
    const { driver } = await portal.open();
    expect(await driver.login(facturacionLogin(), companyRut, untold)).toEqual({ kind: outcome });
  });
});

test.each([
  ["send_rejected", "contenido"],
  ["no_folios", "folios"],
  ["certificate_expired", "certificado"],
  ["plan_exhausted", "plan"],
  ["rate_limited", "limite"],
  ["account_blocked", "suspendida"],
  ["wrong_password", "credencial"],
] as const)("a sending that meets %s is refused for: %s", async (kind, refusal) => {
  const { invoicing } = await enter();
  await portal.fault(kind);
  const answer = await invoicing?.send(anInvoice, "oper_1");
  expect(answer).toEqual({ kind: "refused", refusal });
});

describe("documents", () => {
  test.each(["2026-11", "2026-10", "2025-12", "2026-02", "2026-03", "2026-05"])(
    "of %s are the truth's, on both sides",
    async (periodo) => {
      const driver = await enter();
      const reading = await driver.read("documentos", month(periodo));
      expect(reading).toMatchObject(whole);
      const truth = await portal.truth("documentos", periodo);
      expect(sorted(documentsIn(reading).map(inPortalWords))).toEqual(sorted(truth));
      const waiting = truth.some(({ lado, estado }) => lado === "emitidos" && estado === "emitido");
      expect(reading.unfinished).toBe(waiting);
    },
  );

  test("that are drafts make their month unfinished: they are issued later", async () => {
    const periodo = month("2026-05");
    const read = async () => (await enter()).read("documentos", periodo);
    expect(await read()).toMatchObject({ ...whole, unfinished: false });
    const draft = { tipoDoc: 33, rut: "77879240-0", fecha: "2026-05-20", estado: "borrador" };
    await portal.addRows({ periodo, rows: [{ ...draft, neto: 1_000 }] });
    expect(await read()).toMatchObject({ ...whole, unfinished: true });
  });

  test("that are drafts have no folio, and a waiting one makes the month unfinished", async () => {
    const row = { tipoDoc: 33, rut: "77879240-0", fecha: "2026-11-21", neto: 1000 };
    await portal.addRows({ periodo: "2026-11", rows: [{ ...row, estado: "borrador" }, row] });
    const driver = await enter();
    const reading = await driver.read("documentos", november);
    expect(reading.unfinished).toBe(true);
    const added = documentsIn(reading).filter(({ fechaEmision }) => fechaEmision === row.fecha);
    expect(added).toContainEqual(
      expect.objectContaining({ estado: "borrador", folio: null, pdfDisponible: false }),
    );
  });

  test("with other taxes, or whose tax is withheld, have the total that the system prints", async () => {
    const row = { tipoDoc: 33, rut: "77879240-0", fecha: "2026-11-20", lado: "recibidos" };
    const fuel = { ...row, folio: 44, neto: 10_000, otros: 3_300 };
    const scrap = { ...row, tipoDoc: 46, folio: 45, neto: 10_000, otros: -1_900 };
    await portal.addRows({ periodo: "2026-11", rows: [fuel, scrap] });
    const reading = await (await enter()).read("documentos", november);
    expect(reading).toMatchObject(whole);
    const amounts = documentsIn(reading)
      .filter(({ rutEmisor }) => rutEmisor === row.rut)
      .map(({ folio, montoNeto, montoIva, montoTotal }) => [
        folio,
        { montoNeto, montoIva, montoTotal },
      ]);
    expect(Object.fromEntries(amounts)).toMatchObject({
      44: { montoNeto: 10_000, montoIva: 1_900, montoTotal: 15_200 },
      45: { montoNeto: 10_000, montoIva: 1_900, montoTotal: 10_000 },
    });
  });

  test("whose amounts have another name are refused completely", async () => {
    await portal.fault("layout_changed", { times: 4 });
    const driver = await enter();
    const reading = driver.read("documentos", month("2026-10"));
    await expect(reading).rejects.toMatchObject({ code: "upstream_unexpected_response" });
  });

  test("of another company are a mismatch", async () => {
    const driver = await enter();
    await portal.fault("identity_mismatch");
    const reading = driver.read("documentos", month("2026-10"));
    await expect(reading).rejects.toMatchObject({ code: "connection_identity_mismatch" });
  });

  test("are requested again after the pause that the system asks for", async () => {
    const driver = await enter();
    await portal.fault("rate_limited", { delayMs: 1 });
    expect(await driver.read("documentos", month("2026-02"))).toMatchObject(whole);
  });

  test.each([
    ["unavailable", "upstream_error"],
    ["wrong_password", "connection_credential_required"],
    ["account_blocked", "connection_busy"],
  ])("meet %s as %s", async (kind, code) => {
    const driver = await enter();
    await portal.fault(kind);
    await expect(driver.read("documentos", november)).rejects.toMatchObject({ code });
  });
});

describe("folios", () => {
  test("are the truth's ranges, and the certificate is read along", async () => {
    const driver = await enter();
    const reading = await driver.read("folios", november);
    expect(reading).toMatchObject(whole);
    const truth = await portal.truth("folios", "2026-11");
    const ranges = rangesIn(reading).map((row) => ({
      tipoDoc: row.tipoDte,
      desde: row.desde,
      hasta: row.hasta,
      siguiente: row.siguiente,
      autorizado: row.fechaAutorizacion,
      vence: row.fechaVencimiento,
      estado: row.estado,
    }));
    expect(sorted(ranges)).toEqual(sorted(truth));
    const usable = rangesIn(reading).filter(({ vigente }) => vigente);
    const left = usable.filter(({ tipoDte }) => tipoDte === 33).map((row) => row.disponibles);
    expect(left.toSorted((one, other) => one - other)).toEqual([200, 640]);
    const [kept] = portal.records(reading, "certificado");
    expect(kept?.payload).toEqual({ certificadoVence: "2027-12-31" });
  });

  test("that the account contradicts are not reported as complete", async () => {
    const driver = await enter();
    await portal.fault("no_folios");
    expect(await driver.read("folios", november)).toMatchObject({ completo: false });
  });
});
