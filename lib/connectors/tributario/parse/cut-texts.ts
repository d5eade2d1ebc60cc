import type { DteDocument, EmissionRequest } from "#lib/contract/index.ts";

/** A text of the request: its path, its value, and the portal's field for it. */
type AskedText = [path: string, asked: string | null | undefined, field: string];

/** For each text that the portal truncates or drops: what is left of it. */
export function cutTexts(
  request: EmissionRequest,
  fields: Readonly<Record<string, string>>,
): string[] {
  return textsOf(request).flatMap(([path, asked, field]) => {
    const kept = keptOfCut(asked ?? "", fields[field] ?? "");
    if (kept === null) return [];
    if (kept === "") return `El portal no guarda ${path}`;
    return `El portal guarda solo los primeros ${kept.length} caracteres de ${path}`;
  });
}

/** What the portal kept of a text it truncated; null when it cut nothing. */
export function keptOfCut(asked: string, printed: string): string | null {
  const [whole, kept] = [tidied(asked), tidied(printed)];
  return whole !== kept && whole.startsWith(kept) ? kept : null;
}

/** The portal writes capitals and single spaces, which cuts nothing. */
function tidied(text: string): string {
  return text.trim().replaceAll(/\s+/g, " ").toUpperCase();
}

function textsOf(request: EmissionRequest): AskedText[] {
  if (request.kind === "anulacion") return [["motivo", request.motivo, "REF_RAZON_1"]];
  const { receptor, lineas, referencias }: DteDocument = request.documento;
  return [
    ["receptor.razonSocial", receptor?.razonSocial, "REC_RAZON"],
    ["receptor.giro", receptor?.giro, "REC_GIRO"],
    ["receptor.direccion", receptor?.direccion, "REC_DIRECCION"],
    ["receptor.comuna", receptor?.comuna, "REC_COMUNA"],
    ["receptor.ciudad", receptor?.ciudad, "REC_CIUDAD"],
    ["receptor.contacto", receptor?.contacto, "REC_CONTACTO"],
    ...lineas.flatMap(({ nombre, descripcion, unidad }, place): AskedText[] => {
      const [path, row] = [`lineas.${place}`, String(place + 1).padStart(2, "0")];
      return [
        [`${path}.nombre`, nombre, `DET_NOMBRE_${row}`],
        [`${path}.descripcion`, descripcion, `DET_DESC_${row}`],
        [`${path}.unidad`, unidad, `DET_UNID_${row}`],
      ];
    }),
    ...referencias.flatMap(({ folio, razon }, place): AskedText[] => [
      [`referencias.${place}.folio`, folio, `REF_FOLIO_${place + 1}`],
      [`referencias.${place}.razon`, razon, `REF_RAZON_${place + 1}`],
    ]),
  ];
}
