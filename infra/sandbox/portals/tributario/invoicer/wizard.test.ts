import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { listedLogin } from "../../../testing/listed-logins.ts";
import { startTestSandbox, type TestSandbox } from "../../../testing/sandbox.ts";
import * as at from "../../../testing/tributario.ts";
import * as invoicer from "../../../testing/tributario-invoicer.ts";
import { visitorOf, type Visitor } from "../../../testing/visitor.ts";
import { alerts, itemAlerts } from "./alerts.ts";

let sandbox: TestSandbox;
let visitor: Visitor;
const another = () => visitorOf(`${sandbox.url}/portals/tributario`);
const log = async () => (await sandbox.control("GET", "/portals/tributario/log")).body;

type IssuedRow = Record<string, unknown> & { folio: number; tipoDoc: number };
async function issued(periodo = "2026-11"): Promise<IssuedRow[]> {
  const path = `/portals/tributario/truth?resource=dte&periodo=${periodo}`;
  const { body } = await sandbox.control<{ rows: IssuedRow[] }>("GET", path);
  return body.rows.filter(({ emitidoPor }) => emitidoPor !== null);
}

beforeAll(async () => {
  sandbox = await startTestSandbox();
});
beforeEach(async () => {
  await sandbox.control("POST", "/reset");
  visitor = another();
});
afterAll(() => sandbox.close());

async function openAs(leadsTo: string, company = at.main) {
  const login = await listedLogin(sandbox, "tributario", (one) => one.leadsTo === leadsTo);
  const who = another();
  return { who, shown: await invoicer.open(who, login, company) };
}

describe("the way into the invoicer", () => {
  test("has its own choice of company, kept across sessions", async () => {
    await at.enter(visitor);
    expect((await visitor.get("/facturador/menu")).text).toContain("Seleccione la empresa");
    const { text } = await visitor.post("/facturador/empresa", { RUT_EMP: "76177907-9" });
    expect(text).toContain("76.177.907-9");
    expect((await visitor.get("/portada")).text).toContain("76.555.835-2");
    await visitor.get("/salir");
    const later = another();
    await at.logIn(later);
    expect((await later.get("/facturador/menu")).text).toContain("76.177.907-9");
  });

  test("offers the types that the person may issue", async () => {
    const { shown } = await openAs("limited_types");
    expect([...shown.text.matchAll(/data-tipo="(\d+)"/g)].map(([, tipo]) => tipo)).toEqual([
      "33",
      "61",
    ]);
    const { who } = { who: another() };
    await invoicer.open(who);
    const all = (await who.get("/facturador/menu")).text;
    expect([...all.matchAll(/data-tipo="(\d+)"/g)]).toHaveLength(7);
  });

  test("refuses an unknown type, company or login", async () => {
    const limited = await openAs("limited_types");
    const form = await limited.who.get("/facturador/formulario?tipo=34");
    expect(invoicer.alertOf(form)).toBe(alerts.typeNotAuthorized);
    const stranger = await openAs("not_enrolled");
    expect(invoicer.alertOf(stranger.shown)).toBe(alerts.notEnrolled);
    const list = (await stranger.who.get("/facturador/empresa")).text;
    expect(list).not.toContain(at.main);
    expect(list).toContain("77879240-0");
    const without = await openAs("no_invoicer");
    expect(without.shown.text).toContain('id="sin-facturador"');
    for (const path of ["/facturador", "/facturador/menu", "/facturador/emitidos"]) {
      expect((await without.who.get(path)).text).toContain('id="sin-facturador"');
    }
  });
});

