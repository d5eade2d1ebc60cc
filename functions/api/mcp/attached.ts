import type { EmbeddedResource } from "@modelcontextprotocol/server";
import { maxResultChars } from "./page-size.ts";

export interface Attached {
  body: object;
  files: EmbeddedResource[];
}

/** Longer than any text of ours: a document in base64. */
const documentChars = 10_000;

/**
 * A document inside an answer that is more than a model can read is handed over as a resource, for
 * the client to keep, and named in its place. Every other answer is left as it is.
 */
export function attached(body: object): Attached {
  const { data } = body as { data?: Readonly<Record<string, unknown>> };
  if (data === undefined || JSON.stringify(body).length <= maxResultChars) {
    return { body, files: [] };
  }
  const files: EmbeddedResource[] = [];
  const entries = Object.entries(data).map(([field, value]): [string, unknown] => {
    if (typeof value !== "string" || value.length < documentChars) return [field, value];
    const { nombreArchivo } = data;
    const name = typeof nombreArchivo === "string" ? nombreArchivo : field;
    const uri = `connect://documents/${encodeURIComponent(name)}`;
    const mimeType = name.endsWith(".pdf") ? "application/pdf" : "application/octet-stream";
    files.push({ type: "resource", resource: { uri, mimeType, blob: value } });
    return [field, uri];
  });
  return { body: { ...body, data: Object.fromEntries(entries) }, files };
}
