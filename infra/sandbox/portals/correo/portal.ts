import { Hono } from "hono";
import { createCredentials } from "../../system/credentials.ts";
import type { SandboxEnv, SystemDefinition } from "../../system/system.ts";
import { accountAct, draftAct } from "./acts.ts";
import { authorizationRoutes } from "./authorization-routes.ts";
import { client } from "./client.ts";
import { failed } from "./gate.ts";
import { createMailboxes } from "./mailboxes.ts";
import { mailPeople } from "./people.ts";
import type { Correo } from "./provider.ts";
import { readingRoutes } from "./reading-routes.ts";
import { correoSwitches } from "./switches.ts";
import { createTokens } from "./tokens.ts";
import { deliveryTruth, draftTruth, mailboxTruth } from "./truth.ts";
import { writingRoutes } from "./writing-routes.ts";

/** A mail provider: an authorization server, and an API of messages, drafts and threads. */
export const correo: SystemDefinition = {
  system: "correo",
  kind: "portal",
  alcances: ["leer", "enviar"],
  faults: [
    "wrong_password",
    "account_blocked",
    "unavailable",
    "slow",
    "hang",
    "layout_changed",
    "consent_denied",
    "scope_missing",
    "refresh_lost",
    "draft_lost",
    "draft_lingers",
    "mail_lost",
    "mail_dropped",
    "mail_lingers",
    "rate_limited",
  ],
  create(world) {
    const people = mailPeople();
    const accounts = people.map(({ user }) => user);
    const switches = correoSwitches();
    const tokens = createTokens(world, switches);
    const mailboxes = createMailboxes(world);
    const credentials = createCredentials(world, people);
    const provider: Correo = { world, people, credentials, switches, tokens, mailboxes };
    for (const { user, leadsTo } of people) if (leadsTo === "revoked") tokens.revokeAccount(user);
    const routes = new Hono<SandboxEnv>();
    routes.route("/", authorizationRoutes(provider));
    routes.route("/v1", writingRoutes(provider));
    routes.route("/v1", readingRoutes(provider));
    routes.all("/v1/*", (c) => failed(c, 404, "no_encontrado", "No existe"));
    const [main] = accounts;
    const asked = ({ cuenta }: Record<string, string>) => (cuenta ? [cuenta] : accounts);
    return {
      // Lists a new token each time, because the previous one may have been used.
      get logins() {
        return people.map(({ user, typed, leadsTo, granted }) => ({
          account: user,
          password: typed,
          refreshToken: tokens.grant(user, granted, leadsTo === "revoked" ? 0 : undefined).refresh,
          clientId: client.id,
          clientSecret: client.secret,
          permisos: granted,
          leadsTo,
        }));
      },
      companies: [],
      routes,
      truth: {
        mensajes: ({ params }) => deliveryTruth(mailboxes, params["cuenta"]),
        borradores: ({ params }) => draftTruth(mailboxes, asked(params)),
        buzon: ({ params }) => mailboxTruth(mailboxes, params["cuenta"] ?? main ?? ""),
      },
      rows: {},
      switches,
      acts: {
        drafts: draftAct(mailboxes),
        accounts: accountAct(provider),
      },
    };
  },
};
