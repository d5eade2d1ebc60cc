import * as z from "zod";
import { endGrant, listGrants, narrowGrant, type Grant } from "#lib/identity/index.ts";
import type { DashboardDeps } from "../../deps.ts";
import { goTo } from "../../request/answer.ts";
import type { Frame } from "../../frame/frame.tsx";
import { listQuery, rowsWithForms } from "../../frame/list-query.ts";
import { personNav, type MemberRequest } from "../../request/page-request.ts";
import { idIn } from "../../frame/path-ids.ts";
import {
  ApplicationPage,
  ApplicationsPage,
  applicationsPath,
} from "../../pages/access/applications-page.tsx";
import { ConflictPage, formOf } from "../../pages/parts/conflict-page.tsx";
import { Done, versionField } from "../../pages/parts/parts.tsx";
import { searchIn, UnclearLimit } from "../../pages/parts/permission-ticks.tsx";
import { offeredConnections, tickedLimit } from "../../texts/offered-connections.ts";
import { limitText } from "../../texts/permissions.ts";
import { plainText } from "../../texts/words.ts";
import { showMissing } from "../found.tsx";
import { connectionNames, namedConnections } from "../named-connections.ts";

const list = "/dashboard/:org/aplicaciones";
const one = `${list}/:grant`;

/** What agents may do for people here: owners and admins see all of it, a member their own. */
export function applicationRoutes({ member }: Frame, deps: DashboardDeps): void {
  member.get(list, async (visit) => {
    const { organizationId } = visit.membership;
    const { place, next, first } = listQuery(visit, z.object({}));
    const all = await grantsFor(visit);
    const from = all.findIndex(({ id }) => id === place?.[0]) + 1;
    const grants = all.slice(from, from + rowsWithForms);
    const last = from + rowsWithForms < all.length ? grants.at(-1) : undefined;
    const page = (
      <ApplicationsPage
        nav={personNav(visit)}
        organizationId={organizationId}
        grants={grants}
        next={next(last === undefined ? null : [last.id])}
        first={first}
        connections={await connectionNames(visit.ctx, visit.ctx.catalogue)}
        mcpUrl={new URL("/mcp", deps.baseUrl).href}
        note={noteOf(visit.note)}
      />
    );
    return visit.show(page);
  });

  member.get(one, async (visit) => {
    const grant = (await grantsFor(visit)).find(({ id }) => id === idIn(visit, "grant"));
    if (grant === undefined) return showMissing(visit);
    return visit.show(await onePage(visit, grant, noteOf(visit.note)));
  });

  member.post(one, { verb: "narrow_grant" }, async (visit) => {
    const { ctx, fields } = visit;
    const grant = (await grantsFor(visit)).find(({ id }) => id === idIn(visit, "grant"));
    if (grant !== undefined && fields.has("todas") && fields.has("conexion")) {
      return visit.show(await onePage(visit, grant, <UnclearLimit />), { status: 422 });
    }
    const wanted = {
      scopes: fields.getAll("permiso"),
      connections: fields.has("todas") ? null : tickedLimit(fields, grant?.connections),
    };
    const { scopes, connections } = wanted;
    const narrowed = await narrowGrant(ctx, idIn(visit, "grant"), {
      scopes,
      ...(connections !== null && { connections }),
      version: fields.get(versionField) ?? "",
    });
    switch (narrowed.kind) {
      case "changed":
        return goTo(`${pathOf(visit)}?nota=guardada`);
      case "stale":
        return visit.show(await conflictPage(visit, narrowed.grant, wanted), { status: 409 });
    }
  });

  member.post(`${one}/terminar`, { verb: "end_grant" }, async (visit) => {
    await endGrant(visit.ctx, idIn(visit, "grant"));
    return goTo(`${applicationsPath(visit.membership.organizationId)}?nota=terminada`);
  });

  async function onePage(visit: MemberRequest, grant: Grant, note: ReturnType<typeof noteOf>) {
    const known = await namedConnections(visit.ctx, visit.ctx.catalogue);
    // Only connections that it has can be removed.
    const had = known.filter(({ id }) => grant.connections?.includes(id) ?? true);
    const wanted = searchIn(visit);
    return (
      <ApplicationPage
        nav={personNav(visit)}
        organizationId={visit.membership.organizationId}
        grant={grant}
        offered={offeredConnections(had, grant.connections, wanted)}
        wanted={wanted}
        seal={visit.seal}
        note={note}
      />
    );
  }

  function grantsFor(visit: MemberRequest): Promise<Grant[]> {
    const isOwn = visit.membership.role === "member";
    return listGrants(visit.ctx, isOwn ? { userId: visit.person.userId } : {});
  }

  /** Connections removed meanwhile are in neither list: only a new consent restores them. */
  async function conflictPage(visit: MemberRequest, now: Grant, wanted: Limits) {
    const names = await connectionNames(visit.ctx, visit.ctx.catalogue);
    const yours = {
      scopes: wanted.scopes.filter((scope) => now.scopes.includes(scope)),
      connections: bothOf(wanted.connections, now.connections),
    };
    const fields = formOf("permiso", yours.scopes);
    if (yours.connections === null) fields.set("todas", "si");
    for (const id of yours.connections ?? []) fields.append("conexion", id);
    const line = (scopes: readonly string[]) => scopes.toSorted().join(" ") || "ninguno";
    const limit = (ids: readonly string[] | null) => limitText(ids, names);
    const action = pathOf(visit);
    return (
      <ConflictPage
        nav={personNav(visit)}
        title={plainText(now.client.name)}
        values={[
          { label: "Permisos", now: line(now.scopes), yours: line(yours.scopes) },
          { label: "Conexiones", now: limit(now.connections), yours: limit(yours.connections) },
        ]}
        back={action}
        again={{ action, seal: visit.seal(action), version: now.version, fields }}
      />
    );
  }
}

interface Limits {
  scopes: string[];
  /** Null: all. */
  connections: string[] | null;
}

function bothOf(some: string[] | null, others: string[] | null): string[] | null {
  if (some === null) return others;
  return others === null ? some : some.filter((id) => others.includes(id));
}

function pathOf(visit: MemberRequest): string {
  const { organizationId } = visit.membership;
  return `${applicationsPath(organizationId)}/${encodeURIComponent(idIn(visit, "grant"))}`;
}

function noteOf(name: string | undefined) {
  if (name === "guardada") return <Done>Guardado. Vale desde la próxima llamada.</Done>;
  if (name === "terminada") return <Done>El acceso terminó.</Done>;
  return undefined;
}
