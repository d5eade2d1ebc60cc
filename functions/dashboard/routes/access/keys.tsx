import { changeKey, findKey, revokeKey, type Key } from "#lib/identity/index.ts";
import { AppError } from "#lib/kernel/errors/index.ts";
import { goTo } from "../../request/answer.ts";
import type { Frame } from "../../frame/frame.tsx";
import { personNav, type MemberRequest } from "../../request/page-request.ts";
import { idIn } from "../../frame/path-ids.ts";
import { KeyDifferencePage } from "../../pages/access/key-page.tsx";
import { keyPath, keysPath } from "../../pages/access/keys-page.tsx";
import { versionField } from "../../pages/parts/parts.tsx";
import { UnclearLimit } from "../../pages/parts/permission-ticks.tsx";
import { isTyped } from "../../pages/parts/typed-confirm.tsx";
import { wantedLimit } from "../../texts/offered-connections.ts";
import { plainText } from "../../texts/words.ts";
import { isManager, showMissing } from "../found.tsx";
import { limitConflict, scopesConflict } from "./key-conflicts.tsx";
import { showKey, showKeys, showNewKey } from "./key-views.tsx";
import { makeKey } from "./make-key.tsx";

const list = "/dashboard/:org/claves";
const one = `${list}/:key`;

export function keyRoutes({ member }: Frame): void {
  member.get(list, showKeys);

  member.get(`${list}/nueva`, async (visit) => {
    if (!isManager(visit)) throw new AppError("forbidden");
    return showNewKey(visit);
  });

  const creating = { verb: "create_key", fresh: true, once: listAbove } as const;
  member.post(`${list}/nueva`, creating, makeKey);

  member.get(one, async (visit) => {
    const key = await findKey(visit.ctx, idIn(visit, "key"));
    return key === null ? showMissing(visit) : showKey(visit, key);
  });

  member.get(`${one}/permisos`, async (visit) => {
    const key = await findKey(visit.ctx, idIn(visit, "key"));
    if (key === null) return showMissing(visit);
    if (!isManager(visit)) throw new AppError("forbidden");
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
    const key = await findKey(ctx, idIn(visit, "key"));
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
    const key = await findKey(ctx, idIn(visit, "key"));
    if (key === null) return showMissing(visit);
    const limit = wantedLimit(fields, key.connections);
    if (limit.kind === "unclear") return showKey(visit, key, { note: <UnclearLimit /> });
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
    const key = await findKey(visit.ctx, idIn(visit, "key"));
    if (key === null) return showMissing(visit);
    if (isManager(visit) && !isTyped(visit.fields, plainText(key.name))) {
      return showKey(visit, key, { isMistyped: true });
    }
    await revokeKey(visit.ctx, key.id);
    return goTo(`${keysPath(visit.membership.organizationId)}?nota=revocada`);
  });
}

/** The list, whose page has the form that makes a key. */
function listAbove(path: string): string {
  return path.slice(0, path.lastIndexOf("/"));
}

function pathOf({ membership }: MemberRequest, key: Key): string {
  return keyPath(membership.organizationId, key);
}
