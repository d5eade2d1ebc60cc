import { listConnections } from "#lib/connections/index.ts";
import { endGrant, listGrants, narrowGrant, type Grant } from "#lib/identity/index.ts";
import type { DashboardDeps } from "../deps.ts";
import { goTo } from "../frame/answer.ts";
import type { Frame } from "../frame/frame.tsx";
import { personNav, type MemberRequest } from "../frame/page-request.ts";
import {
  ApplicationPage,
  ApplicationsPage,
  applicationsPath,
} from "../pages/applications-page.tsx";
import { MissingPage } from "../pages/message-pages.tsx";
import { Done } from "../pages/parts.tsx";

const list = "/dashboard/:org/aplicaciones";
const one = `${list}/:grant`;

/** What agents may do for people here: all of it for owners and admins, one's own for a member. */
export function applicationRoutes({ member }: Frame, deps: DashboardDeps): void {
  member.get(list, async (visit) => {
    const { organizationId } = visit.membership;
    const page = (
      <ApplicationsPage
        nav={personNav(visit)}
        organizationId={organizationId}
        grants={await grantsFor(visit)}
        connections={await connectionNames(visit)}
        mcpUrl={new URL("/mcp", deps.baseUrl).href}
        note={noteOf(visit.c.req.query("nota"))}
      />
    );
    return visit.show(page);
  });

  member.get(one, async (visit) => {
    const grant = (await grantsFor(visit)).find(({ id }) => id === idIn(visit));
    if (grant === undefined) return visit.show(<MissingPage />, { status: 404 });
    const page = (
      <ApplicationPage
        nav={personNav(visit)}
        organizationId={visit.membership.organizationId}
        grant={grant}
        connections={await connectionNames(visit)}
        seal={visit.seal}
        note={noteOf(visit.c.req.query("nota"))}
      />
    );
    return visit.show(page);
  });

  member.post(one, { verb: "narrow_grant" }, async (visit) => {
    const { ctx, fields } = visit;
    const connections = fields.has("todas") ? undefined : fields.getAll("conexion");
    const narrower = {
      scopes: fields.getAll("permiso"),
      ...(connections !== undefined && { connections }),
    };
    const id = idIn(visit);
    await narrowGrant(ctx, id, narrower);
    const { organizationId } = visit.membership;
    return goTo(`${applicationsPath(organizationId)}/${encodeURIComponent(id)}?nota=guardada`);
  });

  member.post(`${one}/terminar`, { verb: "end_grant" }, async (visit) => {
    await endGrant(visit.ctx, idIn(visit));
    return goTo(`${applicationsPath(visit.membership.organizationId)}?nota=terminada`);
  });

  function grantsFor(visit: MemberRequest): Promise<Grant[]> {
    const isOwn = visit.membership.role === "member";
    return listGrants(visit.ctx, isOwn ? { userId: visit.person.userId } : {});
  }

  async function connectionNames(visit: MemberRequest): Promise<Map<string, string>> {
    const connections = await listConnections(visit.ctx);
    return new Map(connections.map(({ id, nombre }) => [id, nombre]));
  }
}

function idIn({ c }: MemberRequest): string {
  return c.req.param("grant") ?? "";
}

function noteOf(name: string | undefined) {
  if (name === "guardada") return <Done>Guardado. Vale desde la próxima llamada.</Done>;
  if (name === "terminada") return <Done>El acceso terminó.</Done>;
  return undefined;
}
