import { syncableOf, type Manifest } from "#lib/contract/index.ts";
import type { Catalogue } from "#lib/tools/catalogue.ts";
import { plainText } from "./words.ts";

/** What a scope lets an agent do, in words that a person can decide by. */
interface Permission {
  scope: string;
  title: string;
  /** Each thing that it can do other than reading. */
  does: string[];
  acts: boolean;
}

export type ConnectionPermission = Omit<Permission, "does">;

interface System {
  name: string;
  permissions: Permission[];
}

/** The scopes of a request by system, in the catalogue's order. */
export function systemsOf(catalogue: Catalogue, scopes: readonly string[]): System[] {
  const bySystem = Map.groupBy(scopes, (scope) => scope.split(":")[0] ?? scope);
  return [...bySystem].map(([id, own]) => ({
    name: id === "webhooks" ? "Avisos por webhook" : (catalogue.manifestOf(id)?.name ?? id),
    permissions: own.map((scope) => permissionOf(catalogue, id, scope)),
  }));
}

/** What a system's connections can allow, of the scopes that have tools. */
export function permissionsOf(
  system: Manifest,
  offered: readonly string[],
): ConnectionPermission[] {
  return [`${system.id}:read`, `${system.id}:write`]
    .filter((scope) => offered.includes(scope))
    .map((scope) => ({ scope, title: titleOf(scope, system), acts: isActing(scope) }));
}

function permissionOf(catalogue: Catalogue, system: string, scope: string): Permission {
  const acts = isActing(scope);
  if (system === "webhooks") {
    const title = acts
      ? "Crear y cambiar a qué direcciones se avisa"
      : "Ver a qué direcciones se avisa y qué se entregó";
    return { scope, title, does: [], acts };
  }
  const does = catalogue.tools
    .filter(({ connector, needsWrite }) => connector === system && needsWrite === acts)
    .filter(({ effect }) => effect === "write" || effect === "destructive")
    .map(({ title }) => title);
  return { scope, title: titleOf(scope, catalogue.manifestOf(system)), does, acts };
}

/** What a system's scope allows; some have nothing to sync. */
function titleOf(scope: string, system: Manifest | null): string {
  if (isActing(scope)) return "Actuar, sin vuelta atrás";
  const isSynced = syncableOf(system?.alcances ?? []).length > 0;
  return isSynced ? "Leer sus datos y sincronizarlos" : "Leer sus datos";
}

function isActing(scope: string): boolean {
  return scope.endsWith(":write");
}

const mostNamed = 20;

/** The names of the connections that a credential is limited to. */
export function limitText(
  limit: readonly string[] | null,
  names: ReadonlyMap<string, string>,
): string {
  if (limit === null) return "todas, también las que vengan";
  if (limit.length === 0) return "ninguna";
  const told = limit.slice(0, mostNamed).map((id) => plainText(names.get(id) ?? id));
  const more = limit.length - told.length;
  return more === 0 ? told.join(", ") : `${told.join(", ")} y ${more} más`;
}
