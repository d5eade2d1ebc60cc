import * as z from "zod";
import { callsOfActors } from "#lib/audit/index.ts";
import { listConnections } from "#lib/connections/index.ts";
import {
  changeKey,
  createKey,
  findKey,
  listKeys,
  NewKey,
  revokeKey,
  type Key,
} from "#lib/identity/index.ts";
import { AppError } from "#lib/kernel/errors/index.ts";
import type { DashboardDeps } from "../deps.ts";
import { goTo } from "../frame/answer.ts";
import type { Frame } from "../frame/frame.tsx";
import { listQuery } from "../frame/list-query.ts";
import { personNav, type MemberRequest } from "../frame/page-request.ts";
import { KeyDifferencePage, KeyPage } from "../pages/key-page.tsx";
import { keyPath, KeysPage, keysPath } from "../pages/keys-page.tsx";
import { MadeKeyPage, NewKeyPage } from "../pages/new-key-page.tsx";
import { Done, versionField } from "../pages/parts.tsx";
import { searchIn, UnclearLimit } from "../pages/permission-ticks.tsx";
import { isTyped } from "../pages/typed-confirm.tsx";
import { boundOrThrow } from "../texts/bounds.ts";
import { curlOf, keyTerms, modelOf, usualTerm } from "../texts/keys.ts";
import { offeredConnections, wantedLimit } from "../texts/offered-connections.ts";
import { systemsOf } from "../texts/permissions.ts";
import { plainText } from "../texts/words.ts";
import { limitConflict, scopesConflict } from "./key-conflicts.tsx";
import { showMissing } from "./found.tsx";

const list = "/dashboard/:org/claves";
const one = `${list}/:key`;
const countedDays = 30;
const dayMs = 24 * 3_600_000;

const Filters = z.object({ estado: z.enum(["terminadas"]).optional() });

