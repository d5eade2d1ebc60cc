import { afterAll, beforeAll, expect, test } from "vitest";
import { showPreparation, type ShownPreparation } from "#lib/acts/documents/index.ts";
import { testApi, type TestApi } from "#tests/support/scenes/api.ts";
import { plantPreparation } from "#tests/support/planted/preparation.ts";
import { seenDocument } from "../../texts/seen-document.ts";
import { ConfirmationPage } from "./confirmation-page.tsx";

let api: TestApi;
let organizationId: string;
let shown: ShownPreparation;
beforeAll(async () => {
  api = await testApi();
  const { id, keyId } = await api.organization();
  organizationId = id;
  const ctx = { ...api.deps, ...api.contextOf(id) };
  const found = await showPreparation(ctx, await plantPreparation(api, id, keyId));
  if (found === null) throw new TypeError("it was just planted");
  shown = found;
});
afterAll(() => api.close());

const pageOf = async (of: ShownPreparation): Promise<string> =>
  String(await ConfirmationPage({ nav: null, organizationId, shown: of, seals: null }));

/** The page, split at the headings of its two halves. */
async function halvesOf(of: ShownPreparation): Promise<{ asked: string; portals: string }> {
  const [, asked, portals, ...more] = (await pageOf(of)).split(
    /<h2>Lo que (?:se pidió|el portal va a emitir)<\/h2>/,
  );
  if (asked === undefined || portals === undefined) throw new TypeError("a heading is missing");
  expect(more).toEqual([]);
  return { asked, portals };
}

test("what was requested and what the portal made of it are shown under separate headings", async () => {
  const { asked, portals } = await halvesOf(shown);
  expect(asked).toContain("Servicios del Sur Ltda., RUT 77.123.456-9");
  expect(asked).toContain("Asesoría contable de noviembre");
  expect(asked).not.toContain("$1.487.500");
  expect(portals).toContain("SERVICIOS &lt;b&gt;DEL&lt;/b&gt; SUR LTDA");
  expect(portals).toContain("20 de noviembre de 2026");
  expect(asked + portals).not.toContain("2026-11-20");
  expect(portals).toContain("$1.487.500");
  expect(portals).not.toContain("Servicios del Sur Ltda.");
});

test("the portal's own fields are open if it changed a text, and folded otherwise", async () => {
  expect(shown.previewed.advertencias).toHaveLength(1);
  expect((await halvesOf(shown)).portals).toMatch(/<details open/);
  const whole = { ...shown, previewed: { ...shown.previewed, advertencias: [] } };
  expect((await halvesOf(whole)).portals).toMatch(/<details>/);
});

test("quantities, prices and discounts keep their decimals, written as in Chile", async () => {
  const { asked } = shown;
  const [line] = asked?.lineas ?? [];
  if (asked === null || line === undefined) throw new TypeError("it was planted with a line");
  const fine = { ...line, cantidad: 1.234, precioUnitario: 1_234.56, descuentoPct: 12.5 };
  const page = await halvesOf({ ...shown, asked: { ...asked, lineas: [fine] } });
  const cells = [...page.asked.matchAll(/<td[^>]*class="number"[^>]*><div>([^<]*)</g)];
  expect(cells.map(([, cell]) => cell)).toEqual(["1,234", "$1.234,56", "12,5 %"]);
  const seen = seenDocument({ ...shown, asked: { ...asked, lineas: [fine] } });
  expect(new Map(seen).get("Líneas")).toMatch(/^1,234 × .* a \$1\.234,56$/);
});

test("a document that was decided says nothing of what to do before that", async () => {
  expect(await pageOf(shown)).toContain("Antes de confirmar, mira esto");
  for (const state of ["confirmed", "rejected", "annulled", "expired", "consumed"] as const) {
    const page = await pageOf({ ...shown, state });
    expect(page).not.toContain("Antes de confirmar");
    expect(page).toContain("El portal cortó la descripción");
    expect(page.includes("el portal va a emitir")).toBe(state === "confirmed");
  }
});

test("a note says which document it is about, and what it does to it", async () => {
  const { asked } = shown;
  if (asked === null) throw new TypeError("it was planted with a document");
  const of = { tipoDoc: 33, folio: "7012", fecha: asked.fechaEmision };
  const referencias = [
    { ...of, codigo: 3 as const, razon: "Precio <b>mal</b> puesto" },
    { ...of, tipoDoc: 801, folio: "55" },
  ];
  const told = { ...shown, asked: { ...asked, referencias } };
  const page = await halvesOf(told);
  const about = "Corrige montos: Factura electrónica, folio 7012, del 20 de noviembre de 2026";
  expect(page.asked).toContain(`${about}. Precio &lt;b&gt;mal&lt;/b&gt; puesto`);
  expect(page.asked).toContain("Menciona: Documento 801, folio 55");
  expect(new Map(seenDocument(told)).get("Otros documentos")).toContain(about);
});

test("a warning that is one of our words is shown as a sentence", async () => {
  const advertencias = ["folios_por_agotarse", "igual_no_registrado"];
  const page = await pageOf({ ...shown, previewed: { ...shown.previewed, advertencias } });
  expect(page).toContain("Quedan 20 folios o menos");
  for (const word of advertencias) expect(page).not.toContain(word);
});
