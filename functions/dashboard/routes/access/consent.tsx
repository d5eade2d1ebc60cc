import { actors } from "#lib/db/actors.ts";
import {
  queryOf,
  refusalUrl,
  type AuthorizationRequest,
} from "#lib/identity/auth/authorization-request.ts";
import { openOffer, sealOffer } from "#lib/identity/auth/consent-seal.ts";
import { giveConsent, type ConsentContext } from "#lib/identity/auth/give-consent.ts";
import { isLoopbackRedirect, shownRedirect } from "#lib/identity/auth/redirect-uris.ts";
import { listGrants, mayGrant } from "#lib/identity/index.ts";
import { listMemberships, type Membership } from "#lib/identity/people/index.ts";
import type { DashboardDeps } from "../../deps.ts";
import type { Frame } from "../../frame/frame.tsx";
import { recorder } from "../../frame/carry-out.tsx";
import { isFresh } from "../../request/form-rules.ts";
import { signInAgain } from "../../frame/sign-in-again.tsx";
import type { PersonRequest, Posted } from "../../request/page-request.ts";
import {
  BrokenConsent,
  ChooseOrganization,
  ExpiredConsent,
  NoOrganization,
  UsedConsent,
} from "../../pages/access/consent-messages.tsx";
import { ConsentPage, consentPath, shownName } from "../../pages/access/consent-page.tsx";
import { Note } from "../../pages/parts/parts.tsx";
import {
  searchField,
  searchIn,
  searchOf,
  UnclearLimit,
} from "../../pages/parts/permission-ticks.tsx";
import { offeredConnections, wantedLimit } from "../../texts/offered-connections.ts";
import { limitText, systemsOf } from "../../texts/permissions.ts";
import { awayTo, requestOf, rulesOf } from "./authorize.tsx";
import { namedConnections } from "../named-connections.ts";

const formRules = { verb: "consent", recorded: "itself" } as const;

/** Nobody else gets as far as these routes. */
const isSignedIn = async () => true;

