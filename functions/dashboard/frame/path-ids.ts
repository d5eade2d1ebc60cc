import type { Context } from "hono";
import { idPattern } from "#lib/kernel/ids.ts";

/** By the parameter name in the routes. */
const patterns = {
  org: idPattern("org"),
  grant: idPattern("grt"),
  key: idPattern("key"),
  prv: idPattern("prv"),
  oper: idPattern("oper"),
  hon: idPattern("hon"),
  carp: idPattern("carp"),
  request: idPattern("req"),
  invitation: idPattern("inv"),
  member: idPattern("usr"),
  conn: idPattern("conn"),
  cs: idPattern("cs"),
  sjb: idPattern("sjb"),
  whk: idPattern("whk"),
  whd: idPattern("whd"),
  whev: idPattern("whev"),
};
export const idsInPaths: Readonly<Record<string, RegExp>> = patterns;

/** A malformed id is answered like an unknown one, without calling a verb. */
export function hasKnownIds({ req }: Context): boolean {
  return Object.entries(req.param()).every(([name, id]) => idsInPaths[name]?.test(id) ?? true);
}

/** For a route that has it in its path. */
export function idIn({ c }: { c: Context }, name: keyof typeof patterns): string {
  return c.req.param(name) ?? "";
}
