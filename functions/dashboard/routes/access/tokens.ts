import type { Context, Hono } from "hono";
import { answerTokenRequest } from "#lib/identity/auth/answer-token-request.ts";
import { answerRevocation } from "#lib/identity/auth/answer-revocation.ts";
import { oauthRefusal } from "#lib/identity/auth/oauth-answers.ts";
import { registerClient } from "#lib/identity/auth/register-client.ts";
import { translateFailure } from "#lib/db/failures.ts";
import { asAppError } from "#lib/kernel/errors/index.ts";
import { readJson } from "../../../api/body.ts";
import { readForm } from "../../../api/form.ts";
import type { DashboardDeps } from "../../deps.ts";
import { AgentLimits, type AgentLimit } from "../../agent-limits.ts";

type Answer = (c: Context) => Promise<Response>;

const maxRegistrationBytes = 16 * 1024;

/** What agents request without a person. Cookies do not count here, and no page links to it. */
export function tokenRoutes(app: Hono, deps: DashboardDeps): void {
  const limits = new AgentLimits(deps);
  const limited =
    (limit: AgentLimit, answer: Answer): Answer =>
    async (c) => {
      try {
        return (await limits.refusalOf(limit, deps.addressOf(c))) ?? (await answer(c));
      } catch (error) {
        if (asAppError(translateFailure(error)).code !== "service_unavailable") throw error;
        deps.log.warn("oauth.unavailable", { error });
        return oauthRefusal("temporarily_unavailable", "try again", 503);
      }
    };

  app.post(
    "/auth/oauth2/token",
    limited("token", (c) =>
      withForm(c, (form) => answerTokenRequest(deps.tokens, form, c.req.raw.headers)),
    ),
  );
  app.post(
    "/auth/oauth2/revoke",
    limited("revoke", (c) =>
      withForm(c, (form) => answerRevocation(deps.tokens, form, c.req.raw.headers)),
    ),
  );
  app.post(
    "/auth/oauth2/register",
    limited("register", async (c) => {
      const given = await readJson(c.req, maxRegistrationBytes).catch((error: unknown) =>
        asAppError(error),
      );
      if (given instanceof Error)
        return oauthRefusal("invalid_client_metadata", "not JSON of 16 KB at most");
      return registerClient(deps, given);
    }),
  );
}

async function withForm(
  c: Context,
  answer: (form: URLSearchParams) => Promise<Response>,
): Promise<Response> {
  const form = await readForm(c.req).catch((error: unknown) => asAppError(error));
  if (form instanceof Error) return oauthRefusal("invalid_request", "not a form of 16 KB at most");
  return answer(form);
}
