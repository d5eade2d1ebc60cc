import type { Key } from "#lib/identity/index.ts";
import { personNav, type MemberRequest } from "../../request/page-request.ts";
import { ConflictPage, formOf } from "../../pages/parts/conflict-page.tsx";
import { keyPath } from "../../pages/access/keys-page.tsx";
import { limitText } from "../../texts/permissions.ts";
import { plainText } from "../../texts/words.ts";
import { connectionNames } from "../named-connections.ts";

/** The key's scopes or connections were changed since the form was shown. */
export function scopesConflict(visit: MemberRequest, key: Key, wanted: readonly string[]) {
  const text = (scopes: readonly string[]) => scopes.toSorted().join(" ") || "nada";
  const value = { label: "Puede", now: text(key.scopes), yours: text(wanted.map(plainText)) };
  const fields = formOf("permiso", wanted);
  return conflictPage(visit, key, { form: "permisos", value, fields });
}

export async function limitConflict(
  visit: MemberRequest,
  key: Key,
  wanted: readonly string[] | null,
) {
  const names = await connectionNames(visit.ctx, visit.ctx.catalogue);
  const text = (limit: readonly string[] | null) => limitText(limit, names);
  const value = { label: "Conexiones", now: text(key.connections), yours: text(wanted) };
  const fields = formOf("conexion", wanted ?? []);
  fields.set("conexiones", wanted === null ? "todas" : "algunas");
  return conflictPage(visit, key, { form: "conexiones", value, fields });
}

interface KeyConflict {
  form: "permisos" | "conexiones";
  value: { label: string; now: string; yours: string };
  fields: URLSearchParams;
}

function conflictPage(visit: MemberRequest, key: Key, { form, value, fields }: KeyConflict) {
  const path = keyPath(visit.membership.organizationId, key);
  const action = `${path}/${form}`;
  return (
    <ConflictPage
      nav={personNav(visit)}
      title={plainText(key.name)}
      values={[value]}
      back={path}
      again={{ action, seal: visit.seal(action), version: key.version, fields }}
    />
  );
}