export function keyRoutes({ member }: Frame, deps: DashboardDeps): void {
  member.get(list, async (visit) => {
    const query = listQuery(visit, Filters);
    const isEnded = query.filters.estado !== undefined;
    const after = query.place?.[0];
    const { keys, next } = await listKeys(visit.ctx, { ended: isEnded, after });
    const ids = keys.map(({ id }) => id);
    const page = (
      <KeysPage
        nav={personNav(visit)}
        organizationId={visit.membership.organizationId}
        keys={keys}
        calls={await callsOfActors(visit.ctx, ids, countedDays)}
        isEnded={isEnded}
        next={query.next(next === null ? null : [next])}
        first={query.first}
        mayCreate={managesKeys(visit)}
        now={deps.clock.now()}
        note={noteOf(visit.note)}
      />
    );
    return visit.show(page);
  });

  member.get(`${list}/nueva`, async (visit) => {
    if (!managesKeys(visit)) throw new AppError("forbidden");
    return visit.show(await newPage(visit));
  });

  const creating = { verb: "create_key", fresh: true, once: listAbove } as const;
  member.post(`${list}/nueva`, creating, async (visit) => {
    const { ctx, fields } = visit;
    const limit = wantedLimit(fields);
    if (limit.kind === "unclear") {
      return visit.show(await newPage(visit, { note: <UnclearLimit /> }), { status: 422 });
    }
    const input = inputOf(fields, limit.connections, deps.clock.now());
    if (input === null) {
      const problem = "Escribe un nombre, de hasta 120 caracteres.";
      return visit.show(await newPage(visit, { problem }), { status: 422 });
    }
    const made = await createKey(ctx, input).catch(boundOrThrow);
    if (typeof made === "string") {
      return visit.show(await newPage(visit, { problem: made }), { status: 422 });
    }
    const { id, key, mailIds } = made;
    const { organizationId } = visit.membership;
    for (const mailId of mailIds) ctx.sendLater({ organizationId, id: mailId });
    const { tools } = await deps.catalogue.whole();
    const known = await listConnections(ctx);
    const connections = known.filter(({ id: own }) => input.connections?.includes(own) ?? true);
    const curl = curlOf({ baseUrl: deps.baseUrl, key, scopes: input.scopes, tools, connections });
    const nav = personNav(visit);
    return visit.show(<MadeKeyPage {...{ nav, organizationId, id, text: key, curl }} />);
  });

  member.get(one, async (visit) => {
    const key = await findKey(visit.ctx, idIn(visit));
    return key === null
      ? showMissing(visit)
      : visit.show(await keyPage(visit, key, { note: noteOf(visit.note) }));
  });

  member.get(`${one}/permisos`, async (visit) => {
    const key = await findKey(visit.ctx, idIn(visit));
    if (key === null) return showMissing(visit);
    if (!managesKeys(visit)) throw new AppError("forbidden");
    const wanted = [...new Set(visit.c.req.queries("permiso"))].map(plainText);
    const { organizationId } = visit.membership;
    const { seal } = visit;
    const nav = personNav(visit);
    return visit.show(
      <KeyDifferencePage {...{ nav, organizationId, itsKey: key, wanted, seal }} />,
    );
  });

  member.post(`${one}/permisos`, { verb: "change_key", fresh: true }, async (visit) => {
    const { ctx, fields } = visit;
    const key = await findKey(ctx, idIn(visit));
    if (key === null) return showMissing(visit);
    const scopes = fields.getAll("permiso");
    const version = fields.get(versionField) ?? "";
    const changed = await changeKey(ctx, key.id, { scopes, version });
    switch (changed.kind) {
      case "changed":
        return goTo(`${pathOf(visit, key)}?nota=cambiada`);
      case "stale":
        return visit.show(scopesConflict(visit, changed.key, scopes), { status: 409 });
    }
  });

  member.post(`${one}/conexiones`, { verb: "change_key", fresh: true }, async (visit) => {
    const { ctx, fields } = visit;
    const key = await findKey(ctx, idIn(visit));
    if (key === null) return showMissing(visit);
    const limit = wantedLimit(fields, key.connections);
    if (limit.kind === "unclear") {
      return visit.show(await keyPage(visit, key, { note: <UnclearLimit /> }), { status: 422 });
    }
    const { connections } = limit;
    const version = fields.get(versionField) ?? "";
    const changed = await changeKey(ctx, key.id, { connections, version });
    switch (changed.kind) {
      case "changed":
        return goTo(`${pathOf(visit, key)}?nota=cambiada`);
      case "stale":
        return visit.show(await limitConflict(visit, changed.key, connections), { status: 409 });
    }
  });

  member.post(`${one}/revocar`, { verb: "revoke_key" }, async (visit) => {
    const key = await findKey(visit.ctx, idIn(visit));
    if (key === null) return showMissing(visit);
    if (managesKeys(visit) && !isTyped(visit.fields, plainText(key.name))) {
      return visit.show(await keyPage(visit, key, { isMistyped: true }), { status: 422 });
    }
    await revokeKey(visit.ctx, key.id);
    return goTo(`${keysPath(visit.membership.organizationId)}?nota=revocada`);
  });

  async function newPage(
    visit: MemberRequest,
    refused: Pick<Parameters<typeof NewKeyPage>[0], "problem" | "note"> = {},
  ) {
    const catalogue = await deps.catalogue.whole();
    return (
      <NewKeyPage
        nav={personNav(visit)}
        organizationId={visit.membership.organizationId}
        systems={systemsOf(catalogue, await deps.scopes())}
        offered={offeredConnections(await listConnections(visit.ctx), null, "")}
        model={modelOf(visit.c.req.query("modelo"))}
        seal={visit.seal}
        {...refused}
      />
    );
  }

  async function keyPage(
    visit: MemberRequest,
    key: Key,
    more: Pick<Parameters<typeof KeyPage>[0], "isMistyped" | "note">,
  ) {
    const connections = await listConnections(visit.ctx);
    const calls = await callsOfActors(visit.ctx, [key.id], countedDays);
    const wanted = searchIn(visit);
    const given = [...new Set([...(await deps.scopes()), ...key.scopes])];
    return (
      <KeyPage
        nav={personNav(visit)}
        organizationId={visit.membership.organizationId}
        itsKey={key}
        calls={calls.get(key.id) ?? 0}
        connections={new Map(connections.map(({ id, nombre }) => [id, nombre]))}
        offered={offeredConnections(connections, key.connections, wanted)}
        wanted={wanted}
        systems={managesKeys(visit) ? systemsOf(await deps.catalogue.whole(), given) : null}
        seal={visit.seal}
        now={deps.clock.now()}
        {...more}
      />
    );
  }
}

/** The typed values; null without a valid name. */
function inputOf(
  fields: URLSearchParams,
  connections: string[] | null,
  now: Date,
): z.output<typeof NewKey> | null {
  const { days } = keyTerms.find(({ value }) => value === fields.get("vence")) ?? usualTerm;
  const input = NewKey.safeParse({
    name: fields.get("nombre") ?? "",
    scopes: [...new Set(fields.getAll("permiso"))],
    connections,
    expiresAt: days === null ? null : new Date(now.getTime() + days * dayMs),
  });
  return input.data ?? null;
}

/** The list, whose page has the form that makes a key. */
function listAbove(path: string): string {
  return path.slice(0, path.lastIndexOf("/"));
}

function managesKeys({ membership: { role } }: MemberRequest): boolean {
  return role !== "member";
}

function pathOf({ membership }: MemberRequest, key: Key): string {
  return keyPath(membership.organizationId, key);
}

function idIn({ c }: MemberRequest): string {
  return c.req.param("key") ?? "";
}

function noteOf(name: string | undefined) {
  if (name === "cambiada") return <Done>Guardado. Vale desde la próxima llamada.</Done>;
  if (name === "revocada") return <Done>La clave quedó revocada.</Done>;
  return undefined;
}
