import * as z from "zod";
import { type FolderRecipient } from "#lib/contract/index.ts";
import { folderDeliveries, type FolderDelivery } from "./folder-request.ts";

/**
 * The recipients that the portal knows by number. Before each folder it is checked that it still
 * does.
 */
const institutions = {
  "101": "Banco Alerce",
  "102": "Banco Canelo",
  "103": "Banco Coihue",
  "104": "Banco Ñandú",
  "201": "Cooperativa de Ahorro El Peumo",
  "301": "Caja de Compensación Los Ñandúes",
  "401": "Sociedad de Garantía Recíproca Araucaria",
  "501": "Factoring Río Claro",
} as const;
type Institution = keyof typeof institutions;

const known = Object.keys(institutions) as Institution[];
const names = known.map((id) => `${id} ${institutions[id]}`).join(", ");

/** One line, as a person types it; the portal's charset is Latin-1. */
export function unaLinea(min: number, max: number, description: string) {
  return z
    .string()
    .trim()
    .min(min)
    .max(max)
    .regex(/^[\u0020-\u007E\u00A0-\u00FF]*$/, {
      error: "Only characters of Latin-1, in one line",
    })
    .describe(description);
}

/** The recipient of a folder, as a caller names it. */
export const Destinatario = z
  .strictObject({
    institucion: z
      .enum(known)
      .optional()
      .describe(`Una de la lista del portal: ${names}. O esto, u otroNombre`),
    otroNombre: unaLinea(3, 80, "El nombre de quien la recibe, si no está en la lista").optional(),
    correo: z
      .email({ error: "Not a mail address: only the address, such as ana@example.com" })
      .max(80)
      .describe("El correo al que el portal avisa"),
    entrega: z
      .enum(folderDeliveries)
      .describe(
        "destinatario: el documento lo ve solo quien lo recibe; destinatario_y_servicio: también se puede obtener aquí",
      ),
  })
  .refine(
    ({ institucion, otroNombre }) => (institucion === undefined) !== (otroNombre === undefined),
    {
      error: "Name an institucion or otroNombre, one of them",
      path: ["institucion"],
      params: { code: "contradiction" },
    },
  );

export function recipientOf({
  institucion,
  otroNombre = "",
  correo,
  entrega,
}: z.output<typeof Destinatario>): FolderRecipient & { entrega: FolderDelivery } {
  const nombre = institucion === undefined ? otroNombre : institutions[institucion];
  return { institucion: institucion ?? null, nombre, correo, entrega };
}