describe("an invoice", () => {
  beforeEach(() => invoicer.open(visitor));

  test("goes from form to folio, and exists once", async () => {
    const previewed = await invoicer.preview(visitor);
    expect(invoicer.alertOf(previewed)).toBeUndefined();
    const hidden = invoicer.fieldsOf(previewed, "previa");
    expect(Object.keys(hidden).length).toBeGreaterThanOrEqual(235);
    expect(hidden).toMatchObject({
      REC_RUT: "77879240-0",
      REC_RAZON: "SERVICIOS ÍÑIGO PEÑA E.I.R.L.",
      EMI_RAZON: "IMPORTADORA ÑUBLE & CÍA. LTDA.",
      FCH_EMISION: "2026-11-20",
      DET_NOMBRE_01: "SERVICIO DE AÑO",
      DET_PRECIO_01: "1500,5",
      DET_SUBTOTAL_01: "3001",
      DET_NOMBRE_02: "LIBRO",
      DET_EXENTO_02: "1",
      TOT_NETO: "3001",
      TOT_EXENTO: "700",
      TOT_IVA: "570",
      TOT_TOTAL: "4271",
    });
    expect(await log()).toMatchObject({ previews: 1, sends: 0, emitted: 0 });
    const proposed = await invoicer.propose(visitor, previewed);
    expect(proposed.text).toContain('id="folio-propuesto">500001<');
    expect(await log()).toMatchObject({ sends: 0, emitted: 0 });
    const signed = await invoicer.sign(visitor, proposed);
    expect(signed.text).toContain("&lt;Signature&gt;");
    expect(await log()).toMatchObject({ sends: 0, emitted: 0 });
    const answer = await invoicer.send(visitor, signed);
    expect(invoicer.folioOf(answer)).toBe(500_001);
    expect(await log()).toMatchObject({ previews: 1, sends: 1, emitted: 1, annulled: 0 });
    expect(await issued()).toMatchObject([
      {
        tipoDoc: 33,
        folio: 500_001,
        rut: "77879240-0",
        fecha: "2026-11-20",
        neto: 3001,
        exento: 700,
        iva: 570,
        total: 4271,
        anulado: false,
        emitidoPor: "12345678-5",
      },
    ]);
  });

  test("is among the registry's sales at once", async () => {
    await invoicer.emit(visitor);
    await visitor.post("/empresas", { rut_emp: at.main });
    const asked = { periodo: "2026-11", operacion: "VENTA" } as const;
    const lines = at.linesOf(await at.detail(visitor, asked, 33));
    const own = lines.filter((line) => line["Folio"] === "500001");
    expect(own).toHaveLength(1);
    expect(own[0]).toMatchObject({ "Monto Neto": "3001", "Monto total": "4271" });
  });

  test("sent twice is emitted twice: the portal does not check whether it saw it before", async () => {
    const signed = await invoicer.signed(visitor);
    const folios = [await invoicer.send(visitor, signed), await invoicer.send(visitor, signed)];
    expect(folios.map(invoicer.folioOf)).toEqual([500_001, 500_002]);
    expect(await log()).toMatchObject({ previews: 1, sends: 2, emitted: 2 });
    expect(await issued()).toHaveLength(2);
  });

  test("gets its folio when it is sent, which may differ from the proposed one", async () => {
    const first = await invoicer.signed(visitor);
    const second = await invoicer.propose(visitor, await invoicer.preview(visitor));
    expect(second.text).toContain('id="folio-propuesto">500001<');
    await invoicer.send(visitor, first);
    const answer = await invoicer.send(visitor, await invoicer.sign(visitor, second));
    expect(invoicer.folioOf(answer)).toBe(500_002);
  });

  test("previewed again is the same, except for the fields that name the preview", async () => {
    const [one, two] = [await invoicer.preview(visitor), await invoicer.preview(visitor)].map(
      (shown) => invoicer.fieldsOf(shown, "previa"),
    );
    const differing = Object.keys(one ?? {}).filter((name) => one?.[name] !== two?.[name]);
    expect(differing.filter((name) => name !== "PRV_FECHA_HORA")).toEqual(["PRV_ID"]);
    expect(one?.["PRV_HASH"]).toMatch(/^[0-9a-f]{40}$/);
  });

  test("with a field changed or left out after the preview gets no folio", async () => {
    const previewed = await invoicer.preview(visitor);
    const fields = invoicer.fieldsOf(previewed, "previa");
    const { IMP_MONTO_6: _, ...fewer } = fields;
    for (const wrong of [{ ...fields, TOT_TOTAL: "1" }, fewer, { ...fields, PRV_HASH: "0" }]) {
      const shown = await visitor.post("/facturador/folio", wrong, "latin1");
      expect(invoicer.alertOf(shown)).toBe(alerts.changedFields);
    }
    expect((await invoicer.propose(visitor, previewed)).text).toContain("folio-propuesto");
  });

  test("signed with a wrong password looks the same except for the signature, and is not sent", async () => {
    const proposed = await invoicer.propose(visitor, await invoicer.preview(visitor));
    const unsigned = await invoicer.sign(visitor, proposed, "otra");
    expect(unsigned.status).toBe(200);
    expect(unsigned.text).toContain('form name="envio"');
    expect(unsigned.text).not.toContain("Signature");
    expect(invoicer.alertOf(await invoicer.send(visitor, unsigned))).toBe(alerts.unsigned);
    expect(await log()).toMatchObject({ sends: 1, emitted: 0 });
    const answer = await invoicer.send(visitor, await invoicer.sign(visitor, proposed));
    expect(invoicer.folioOf(answer)).toBe(500_001);
  });

  test("is not sent for a company chosen in between", async () => {
    const signed = await invoicer.signed(visitor);
    await visitor.post("/facturador/empresa", { RUT_EMP: "76177907-9" });
    expect(invoicer.alertOf(await invoicer.send(visitor, signed))).toBe(alerts.otherCompany);
    expect(await log()).toMatchObject({ sends: 1, emitted: 0 });
  });

  const refused: [string, invoicer.Fields, string, number?][] = [
    ["of net 2", { DET_CANT_01: "1", DET_PRECIO_01: "2" }, alerts.vatZero],
    ["with a wrong RUT", { REC_RUT: "76123456-7" }, alerts.receiverRut],
    ["to oneself", { REC_RUT: at.main }, alerts.receiverIsIssuer],
    ["without a name", { REC_RAZON: " " }, alerts.receiverName],
    ["without activity", { REC_GIRO: "" }, alerts.receiverActivity],
    ["without address", { REC_DIRECCION: "" }, alerts.receiverStreet],
    ["without commune", { REC_COMUNA: "" }, alerts.receiverCommune],
    ["on no day", { FCH_DIA: "31" }, alerts.day],
    ["of tomorrow", { FCH_DIA: "22" }, alerts.dayOutside],
    ["of two months ago", { FCH_MES: "09" }, alerts.dayOutside],
    ["without payment", { FMA_PAGO: "" }, alerts.payment],
    ["with a point in its price", { DET_PRECIO_01: "1.500" }, itemAlerts.price(1)],
    ["with a negative price", { DET_PRECIO_01: "-5" }, itemAlerts.price(1)],
    ["with no quantity", { DET_CANT_01: "0" }, itemAlerts.quantity(1)],
    ["with a long name", { DET_NOMBRE_01: "x".repeat(81) }, itemAlerts.longName(1)],
    ["with 101 % off", { DET_DCTO_01: "101" }, itemAlerts.discount(1)],
    ["with half a reference", { REF_TIPO_1: "801" }, itemAlerts.reference(1)],
    ["as a note without reference", {}, alerts.noReference, 61],
    ["as a guide without transfer", {}, alerts.transfer, 52],
    ["after the profile changed", { EMI_REVISION: "P1-9" }, alerts.profileChanged],
    ["without activity of the issuer", { EMI_ACTECO: "" }, alerts.profileMissing],
    ["from another form", { FRM_TOKEN: "x" }, alerts.wrongForm],
  ];
  test.each(refused)("%s is refused at the preview", async (_, fields, alert, tipo = 33) => {
    const shown = await invoicer.preview(visitor, fields, tipo);
    expect(shown.status).toBe(200);
    expect(invoicer.alertOf(shown)).toBe(alert);
    expect(shown.text).not.toContain('name="previa"');
    expect(await log()).toMatchObject({ previews: 1, emitted: 0 });
  });

  test("with several errors names each of them", async () => {
    const shown = await invoicer.preview(visitor, { REC_RUT: "1", FMA_PAGO: "9" });
    expect(invoicer.alertOf(shown)?.split("\\n")).toEqual([alerts.receiverRut, alerts.payment]);
  });

  const totals: [string, number, invoicer.Fields, Record<string, string>][] = [
    [
      "the least net",
      33,
      { DET_CANT_01: "1", DET_PRECIO_01: "3" },
      { TOT_NETO: "3", TOT_IVA: "1" },
    ],
    ["a discount", 33, { DET_DCTO_01: "10,5" }, { DET_DCTO_MONTO_01: "315", TOT_NETO: "2686" }],
    ["an exempt invoice", 34, {}, { TOT_NETO: "0", TOT_IVA: "0", TOT_TOTAL: "3701" }],
    [
      "half a peso",
      33,
      { DET_CANT_01: "0,5", DET_PRECIO_01: "7" },
      { TOT_NETO: "4", TOT_IVA: "1" },
    ],
    ["a guide", 52, { TPO_TRASLADO: "5" }, { TOT_IVA: "570", TPO_TRASLADO: "5" }],
  ];
  test.each(totals)("adds up %s", async (_, tipo, fields, expected) => {
    const shown = await invoicer.preview(visitor, fields, tipo);
    expect(invoicer.fieldsOf(shown, "previa")).toMatchObject(expected);
  });

  test("is refused if the profile changed between form and preview", async () => {
    const form = await visitor.get("/facturador/formulario?tipo=33");
    const before = invoicer.fieldsOf(form, "formulario")["EMI_REVISION"];
    await sandbox.control("POST", "/portals/tributario/rows", {
      resource: "emisor",
      rows: [{ direccion: "Calle Nueva 1", ciudad: "Arica" }],
    });
    const shown = await invoicer.preview(visitor, { EMI_REVISION: before ?? "" });
    expect(invoicer.alertOf(shown)).toBe(alerts.profileChanged);
    const again = invoicer.fieldsOf(await invoicer.preview(visitor), "previa");
    expect(again).toMatchObject({ EMI_DIRECCION: "CALLE NUEVA 1", EMI_CIUDAD: "ARICA" });
    expect(again["EMI_REVISION"]).not.toBe(before);
    expect((await visitor.get("/facturador/emisor")).text).toContain("Calle Nueva 1");
  });
});

