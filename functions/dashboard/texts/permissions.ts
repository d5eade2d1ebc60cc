import type { Catalogue } from "#lib/tools/catalogue.ts";

/** What a scope lets an agent do, in words that a person can decide by. */
export interface Permission {
  scope: string;
  title: string;
  /** Of one that acts: each thing that it can do. */
  does: string[];
  acts: boolean;
}

interface System {
  name: string;
  permissions: Permission[];
}

/** The scopes of a request, by the system that they are of, in the catalogue's order. */
export function systemsOf(catalogue: Catalogue, scopes: readonly string[]): System[] {
  const bySystem = Map.groupBy(scopes, (scope) => scope.split(":")[0] ?? scope);
  return [...bySystem].map(([id, own]) => ({
    name: id === "webhooks" ? "Avisos por webhook" : (catalogue.manifestOf(id)?.name ?? id),
    permissions: own.map((scope) => permissionOf(catalogue, id, scope)),
  }));
}

function permissionOf(catalogue: Catalogue, system: string, scope: string): Permission {
  const acts = scope.endsWith(":write");
  if (system === "webhooks") {
    const title = acts
      ? "Crear y cambiar a qué direcciones se avisa"
      : "Ver a qué direcciones se avisa y qué se entregó";
    return { scope, title, does: [], acts };
  }
  if (!acts) return { scope, title: "Leer sus datos y sincronizarlos", does: [], acts };
  const does = catalogue.tools
    .filter(({ connector, effect }) => connector === system && effect === "destructive")
    .map(({ title }) => title);
  return { scope, title: "Actuar, sin vuelta atrás", does, acts };
}
