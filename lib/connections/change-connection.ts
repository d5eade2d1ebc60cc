import { withTx, type Context } from "#lib/db/context.ts";
import { GivenName, requireManager } from "#lib/identity/index.ts";
import { logDone } from "#lib/kernel/done-acts.ts";
import { validationError, type Issue } from "#lib/kernel/errors/index.ts";
import { connections } from "./connections.sql.ts";
import { noSuchConnection } from "./find-connection.ts";
import { ownConnection, toDetail, type ConnectionDetail } from "./find-detail.ts";
import { shownColumns, type ConnectionRow } from "./list-connections.ts";
import { isNarrowerConnection, type ConnectionRights } from "./narrow-connection.ts";

interface ConnectionEdit {
  nombre: string;
  enabled: boolean;
  /** What it allows every caller: `<system>:read`, `<system>:write`. */
  scopes: readonly string[];
  alcances: readonly string[];
  /** What the system offers, from its manifest. */
  offered: readonly string[];
  /** The version that was shown. */
  version: string;
}

type ConnectionEdited =
  | { kind: "changed"; connection: ConnectionDetail }
  /** Somebody changed it since it was shown: this is its present state. */
  | { kind: "stale"; connection: ConnectionDetail };

/**
 * Changes its name, whether it is enabled, and what it allows, from the next call on. Its company
 * never changes.
 */
export async function changeConnection(
  ctx: Context,
  id: string,
  edit: ConnectionEdit,
): Promise<ConnectionEdited> {
  const [edited, left] = await withTx(
    ctx,
    async (tx): Promise<[ConnectionEdited, ConnectionRights | null]> => {
      await requireManager(tx);
      const own = ownConnection(tx, id);
      const [row] = await tx.db.orm
        .select(shownColumns)
        .from(connections)
        .where(own)
        .for("no key update");
      if (row === undefined) throw noSuchConnection();
      const connection = toDetail(row);
      if (connection.version !== edit.version) return [{ kind: "stale", connection }, null];
      const issues = issuesOf(edit, row.connector);
      if (issues.length > 0) throw validationError(issues);
      const [changed = row] = await tx.db.orm
        .update(connections)
        .set({
          nombre: GivenName.parse(edit.nombre),
          scopes: [...new Set(edit.scopes)],
          alcances: [...new Set(edit.alcances)],
          disabledAt: edit.enabled ? null : (row.disabledAt ?? tx.clock.now()),
        })
        .where(own)
        .returning(shownColumns);
      const after = rightsOf(changed);
      const answer = { kind: "changed", connection: toDetail(changed) } as const;
      return [answer, isNarrowerConnection(after, rightsOf(row)) ? after : null];
    },
  );
  if (left !== null) logDone(ctx.log, { act: "connection.narrowed", subject: id, left });
  return edited;
}

function rightsOf({ scopes, alcances, disabledAt }: ConnectionRow): ConnectionRights {
  return { scopes, alcances, enabled: disabledAt === null };
}

function issuesOf({ nombre, scopes, alcances, offered }: ConnectionEdit, connector: string) {
  const issues: Issue[] = [];
  if (!GivenName.safeParse(nombre).success) {
    issues.push({
      path: ["nombre"],
      code: nombre.trim() === "" ? "too_short" : "too_long",
      message: "From 1 to 120 characters",
    });
  }
  const ownScopes = [`${connector}:read`, `${connector}:write`];
  for (const scope of scopes.filter((one) => !ownScopes.includes(one))) {
    issues.push({
      path: ["scopes"],
      code: "invalid_choice",
      message: `Not a scope of it: ${scope}`,
    });
  }
  for (const alcance of alcances.filter((one) => !offered.includes(one))) {
    const message = `Not a module of ${connector}: ${alcance}`;
    issues.push({ path: ["alcances"], code: "invalid_choice", message });
  }
  return issues;
}
