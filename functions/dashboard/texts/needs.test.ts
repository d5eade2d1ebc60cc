import { expect, test } from "vitest";
import { needText } from "./needs.ts";

test.each([
  ["33", "Factura electrónica: no sabemos si se emitió", "emisiones"],
  ["honorarios", "Boleta de honorarios: no sabemos si se emitió", "honorarios"],
  [
    "honorarios_anulacion",
    "Anulación de una boleta de honorarios: no sabemos si se hizo",
    "honorarios",
  ],
  ["correo", "Un correo: no sabemos si salió", "conexiones"],
  ["carpeta", "Carpeta tributaria: no sabemos si se generó", "carpetas"],
])(
  "an unknown outcome of %s is named by its kind, with where to see it",
  (label, title, section) => {
    const need = { kind: "outcome_unknown", id: "x", label, detail: null, at: null } as const;
    expect(needText(need)).toMatchObject({ title, section });
  },
);
