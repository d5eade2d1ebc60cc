import type { World } from "../../system/system.ts";
import { problem } from "./problems.ts";
import type { Ctx } from "./provider.ts";

const usualSize = 50;
const largestSize = 100;

/**
 * One page of a list, with a `Link` to the next. A page begins after the last entry of the previous one, so that
 * additions in between move nothing.
 */
export function pageOf<Entry extends { id: string }>(
  c: Ctx,
  world: World,
  entries: readonly Entry[],
  printed: (entry: Entry) => unknown,
): Response {
  const { por_pagina: asked = String(usualSize), pagina } = c.req.query();
  const size = Number(asked);
  const after = pagina === undefined ? -1 : entries.findIndex(({ id }) => id === readPage(pagina));
  const isKnown = pagina === undefined || after >= 0;
  if (!/^\d{1,3}$/.test(asked) || size < 1 || size > largestSize || !isKnown) {
    return problem(c, "consulta-no-valida", { parametros: ["por_pagina", "pagina"] });
  }
  const shown = entries.slice(after + 1, after + 1 + size);
  const last = shown.at(-1);
  const url = new URL(c.req.url);
  const links = [linkTo(undefined, "first")];
  if (last && entries.at(-1) !== last) links.push(linkTo(writePage(last.id), "next"));
  c.header("link", links.join(", "));
  c.header("x-total", String(entries.length));
  return c.json(shown.map(printed));

  function linkTo(page: string | undefined, relation: string): string {
    const query = new URLSearchParams(url.search);
    query.delete("pagina");
    if (page !== undefined) query.set("pagina", page);
    const rest = query.size > 0 ? `?${query.toString()}` : "";
    return `<${new URL(world.url()).origin}${url.pathname}${rest}>; rel="${relation}"`;
  }
}

function writePage(id: string): string {
  return Buffer.from(`tras:${id}`).toString("base64url");
}

function readPage(page: string): string {
  return Buffer.from(page, "base64url").toString("utf8").slice("tras:".length);
}
