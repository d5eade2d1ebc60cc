import type { Hono } from "hono";
import { callTool } from "./scenes/api.ts";

/** Requests an export and returns its link. */
export async function exportFrom(app: Hono, key: string, input: object): Promise<string> {
  const { body } = await callTool(app, "conexiones.exportacion.crear", input, { key });
  if (body.data === undefined) throw new Error(JSON.stringify(body));
  return String(body.data["url"]);
}

export interface ReadExport {
  text: string;
  parts: number;
  /** Bytes of the longest part. */
  longest: number;
  /** The headers of the first part. */
  headers: Headers;
}

/** The whole file, as a program without a credential fetches it; `between` runs after each part but the last. */
export async function readExport(
  app: Hono,
  url: string,
  between: () => Promise<void> = async () => {},
): Promise<ReadExport> {
  const chunks: Buffer[] = [];
  let headers: Headers | null = null;
  let next: string | undefined = url;
  while (next !== undefined) {
    const response: Response = await app.request(new URL(next).pathname);
    const bytes = Buffer.from(await response.arrayBuffer());
    if (response.status !== 200) throw new Error(bytes.toString());
    chunks.push(bytes);
    headers ??= response.headers;
    next = /^<([^>]+)>; rel="next"$/.exec(response.headers.get("link") ?? "")?.[1];
    if (next !== undefined) await between();
  }
  if (headers === null) throw new TypeError("nothing was fetched");
  const longest = Math.max(...chunks.map(({ length }) => length));
  return { text: Buffer.concat(chunks).toString(), parts: chunks.length, longest, headers };
}