/** The page on which a person lets an agent act, and its consequences. Asked each time. */
export function consentRoutes({ person }: Frame, deps: DashboardDeps): void {
  const { auth, clock, secret } = deps;

  person.get(consentPath, async (visit) => {
    const rules = await rulesOf(deps);
    const { searchParams } = new URL(visit.c.req.url);
    const request = await requestOf(deps, rules, searchParams, isSignedIn);
    if (request instanceof Response) return request;
    const query = queryOf(request, rules);
    const memberships = await listMemberships(deps, visit.person.userId);
    const chosen =
      memberships.length === 1 ? memberships[0]?.organizationId : searchParams.get("org");
    const membership = memberships.find(({ organizationId }) => organizationId === chosen);
    if (membership !== undefined) {
      return show(visit, { request, membership, query, wanted: searchIn(visit) });
    }
    if (memberships.length === 0) return visit.show(<NoOrganization />);
    const hrefOf = (organizationId: string): string =>
      `${choicePath(query)}&${new URLSearchParams({ org: organizationId }).toString()}`;
    const choice = { name: shownName(request.client.name), memberships, hrefOf };
    return visit.show(<ChooseOrganization {...choice} />);
  });

  person.post(consentPath, formRules, async (visit) => {
    const seal = visit.fields.get("oferta") ?? "";
    const { sessionId } = visit.person;
    const opened = openOffer(secret, clock.now(), { seal, sessionId });
    if (opened.kind === "broken") return visit.show(<BrokenConsent />, { status: 400 });
    const { offer } = opened;
    const rules = await rulesOf(deps);
    const request = await requestOf(deps, rules, new URLSearchParams(offer.query), isSignedIn);
    if (request instanceof Response) return request;
    const back = refusalUrl(request, rules, "access_denied", "the person gave no access");
    if (opened.kind === "expired")
      return visit.show(<ExpiredConsent back={back} />, { status: 410 });
    if (visit.fields.get("decision") !== "permitir") return awayTo(back);

    const scopes = visit.fields.getAll("permiso");
    const isOffered =
      scopes.every((scope) => offer.scopes.includes(scope)) &&
      visit.fields.getAll("conexion").every((id) => offer.connections.includes(id));
    if (!isOffered) return visit.show(<BrokenConsent />, { status: 400 });
    const { organizationId } = offer;
    const membership = (await listMemberships(deps, visit.person.userId)).find(
      (one) => one.organizationId === organizationId,
    );
    if (membership === undefined) return visit.show(<BrokenConsent />, { status: 400 });
    const query = new URLSearchParams(offer.query);
    const asked = { request, membership, query, wanted: searchOf(visit.page) };
    if (scopes.length === 0) return show(visit, asked, <NoScope />);
    const ctx = contextOf(visit, organizationId);
    const limit = wantedLimit(visit.fields, await limitNow(ctx, request));
    if (limit.kind === "unclear") return show(visit, asked, <UnclearLimit />);
    const { connections } = limit;
    if (connections?.length === 0) return show(visit, asked, <NoConnection />);
    if (scopes.some((scope) => scope.endsWith(":write")) && !isFresh(visit.person, clock.now())) {
      return signInAgain(visit, deps, { ...visit, page: pathOf(asked) });
    }
    return agree(visit, { request, membership, number: offer.number, scopes, connections, back });
  });

  async function show(
    visit: PersonRequest,
    asked: Asked,
    note?: ReturnType<typeof NoScope>,
  ): Promise<Response> {
    const { request, membership, query, wanted } = asked;
    const { organizationId, organizationName: name } = membership;
    const offered = request.scopes.filter((scope) => mayGrant(membership, scope));
    const ctx = contextOf(visit, organizationId);
    const connections = await namedConnections(ctx, deps.catalogue);
    const limit = await limitNow(ctx, request);
    const shown = offeredConnections(connections, limit, wanted);
    const names = new Map(connections.map(({ id, nombre }) => [id, nombre]));
    const redirect = shownRedirect(request.redirectUri);
    const offer = sealOffer(secret, clock.now(), {
      sessionId: visit.person.sessionId,
      organizationId,
      query: query.toString(),
      scopes: offered,
      connections: shown.shown.map(({ id }) => id),
    });
    const memberships = await listMemberships(deps, visit.person.userId);
    const page = (
      <ConsentPage
        client={request.client}
        redirectHost={redirect.host}
        isLoopback={isLoopbackRedirect(request.redirectUri)}
        organization={{ name, others: memberships.length > 1 ? choicePath(query) : null }}
        systems={systemsOf(await deps.catalogue.whole(), offered)}
        withheld={request.scopes.filter((scope) => !offered.includes(scope))}
        connections={shown}
        limit={limit}
        limitNow={limit === null ? null : limitText(limit, names)}
        search={{ action: consentPath, wanted, kept: addressOf(asked) }}
        seal={visit.seal(consentPath)}
        offer={offer}
        note={note}
      />
    );
    // Browsers apply the form's policy to its answer's redirect too.
    const options = { formsGoTo: [redirect.source], status: note === undefined ? 200 : 422 };
    return visit.show(page, options);
  }

  interface Agreed {
    request: AuthorizationRequest;
    membership: Membership;
    number: string;
    scopes: string[];
    connections: string[] | null;
    back: string;
  }

  async function agree(visit: PersonRequest & Posted, agreed: Agreed): Promise<Response> {
    const { request, membership, scopes } = agreed;
    const { organizationId, organizationName } = membership;
    const ctx = contextOf(visit, organizationId);
    const record = recorder(visit, deps, formRules);
    const given = { ...agreed, person: visit.person, organizationName };
    const answer = await giveConsent(ctx, given, ({ db }) => record({ db, organizationId }));
    if (answer.kind === "used") {
      return visit.show(<UsedConsent back={agreed.back} />, { status: 409 });
    }
    deps.sendLater({ organizationId, id: answer.mailId });
    const rules = await rulesOf(deps);
    const whole = request.client.mayRefresh ? ["offline_access"] : [];
    const query = queryOf({ ...request, scopes: [...request.scopes, ...whole] }, rules);
    const { grantId } = answer;
    return awayTo(
      await auth.giveCode(
        { query, scopes: [...scopes, ...whole], grantId },
        visit.c.req.raw.headers,
      ),
    );
  }

  function contextOf({ person: { userId }, requestId }: PersonRequest, id: string): ConsentContext {
    const { db, log, vault } = deps;
    return { db, clock, log, vault, organization: { id }, actor: actors.member(userId), requestId };
  }
}

const choicePath = (query: URLSearchParams): string => `${consentPath}?${query.toString()}`;

/** What a person looks at: the request, in an organization, and the search among its connections. */
interface Asked {
  request: AuthorizationRequest;
  membership: Membership;
  query: URLSearchParams;
  wanted: string;
}

function addressOf({ query, membership }: Asked): URLSearchParams {
  return new URLSearchParams([...query, ["org", membership.organizationId]]);
}

function pathOf(asked: Asked): string {
  const whole = addressOf(asked);
  if (asked.wanted !== "") whole.set(searchField, asked.wanted);
  return `${consentPath}?${whole.toString()}`;
}

/** The limit of the client's existing access; null: all connections, or no access yet. */
async function limitNow(
  ctx: ConsentContext,
  { client }: AuthorizationRequest,
): Promise<string[] | null> {
  const grants = await listGrants(ctx, { userId: ctx.actor.id });
  return grants.find((grant) => grant.client.id === client.id)?.connections ?? null;
}

function NoScope() {
  return (
    <Note title="No marcaste ningún permiso">
      <p>Marca al menos uno, o elige «No dar acceso».</p>
    </Note>
  );
}

function NoConnection() {
  return (
    <Note title="No marcaste ninguna conexión">
      <p>Marca al menos una, o elige «Todas».</p>
    </Note>
  );
}
