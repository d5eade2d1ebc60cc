import * as z from "zod";
import { callsOfActors } from "#lib/audit/index.ts";
import { listKeys, type Key } from "#lib/identity/index.ts";
import { listQuery } from "../../frame/list-query.ts";
import { personNav, type MemberRequest } from "../../request/page-request.ts";
import { KeyPage } from "../../pages/access/key-page.tsx";
import { KeysPage } from "../../pages/access/keys-page.tsx";
import { NewKeyPage } from "../../pages/access/new-key-page.tsx";
import { Done } from "../../pages/parts/parts.tsx";
import { searchIn } from "../../pages/parts/permission-ticks.tsx";
import { modelOf } from "../../texts/keys.ts";
import { offeredConnections } from "../../texts/offered-connections.ts";
import { systemsOf } from "../../texts/permissions.ts";
import { isManager } from "../found.tsx";
import { namedConnections } from "../named-connections.ts";

const countedDays = 30;

const Filters = z.object({ estado: z.enum(["terminadas"]).optional() });

export async function showKeys(visit: MemberRequest): Promise<Response> {
  const { ctx } = visit;
  const query = listQuery(visit, Filters);
  const isEnded = query.filters.estado !== undefined;
  const after = query.place?.[0];
  const { keys, next } = await listKeys(ctx, { ended: isEnded, after });
  const ids = keys.map(({ id }) => id);
  const page = (
    <KeysPage
      nav={personNav(visit)}
      organizationId={visit.membership.organizationId}
      keys={keys}
      calls={await callsOfActors(ctx, ids, countedDays)}
      isEnded={isEnded}
      next={query.next(next === null ? null : [next])}
      first={query.first}
      mayCreate={isManager(visit)}
      now={ctx.clock.now()}
      note={noteOf(visit.note)}
    />
  );
  return visit.show(page);
}

/** The form that makes a key, and why it did not make one. */
export async function showNewKey(
  visit: MemberRequest,
  refused?: Pick<Parameters<typeof NewKeyPage>[0], "problem" | "note">,
): Promise<Response> {
  const { ctx } = visit;
  const catalogue = await ctx.catalogue.whole();
  const page = (
    <NewKeyPage
      nav={personNav(visit)}
      organizationId={visit.membership.organizationId}
      systems={systemsOf(catalogue, await ctx.scopes())}
      offered={offeredConnections(await namedConnections(ctx, ctx.catalogue), null, "")}
      model={modelOf(visit.c.req.query("modelo"))}
      seal={visit.seal}
      {...refused}
    />
  );
  return visit.show(page, { status: refused === undefined ? 200 : 422 });
}

/** One key, and why the requested change did not happen. */
export async function showKey(
  visit: MemberRequest,
  key: Key,
  refused?: Pick<Parameters<typeof KeyPage>[0], "isMistyped" | "note">,
): Promise<Response> {
  const { ctx } = visit;
  const connections = await namedConnections(ctx, ctx.catalogue);
  const calls = await callsOfActors(ctx, [key.id], countedDays);
  const wanted = searchIn(visit);
  const given = [...new Set([...(await ctx.scopes()), ...key.scopes])];
  const page = (
    <KeyPage
      nav={personNav(visit)}
      organizationId={visit.membership.organizationId}
      itsKey={key}
      calls={calls.get(key.id) ?? 0}
      connections={new Map(connections.map(({ id, nombre }) => [id, nombre]))}
      offered={offeredConnections(connections, key.connections, wanted)}
      wanted={wanted}
      systems={isManager(visit) ? systemsOf(await ctx.catalogue.whole(), given) : null}
      seal={visit.seal}
      now={ctx.clock.now()}
      {...(refused ?? { note: noteOf(visit.note) })}
    />
  );
  return visit.show(page, { status: refused === undefined ? 200 : 422 });
}

function noteOf(name: string | undefined) {
  if (name === "cambiada") return <Done>Guardado. Vale desde la próxima llamada.</Done>;
  if (name === "revocada") return <Done>La clave quedó revocada.</Done>;
  return undefined;
}
