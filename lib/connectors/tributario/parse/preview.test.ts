import { expect, test } from "vitest";
import { previewedDocument } from "./preview.ts";

/** Some of the preview's hidden fields, as the portal fills them in. */
const fields: Record<string, string> = {
  PRV_ID: "a1",
  PRV_FECHA_HORA: "20260820 10:00:00",
  TPO_DOC: "33",
  FCH_EMISION: "2026-08-20",
  EMI_REVISION: "P1234-1",
  EMI_ACTECO: "110200",
  EMI_DIRECCION: "AV. LOS ÑANDÚES 4641",
  EMI_COMUNA: "ÑUÑOA",
  EMI_CIUDAD: "SANTIAGO",
  REC_RUT: "76177907-9",
  REC_CONTACTO: "",
  DET_NOMBRE_01: "ASESORÍA",
  TOT_NETO: "1000",
  TOT_EXENTO: "0",
  TOT_IVA: "190",
  TOT_TOTAL: "1190",
  FIRMAR: "Firmar",
};
const code = (name: string) => expect.objectContaining({ code: name });

test("the document is what the portal would issue, in pesos", () => {
  const { normalizado, ...document } = previewedDocument(fields, [33, 61]);
  expect(document).toEqual({
    tipoDte: 33,
    receptorRut: "76177907-9",
    fechaEmision: "2026-08-20",
    totales: { neto: 1_000, exento: 0, iva: 190, total: 1_190 },
    revisionEmisor: expect.stringMatching(/^[0-9a-f]{64}$/),
    tiposDte: [33, 61],
    anula: null,
  });
  expect(normalizado).toMatchObject({ DET_NOMBRE_01: "ASESORÍA", EMI_COMUNA: "ÑUÑOA" });
});

test("only a credit note names the document that it reverses completely", () => {
  const note = {
    ...fields,
    TPO_DOC: "61",
    REF_TIPO_1: "801",
    REF_FOLIO_1: "A-1",
    REF_FECHA_1: "2026-08-19",
    REF_COD_1: "",
    REF_TIPO_2: "33",
    REF_FOLIO_2: "500001",
    REF_FECHA_2: "2026-08-18",
    REF_COD_2: "1",
  };
  const target = { tipoDte: 33, folio: 500_001, fecha: "2026-08-18" };
  expect(previewedDocument(note, []).anula).toEqual(target);
  expect(previewedDocument({ ...note, REF_COD_2: "3" }, []).anula).toBeNull();
  expect(previewedDocument({ ...note, REF_FOLIO_2: "A-2" }, []).anula).toBeNull();
  expect(previewedDocument({ ...note, TPO_DOC: "56" }, []).anula).toBeNull();
});

test("two previews of one document are alike, and any other field makes it another document", () => {
  const { normalizado } = previewedDocument(fields, []);
  const later = { ...fields, PRV_ID: "b2", PRV_FECHA_HORA: "20260820 10:09:59" };
  expect(previewedDocument(later, []).normalizado).toEqual(normalizado);
  const kept = Object.keys(fields).filter(
    (name) => !["PRV_ID", "PRV_FECHA_HORA", "FIRMAR"].includes(name),
  );
  expect(kept).toHaveLength(14);
  for (const name of kept.filter((one) => !/^(TPO|FCH|TOT|REC_RUT)/.test(one))) {
    const other = previewedDocument({ ...fields, [name]: "OTRO" }, []);
    expect([name, other.normalizado]).not.toEqual([name, normalizado]);
  }
});

test.each(["EMI_REVISION", "EMI_ACTECO", "EMI_DIRECCION", "EMI_COMUNA", "EMI_CIUDAD"])(
  "an issuer without %s has no profile, and a different one is another revision",
  (name) => {
    const none = { ...fields, [name]: "" };
    expect(() => previewedDocument(none, [])).toThrow(code("tributario_emitter_profile_required"));
    const other = previewedDocument({ ...fields, [name]: "OTRO" }, []);
    expect(other.revisionEmisor).not.toBe(previewedDocument(fields, []).revisionEmisor);
  },
);

test.each(["TPO_DOC", "FCH_EMISION", "TOT_NETO", "TOT_EXENTO", "TOT_IVA", "TOT_TOTAL"])(
  "a preview without %s is another contract",
  (name) => {
    const { [name]: _gone, ...rest } = fields;
    for (const wrong of [rest, { ...fields, [name]: "mil" }]) {
      expect(() => previewedDocument(wrong, [])).toThrow(
        code("tributario_facturador_contract_changed"),
      );
    }
  },
);
