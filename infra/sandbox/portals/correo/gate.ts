import type { ContentfulStatusCode } from "hono/utils/http-status";
import { isRateLimited } from "../../system/interference.ts";
import type { Correo, Ctx, Reply } from "./provider.ts";
import type { Scope } from "./scopes.ts";
import type { AccessToken } from "./tokens.ts";

const callMs = 20;
const usualWaitSeconds = 3;

export function failed(
  c: Ctx,
  estado: ContentfulStatusCode,
  codigo: string,
  mensaje: string,
): Response {
  return c.json({ error: { estado, codigo, mensaje } }, estado);
}

/** Every call needs an access token with one of `scopes`, or any token if none is named. */
export function bearer(
  { world, tokens }: Correo,
  scopes: readonly Scope[],
  answer: (c: Ctx, token: AccessToken) => Reply,
): (c: Ctx) => Promise<Response> {
  return async (c) => {
    await world.pause(callMs);
    c.header("cache-control", "no-store");
    if (isRateLimited(c, world, usualWaitSeconds)) {
      return failed(c, 429, "limite_excedido", "Demasiadas llamadas");
    }
    const [, text = ""] = /^Bearer (\S+)$/i.exec(c.req.header("authorization") ?? "") ?? [];
    const token = tokens.readAccess(text);
    if (!token) {
      c.header("www-authenticate", 'Bearer realm="correo", error="invalid_token"');
      return failed(c, 401, "token_no_valido", "El token no sirve");
    }
    const isAllowed = scopes.length === 0 || scopes.some((scope) => token.scopes.includes(scope));
    if (!isAllowed || (scopes.length > 0 && world.faults.take("scope_missing"))) {
      const asked = `scope="${scopes[0]}"`;
      c.header("www-authenticate", `Bearer realm="correo", error="insufficient_scope", ${asked}`);
      return failed(c, 403, "permiso_insuficiente", "La cuenta no permitió esto");
    }
    if (world.faults.take("layout_changed")) return c.json({ version: 2 });
    if (c.req.method === "GET") world.counters.add("pages");
    return answer(c, token);
  };
}
