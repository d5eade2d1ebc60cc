import * as z from "zod";
import { latestInstantOf, parsePortalDate } from "#lib/chile/index.ts";
import { parseJson, unknownShape } from "#lib/contract/bank/index.ts";
import type {
  FolderAnswer,
  FolderKey,
  FolderKind,
  FolderRefusal,
  ListedFolder,
} from "#lib/contract/index.ts";

/** The portal's names of the kinds. */
export const folderCodes: Readonly<Record<FolderKind, string>> = {
  creditos: "10",
  renta: "20",
  tamano: "30",
  personalizada: "90",
};

const done = 0;
/** The codes known to mean that nothing was generated. */
const refusals: ReadonlyMap<number, FolderRefusal> = new Map([
  [41, "ticket"],
  [42, "fields"],
  [50, "rejected"],
]);

const Result = z.object({ resultado: z.int() });
const Generated = z.object({ resultado: z.literal(done), id: z.uuid(), llave: z.uuid() });

/**
 * The answer to the one request that makes a folder; an impossible answer leaves the outcome
 * unknown.
 */
export function generatedOf(text: string): FolderAnswer {
  const { resultado } = parseJson(Result, text);
  const reason = refusals.get(resultado);
  if (reason !== undefined) return { kind: "refused", reason };
  const { id, llave } = parseJson(Generated, text);
  return { kind: "accepted", key: { id, llave } };
}

const State = z.object({ estado: z.literal([1, 2, 3]) });

/** Whether the document can be fetched. */
export function isMade(text: string): boolean {
  return parseJson(State, text).estado === 3;
}

const Document = z.object({ resultado: z.literal(done), contenido: z.base64() });

export function documentIn(text: string): Buffer {
  return Buffer.from(parseJson(Document, text).contenido, "base64");
}

const Listed = z.object({
  codigo: z.string().regex(/^\d+$/),
  tipo: z.string(),
  destinatario: z.string(),
  correo: z.string(),
  fecha: z.string().regex(/^\d{8} \d{2}:\d{2}:\d{2}$/),
  hasta: z.string(),
  situacion: z.literal([1, 2, 3]),
});
const List = z.object({
  resultado: z.literal(done),
  cantidad: z.int(),
  carpetas: z.array(Listed),
});

/** All of them or none: an unreadable one could be the one looked for. */
export function foldersIn(text: string): ListedFolder[] {
  const { cantidad, carpetas } = parseJson(List, text);
  if (cantidad !== carpetas.length) throw unknownShape("a list with fewer folders than it says");
  return carpetas.map((listed) => {
    const tipo = kindOf(listed.tipo);
    const generadaEn = latestInstantOf(listed.fecha);
    const consultableHasta = parsePortalDate(listed.hasta);
    if (tipo === null || generadaEn === null || consultableHasta === null) {
      throw unknownShape("a folder that cannot be read");
    }
    const { codigo, destinatario, correo, situacion } = listed;
    const revocada = situacion === 2;
    return { codigo, tipo, destinatario, correo, generadaEn, consultableHasta, revocada };
  });
}

function kindOf(code: string): FolderKind | null {
  const kinds = Object.keys(folderCodes) as FolderKind[];
  return kinds.find((kind) => folderCodes[kind] === code) ?? null;
}

const Revoked = z.object({ resultado: z.literal(done) });

export function requireRevoked(text: string): void {
  parseJson(Revoked, text);
}

/** For the address of the one request that opens a document. */
export function keyQuery({ id, llave }: FolderKey): string {
  return new URLSearchParams({ id, llave }).toString();
}
