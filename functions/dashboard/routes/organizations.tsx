import { whatNeedsAPerson } from "#lib/attention/index.ts";
import { listCallDays } from "#lib/audit/index.ts";
import { GivenName } from "#lib/identity/index.ts";
import { foundOrganization, listMemberships } from "#lib/identity/people/index.ts";
import { AppError } from "#lib/kernel/errors/index.ts";
import { listSyncs } from "#lib/sync/index.ts";
import type { DashboardDeps } from "../deps.ts";
import { goTo } from "../request/answer.ts";
import { recorder } from "../frame/carry-out.tsx";
import type { Frame } from "../frame/frame.tsx";
import { personNav, type PersonRequest } from "../request/page-request.ts";
import { readPart } from "../frame/read-part.ts";
import { HomePage } from "../pages/organizations/home-page.tsx";
import { OrganizationsPage } from "../pages/organizations/organizations-page.tsx";
import { nameProblem } from "../texts/problems.ts";
import { personOf } from "./people/invitation.tsx";
import { connectionNames } from "./named-connections.ts";

const path = "/dashboard";
const lastSyncs = 5;

export function organizationRoutes(frame: Frame, deps: DashboardDeps): void {
  const { person, member } = frame;
  const page = async (visit: PersonRequest, name = "", problem: string | null = null) => {
    const nav = personNav(visit);
    return (
      <OrganizationsPage
        nav={nav}
        memberships={await listMemberships(deps, visit.person.userId)}
        createSeal={deps.signUp === "open" ? visit.seal(path) : null}
        name={name}
        problem={problem}
      />
    );
  };

  person.get(path, async (visit) => {
    const memberships = await listMemberships(deps, visit.person.userId);
    const [first, ...others] = memberships;
    const isAsked = visit.c.req.query("todas") !== undefined;
    if (first !== undefined && others.length === 0 && !isAsked) {
      return goTo(`/dashboard/${first.organizationId}`);
    }
    return visit.show(await page(visit));
  });

  const rules = { verb: "create_organization", recorded: "itself", once: () => path } as const;
  person.post(path, rules, async (visit) => {
    if (deps.signUp !== "open") {
      const reason = "organizations are made by the operator of the service";
      throw new AppError("forbidden", { details: { reason } });
    }
    const typed = visit.fields.get("nombre") ?? "";
    const name = GivenName.safeParse(typed);
    if (!name.success) {
      return visit.show(await page(visit, typed, nameProblem), { status: 422 });
    }
    const made = { name: name.data, connectors: deps.catalogue.manifests.map(({ id }) => id) };
    const record = recorder(visit, deps, rules);
    const { id } = await foundOrganization(deps, made, personOf(visit.person), record);
    return goTo(`/dashboard/${id}`);
  });

  member.get("/dashboard/:org", async (visit) => {
    const { ctx, membership } = visit;
    const { organizationId: id, organizationName: name } = membership;
    const connectors = deps.catalogue.manifests.map((system) => system.id);
    const newest = { limit: lastSyncs, after: null };
    const attention = await readPart(ctx.log, "home.needs", () => whatNeedsAPerson(ctx));
    const calls = await readPart(ctx.log, "home.calls", () => listCallDays(ctx, 30));
    const syncs = await readPart(ctx.log, "home.syncs", () =>
      listSyncs(ctx, { connectors }, newest),
    );
    const connections = await readPart(ctx.log, "home.connections", () =>
      connectionNames(ctx, deps.catalogue),
    );
    const page = (
      <HomePage
        nav={personNav(visit)}
        organization={{ id, name }}
        attention={attention}
        syncs={syncs?.jobs ?? null}
        connections={connections ?? new Map()}
        callDays={calls?.days ?? null}
        deletesAt={membership.deletesAt}
        seal={membership.role === "owner" ? visit.seal : null}
        baseUrl={deps.baseUrl}
        now={deps.clock.now()}
      />
    );
    return visit.show(page);
  });
}
