import type { EmbeddedResource } from "@modelcontextprotocol/server";
import { maxResultChars } from "./page-size.ts";

interface Attached {
  body: object;
  files: EmbeddedResource[];
}

type Data = Readonly<Record<string, unknown>>;

/**
 * What makes an answer longer than a model can read, such as a document in base64, is attached as a resource for the
 * client to keep, and replaced by its name: the longest field first.
 */
export function attached(body: object): Attached {
  const { data } = body as { data?: Data };
  const field = data === undefined || isShort(body) ? null : longestField(data);
  if (data === undefined || field === null) return { body, files: [] };
  const file = fileOf(data, field);
  const named = { ...body, data: { ...data, [field]: file.resource.uri } };
  const others = attached(named);
  return { body: others.body, files: [file, ...others.files] };
}

function isShort(body: object): boolean {
  return JSON.stringify(body).length <= maxResultChars;
}

/** Below this nothing is gained, because a resource's name would be as long. */
const shortChars = 2_000;

function longestField(data: Data): string | null {
  const [first] = Object.entries(data)
    .map(([field, value]) => ({ field, chars: JSON.stringify(value).length }))
    .filter(({ chars }) => chars > shortChars)
    .toSorted((a, b) => b.chars - a.chars);
  return first?.field ?? null;
}

function fileOf(data: Data, field: string): EmbeddedResource {
  const value = data[field];
  const { nombreArchivo } = data;
  if (typeof value === "string" && typeof nombreArchivo === "string") {
    const mimeType = nombreArchivo.endsWith(".pdf")
      ? "application/pdf"
      : "application/octet-stream";
    return resource(nombreArchivo, mimeType, value);
  }
  const json = Buffer.from(JSON.stringify(value)).toString("base64");
  return resource(`${field}.json`, "application/json", json);
}

function resource(name: string, mimeType: string, blob: string): EmbeddedResource {
  const uri = `connect://documents/${encodeURIComponent(name)}`;
  return { type: "resource", resource: { uri, mimeType, blob } };
}
