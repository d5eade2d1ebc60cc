import * as z from "zod";
import { displaySigned } from "#lib/chile/index.ts";
import type { ShownPreparation } from "#lib/acts/documents/index.ts";
import { referenceText } from "./document-words.ts";
import { documentName } from "./operation-words.ts";
import { dateText, numberText, plainText, rutText, unitPriceText } from "./words.ts";

/** A document in a few lines. A confirmation's form carries those of the document on screen. */
const SeenDocument = z.array(z.tuple([z.string().max(80), z.string().max(4_000)])).max(12);
type SeenDocument = z.output<typeof SeenDocument>;

export function seenDocument({ asked, annuls, previewed }: ShownPreparation): SeenDocument {
  const { receptorRut, fechaEmision, totales, tipoDte } = previewed;
  const subject: SeenDocument = [];
  if (annuls !== null)
    subject.push(["Anula", `${documentName(annuls.tipoDte)}, folio ${annuls.folio}`]);
  if (asked !== null)
    subject.push(["Líneas", asked.lineas.map(lineText).join(" · ").slice(0, 4_000)]);
  const others = asked?.referencias.map(referenceText) ?? [];
  if (others.length > 0) subject.push(["Otros documentos", others.join(" · ").slice(0, 4_000)]);
  return [
    ["Tipo", documentName(tipoDte)],
    ["Receptor", receptorRut === null ? "sin nombre" : rutText(receptorRut)],
    ["Fecha", dateText(fechaEmision)],
    ...subject,
    ["Total", displaySigned(totales.total, "CLP")],
  ];
}

/** As the form sent it: values that we did not write are ignored. */
export function readSeenDocument(text: string | null): ReadonlyMap<string, string> {
  if (text === null) return new Map();
  try {
    return new Map(SeenDocument.parse(JSON.parse(text)));
  } catch {
    // It was tampered with, so only the current document is shown.
    return new Map();
  }
}

interface Line {
  nombre: string;
  cantidad: number;
  precioUnitario: number;
}

function lineText({ nombre, cantidad, precioUnitario }: Line): string {
  return `${numberText(cantidad)} × ${plainText(nombre)} a ${unitPriceText(precioUnitario)}`;
}
