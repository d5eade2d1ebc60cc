import { Hono } from "hono";
import type { SandboxEnv } from "../../system/system.ts";
import { createAuthorizations } from "./authorization.ts";
import { loginPage, permissionsPage, wrongPage } from "./pages.ts";
import type { Correo } from "./provider.ts";
import { allScopes } from "./scopes.ts";
import { tokenRoutes } from "./token-routes.ts";

const pageMs = 20;

/** Login, permissions, tokens: RFC 6749 with PKCE (RFC 7636), plus RFC 8414 and 9207. */
export function authorizationRoutes(provider: Correo): Hono<SandboxEnv> {
  const { world, credentials } = provider;
  const authorizations = createAuthorizations(provider);
  const routes = new Hono<SandboxEnv>();
  routes.use(async (_, next) => {
    await world.pause(pageMs);
    return next();
  });

  routes.get("/.well-known/oauth-authorization-server", (c) => {
    const url = world.url();
    return c.json({
      issuer: url,
      authorization_endpoint: `${url}/oauth/authorize`,
      token_endpoint: `${url}/oauth/token`,
      revocation_endpoint: `${url}/oauth/revoke`,
      scopes_supported: allScopes,
      response_types_supported: ["code"],
      grant_types_supported: ["authorization_code", "refresh_token"],
      code_challenge_methods_supported: ["S256"],
      token_endpoint_auth_methods_supported: ["client_secret_basic", "client_secret_post"],
      authorization_response_iss_parameter_supported: true,
    });
  });

  routes.get("/oauth/authorize", (c) => {
    const query = c.req.query();
    const understood = authorizations.understand(query);
    switch (understood.kind) {
      case "unsafe":
        return wrongPage(c, provider, understood.what);
      case "refused":
        return c.redirect(understood.to, 303);
      case "asked":
        return loginPage(c, provider, { id: understood.id, account: query["login_hint"] ?? "" });
    }
  });

  routes.post("/oauth/ingreso", async (c) => {
    const form = new URLSearchParams(await c.req.text());
    const id = form.get("solicitud") ?? "";
    const request = authorizations.find(id);
    if (!request) return wrongPage(c, provider, "La solicitud venció");
    const account = (form.get("cuenta") ?? "").trim().toLowerCase();
    const { outcome } = credentials.check(account, form.get("clave") ?? "");
    if (outcome === "ok") {
      request.account = account;
      return permissionsPage(c, provider, { id, account, scopes: request.scopes });
    }
    const notice = outcome === "wrong" ? "Cuenta o clave incorrecta." : "La cuenta está bloqueada.";
    return loginPage(c, provider, { id, account, notice });
  });

  routes.post("/oauth/permisos", async (c) => {
    const form = new URLSearchParams(await c.req.text());
    const id = form.get("solicitud") ?? "";
    const request = authorizations.find(id);
    if (!request?.account) return wrongPage(c, provider, "La solicitud venció");
    const ticked = new Set(form.getAll("permiso"));
    const allowed = request.scopes.filter((scope) => ticked.has(scope));
    if (world.faults.take("scope_missing")) allowed.pop();
    const isAllowed = form.get("decision") === "permitir" && allowed.length > 0;
    if (!isAllowed || world.faults.take("consent_denied")) {
      return c.redirect(authorizations.deny(id), 303);
    }
    return c.redirect(authorizations.allow(id, request.account, allowed), 303);
  });

  routes.route("/oauth", tokenRoutes(provider, authorizations));
  return routes;
}
