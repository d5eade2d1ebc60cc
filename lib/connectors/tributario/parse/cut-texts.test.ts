import { expect, test } from "vitest";
import { Fecha } from "#lib/chile/index.ts";
import type { DteDocument } from "#lib/contract/index.ts";
import { cutTexts } from "./cut-texts.ts";

const documento: DteDocument = {
  tipoDte: 33,
  receptor: {
    rut: "76177907-9",
    razonSocial: "Viñedos  Aguas Frías SpA",
    giro: "Elaboración y venta de vinos y de mostos varios",
    direccion: "Camino Real 100",
    comuna: "Ñuñoa",
    ciudad: "Santiago de Chile del Nuevo Extremo",
    contacto: "Ana",
  },
  lineas: [
    { nombre: "Asesoría", cantidad: 1, precioUnitario: 1_000, unidad: "hora" },
    { nombre: "Otra", descripcion: "En dos visitas", cantidad: 1, precioUnitario: 1_000 },
  ],
  formaPago: "contado",
  fechaEmision: Fecha.parse("2026-08-20"),
  referencias: [
    { tipoDoc: 801, folio: "A-1", fecha: Fecha.parse("2026-08-20"), razon: "Orden de compra" },
  ],
};
const fields = {
  REC_RAZON: "VIÑEDOS AGUAS FRÍAS SPA",
  REC_GIRO: "ELABORACIÓN Y VENTA DE VINOS Y DE MOSTOS",
  REC_DIRECCION: "OTRO DOMICILIO 1",
  REC_COMUNA: "ÑUÑOA",
  REC_CIUDAD: "SANTIAGO DE CHILE DE",
  REC_CONTACTO: "",
  DET_NOMBRE_01: "ASESORÍA",
  DET_UNID_01: "HORA",
  DET_NOMBRE_02: "OTRA",
  DET_DESC_02: "En dos",
  REF_FOLIO_1: "A-1",
  REF_RAZON_1: "ORDEN DE",
};

test("each text that the portal cut is named with how much of it is left", () => {
  expect(cutTexts({ kind: "dte", documento }, fields)).toEqual([
    "El portal guarda solo los primeros 40 caracteres de receptor.giro",
    "El portal guarda solo los primeros 20 caracteres de receptor.ciudad",
    "El portal no guarda receptor.contacto",
    "El portal guarda solo los primeros 6 caracteres de lineas.1.descripcion",
    "El portal guarda solo los primeros 8 caracteres de referencias.0.razon",
  ]);
});

test("capitals and spaces are no cut, nor is the portal's own data on the receiver", () => {
  const { receptor } = documento;
  if (receptor === null) throw new TypeError("a document with a receiver");
  const whole = {
    ...documento,
    receptor: { ...receptor, giro: "Vinos", ciudad: "", contacto: "" },
  };
  const kept = { ...fields, REC_GIRO: "VINOS", DET_DESC_02: "En dos visitas" };
  const all = { ...kept, REF_RAZON_1: "ORDEN DE COMPRA" };
  expect(cutTexts({ kind: "dte", documento: whole }, all)).toEqual([]);
});

test("for an annulment it is the reason", () => {
  const request = {
    kind: "anulacion",
    tipoDte: 33,
    folio: 1,
    motivo: "Error en el monto",
  } as const;
  const day = { fechaEmision: documento.fechaEmision };
  const cut = { REF_RAZON_1: "ERROR EN" };
  expect(cutTexts({ ...request, ...day }, cut)).toEqual([
    "El portal guarda solo los primeros 8 caracteres de motivo",
  ]);
  expect(cutTexts({ ...request, ...day, motivo: null }, cut)).toEqual([]);
});