describe("people who cannot issue", () => {
  test("without a certificate", async () => {
    const { who } = await openAs("no_certificate");
    const proposed = await invoicer.propose(who, await invoicer.preview(who));
    expect(proposed.text).toContain('id="sin-certificado"');
    expect(proposed.text).not.toContain('name="firma"');
  });

  test("without activity and address", async () => {
    const { who } = await openAs("no_profile", "76369187-K");
    const form = await who.get("/facturador/formulario?tipo=33");
    expect(form.text).toMatch(/<select id="EMI_ACTECO" name="EMI_ACTECO">\s*<\/select>/);
    expect(form.text).toMatch(/<select id="EMI_SUCURSAL" name="EMI_SUCURSAL">\s*<\/select>/);
    expect(invoicer.alertOf(await invoicer.preview(who))).toContain(alerts.profileMissing);
  });

  test("the company's own login can issue, too", async () => {
    await invoicer.open(visitor, at.ownLogin);
    expect(invoicer.folioOf(await invoicer.emit(visitor))).toBe(500_001);
  });

  test("no step does anything without a session", async () => {
    for (const step of ["vista-previa", "folio", "firmar", "enviar", "anular", "boleta/emitir"]) {
      const shown = await visitor.post(`/facturador/${step}`, {});
      expect(shown.text).toContain('name="clave"');
    }
    expect(await log()).toMatchObject({ previews: 0, sends: 0, emitted: 0 });
  });
});
