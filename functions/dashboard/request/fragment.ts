import { createHash } from "node:crypto";

/** Marks a part that updates itself: the script requests what lies between. */
export const fragmentMark = (id: string): { begins: string; ends: string } => ({
  begins: `<!--vivo:${id}-->`,
  ends: `<!--/vivo:${id}-->`,
});

const sealed = /name="sello" value="[^"]*"/g;

/**
 * The part of a page that a live page requested by name, or 304 if it is unchanged. Seals, which are new each time,
 * do not count. A page without the part is returned whole.
 */
export function fragmentAnswer(
  html: string,
  { id, known }: { id: string; known: string | undefined },
  page: Response,
): Response | null {
  const { begins, ends } = fragmentMark(id);
  const from = html.indexOf(begins);
  const to = html.indexOf(ends, from);
  if (from < 0 || to < 0 || page.status >= 400) return null;
  const part = html.slice(from + begins.length, to);
  const hash = createHash("sha256").update(part.replace(sealed, "")).digest("base64url");
  const etag = `"${hash.slice(0, 22)}"`;
  const headers = new Headers(page.headers);
  headers.set("etag", etag);
  if (known === etag) {
    headers.delete("content-type");
    return new Response(null, { status: 304, headers });
  }
  return new Response(part, { headers });
}
