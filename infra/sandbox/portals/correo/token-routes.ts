import { Hono } from "hono";
import { silence } from "../../system/silence.ts";
import type { SandboxEnv } from "../../system/system.ts";
import type { Authorizations } from "./authorization.ts";
import { isClient } from "./client.ts";
import type { Correo, Ctx, Reply } from "./provider.ts";
import type { TokenPair } from "./tokens.ts";

/** Exchanges codes and refresh tokens for access tokens; revoking a token ends its family. */
export function tokenRoutes(provider: Correo, authorizations: Authorizations): Hono<SandboxEnv> {
  const { world, tokens } = provider;
  const routes = new Hono<SandboxEnv>();
  routes.use(async (c, next) => {
    c.header("cache-control", "no-store");
    return next();
  });

  /** Only the known program may call. */
  function byClient(answer: (c: Ctx, form: URLSearchParams) => Reply) {
    return async (c: Ctx): Promise<Response> => {
      const form = new URLSearchParams(await c.req.text());
      if (isClient(form, c.req.header("authorization"))) return answer(c, form);
      c.header("www-authenticate", 'Basic realm="correo"');
      return c.json({ error: "invalid_client" }, 401);
    };
  }
  const refuse = (c: Ctx, error: string) => c.json({ error }, 400);

  routes.post(
    "/token",
    byClient((c, form) => {
      switch (form.get("grant_type")) {
        case "authorization_code":
          return exchange(c, form);
        case "refresh_token":
          return refresh(c, form);
        default:
          return refuse(c, "unsupported_grant_type");
      }
    }),
  );

  function exchange(c: Ctx, form: URLSearchParams): Reply {
    const field = (name: string) => form.get(name) ?? "";
    const code = authorizations.redeem(
      field("code"),
      field("redirect_uri"),
      field("code_verifier"),
    );
    if (!code) return refuse(c, "invalid_grant");
    const granted = tokens.grant(code.account, code.scopes);
    code.family = granted.family;
    return c.json(printed(granted));
  }

  function refresh(c: Ctx, form: URLSearchParams): Reply {
    const pair = tokens.refresh(form.get("refresh_token") ?? "");
    if (!pair) return refuse(c, "invalid_grant");
    const lost = world.faults.take("refresh_lost");
    return lost ? silence(c, world, lost.delayMs) : c.json(printed(pair));
  }

  routes.post(
    "/revoke",
    byClient((c, form) => {
      // RFC 7009: revoking an invalid token gets the same answer as revoking a live one.
      if (tokens.revoke(form.get("token") ?? "")) world.counters.add("logouts");
      return c.body(null, 200);
    }),
  );
  return routes;
}

function printed({ access, refresh, expiresInSeconds, scopes }: TokenPair) {
  return {
    access_token: access,
    token_type: "Bearer",
    expires_in: expiresInSeconds,
    refresh_token: refresh,
    scope: scopes.join(" "),
  };
}
