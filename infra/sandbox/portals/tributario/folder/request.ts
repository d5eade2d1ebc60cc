import { z } from "zod";

interface Kind {
  code: string;
  word: "creditos" | "renta" | "tamano" | "personalizada";
  name: string;
  /** Its contents; null if the taxpayer chooses. */
  parts: FolderParts | null;
}

interface FolderParts {
  properties: boolean;
  /** Months of fee receipts: twelve or none. */
  fees: boolean;
  vatPeriods: number;
  incomeYears: number;
}

export const folderKinds: readonly Kind[] = [
  {
    code: "10",
    word: "creditos",
    name: "Para solicitar créditos",
    parts: { properties: true, fees: true, vatPeriods: 24, incomeYears: 3 },
  },
  {
    code: "20",
    word: "renta",
    name: "Para acreditar renta",
    parts: { properties: true, fees: true, vatPeriods: 0, incomeYears: 3 },
  },
  {
    code: "30",
    word: "tamano",
    name: "Para acreditar tamaño de empresa",
    parts: { properties: true, fees: false, vatPeriods: 12, incomeYears: 3 },
  },
  { code: "90", word: "personalizada", name: "Personalizada", parts: null },
];

/** Recipients by number; any other recipient is named. */
export const institutions: Readonly<Record<string, string>> = {
  "101": "Banco Alerce",
  "102": "Banco Canelo",
  "103": "Banco Coihue",
  "104": "Banco Ñandú",
  "201": "Cooperativa de Ahorro El Peumo",
  "301": "Caja de Compensación Los Ñandúes",
  "401": "Sociedad de Garantía Recíproca Araucaria",
  "501": "Factoring Río Claro",
};

export interface FolderRequest {
  kind: Kind;
  parts: FolderParts;
  recipient: string;
  mail: string;
}

const yesNo = z.enum(["S", "N"]).transform((letter) => letter === "S");
const upTo = (most: number) =>
  z
    .string()
    .regex(/^\d{1,2}$/)
    .transform(Number)
    .refine((count) => count <= most);
const ChosenParts = z.object({
  propiedades: yesNo,
  honorarios: yesNo,
  periodos: upTo(36),
  anios: upTo(4),
});
const Mail = z.email().max(80);

/** The form's fields, or undefined if one of them is wrong. */
export function readFolderRequest(
  form: Readonly<Record<string, string>>,
): FolderRequest | undefined {
  const kind = folderKinds.find(({ code }) => code === form["tipo"]);
  const institution = form["institucion"] ?? "";
  const other = (form["otro_destinatario"] ?? "").trim();
  const recipient = institution === "" ? other : institutions[institution];
  const mail = Mail.safeParse(form["correo"]);
  if (!kind || !recipient || recipient.length < 3 || recipient.length > 80) return undefined;
  if (!mail.success || (institution !== "" && other !== "")) return undefined;
  if (kind.parts) return { kind, parts: kind.parts, recipient, mail: mail.data };
  const chosen = ChosenParts.safeParse(form);
  if (!chosen.success) return undefined;
  const { propiedades, honorarios, periodos, anios } = chosen.data;
  const parts = {
    properties: propiedades,
    fees: honorarios,
    vatPeriods: periodos,
    incomeYears: anios,
  };
  return { kind, parts, recipient, mail: mail.data };
}
