import { createHash, randomBytes } from "node:crypto";
import { expect } from "vitest";
import { registerClient } from "#lib/identity/auth/register-client.ts";
import { listGrants, type Grant } from "#lib/identity/index.ts";
import { testApi, type TestOrganization } from "./api.ts";
import { testDashboard } from "./dashboard.ts";
import { plantMember, type NewMember } from "./grants.ts";
import { plantPerson } from "../planted/person.ts";
import { hiddenOf, visitor, type Page, type Visitor } from "./visitor.ts";

export const redirectUri = "http://127.0.0.1:3000/callback";
export const password = "una clave bien larga";

export interface Person {
  visitor: Visitor;
  email: string;
  userId: string;
  organizations: TestOrganization[];
}

export const allow = { decision: "permitir", conexiones: "todas", permiso: ["banco_a:read"] };

export type ConsentScene = Awaited<ReturnType<typeof consentScene>>;

/** People, organizations and a client that asks for access to them. */
export async function consentScene() {
  const api = await testApi();
  const dashboard = await testDashboard(api);
  const clientId = await newClient();

  async function newClient(name = "Agente de prueba"): Promise<string> {
    const uris = [redirectUri, "https://agente.example/callback", "http://localhost:3000/callback"];
    const metadata = { redirect_uris: uris, token_endpoint_auth_method: "none", client_name: name };
    const answer = await registerClient(dashboard.deps, metadata);
    return ((await answer.json()) as { client_id: string }).client_id;
  }

  /** Signed in, and a member of that many organizations. */
  async function person({
    organizations = 1,
    ...member
  }: NewMember & { organizations?: number } = {}): Promise<Person> {
    const email = `${randomBytes(6).toString("hex")}@boldos.test`;
    const place = { ...dashboard.deps, owner: dashboard.owner };
    const userId = await plantPerson(place, { email, password, name: "Ana" });
    const own: TestOrganization[] = [];
    for (let n = 0; n < organizations; n += 1) {
      const one = await api.organization({ name: `Comercial ${n + 1}` });
      await plantMember(api.database, one.id, { ...member, userId });
      own.push(one);
    }
    const browser = visitor(dashboard.app);
    await signIn(browser, email);
    return { visitor: browser, email, userId, organizations: own };
  }

  async function signIn(browser: Visitor, email: string): Promise<void> {
    const { status } = await browser.submit("/login", "/login", { correo: email, clave: password });
    expect(status).toBe(303);
  }

  const verifier = randomBytes(32).toString("base64url");

  function authorizePath(change: Record<string, string> = {}): string {
    const query = new URLSearchParams({
      response_type: "code",
      client_id: clientId,
      redirect_uri: redirectUri,
      scope: "banco_a:read tributario:read tributario:write",
      state: "abc",
      code_challenge: createHash("sha256").update(verifier).digest("base64url"),
      code_challenge_method: "S256",
      ...change,
    });
    return `/auth/oauth2/authorize?${query.toString()}`;
  }

  /** Follows the redirects of a signed-in person, up to the consent page. */
  async function askingPage(
    { visitor: browser }: Person,
    change?: Record<string, string>,
  ): Promise<Page> {
    const { status, location } = await browser.get(authorizePath(change));
    expect([status, location?.startsWith("/consent?")]).toEqual([303, true]);
    return browser.get(location ?? "");
  }

  function answer(
    { visitor: browser }: Person,
    page: Page,
    fields: Record<string, string | string[]> = allow,
  ) {
    return browser.post("/consent", { ...hiddenOf(page.text, "/consent"), ...fields });
  }

  function grantsOf({ organizations: [one] }: Person): Promise<Grant[]> {
    return listGrants(api.contextOf(one?.id ?? ""), { withEnded: true });
  }

  const consentRows = ({ organizations: [one] }: Person) =>
    api.database.owner(
      "select outcome from audit where organization_id = $1 and operation = 'dashboard.consent'",
      [one?.id],
    );

  async function redeem(
    location: string | null,
    redirect_uri = redirectUri,
  ): Promise<{ scope: string; access_token: string }> {
    const code = new URL(location ?? "").searchParams.get("code") ?? "";
    const body = new URLSearchParams({
      grant_type: "authorization_code",
      code,
      code_verifier: verifier,
      redirect_uri,
      client_id: clientId,
    });
    const response = await dashboard.app.request("/auth/oauth2/token", { method: "POST", body });
    expect(response.status).toBe(200);
    return (await response.json()) as { scope: string; access_token: string };
  }

  return {
    api,
    dashboard,
    newClient,
    person,
    authorizePath,
    askingPage,
    answer,
    grantsOf,
    consentRows,
    redeem,
    close: async () => {
      await dashboard.close();
      await api.close();
    },
  };
}
