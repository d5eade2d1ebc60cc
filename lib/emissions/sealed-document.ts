import { createHash } from "node:crypto";
import { canonicalJson } from "#lib/kernel/canonical-json.ts";
import type { EmissionRequest, PreviewedDocument } from "#lib/contract/index.ts";
import type { SealedPlace, Vault } from "#lib/vault/index.ts";

/** What a preparation keeps sealed: it names people and what they buy. */
export interface PreparedDocument {
  request: EmissionRequest;
  previewed: PreviewedDocument | null;
}

interface Place {
  organizationId: string;
  id: string;
}

export function sealDocument(
  { vault }: { vault: Vault },
  place: Place,
  document: PreparedDocument,
): Promise<Buffer> {
  return vault.seal(placeOf(place), Buffer.from(JSON.stringify(document)));
}

export async function openDocument(
  { vault }: { vault: Vault },
  row: Place & { document: Buffer },
): Promise<PreparedDocument> {
  const plain = await vault.open(placeOf(row), row.document);
  return JSON.parse(plain.toString("utf8")) as PreparedDocument;
}

function placeOf({ organizationId, id }: Place): SealedPlace {
  return { organizationId, purpose: "answer", table: "preparations", column: "document", row: id };
}

/** Names the document as the portal normalised it. */
export function documentHash(previewed: PreviewedDocument): string {
  const { tipoDte, receptorRut, fechaEmision, totales, normalizado } = previewed;
  return hashOf([tipoDte, receptorRut, fechaEmision, totales, normalizado]);
}

/** What the authority's list of issued documents can be searched for. */
export function looksLike(document: {
  tipoDte: number;
  receptorRut: string | null;
  fecha: string;
  total: number;
}): string {
  const { tipoDte, receptorRut, fecha, total } = document;
  return hashOf([tipoDte, receptorRut, fecha, total]);
}

export function hashOf(value: unknown): string {
  return createHash("sha256").update(canonicalJson(value)).digest("hex");
}
