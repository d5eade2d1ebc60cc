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
  return { scope, title: scopeText(scope), does, acts };
}

export function isActing(scope: string): boolean {
  return scope.endsWith(":write");
}

/** What a system's scope allows. */
export function scopeText(scope: string): string {
  return isActing(scope) ? "Actuar, sin vuelta atrás" : "Leer sus datos y sincronizarlos";
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
