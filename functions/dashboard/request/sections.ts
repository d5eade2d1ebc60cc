import type { Hono } from "hono";
import type { Membership, Role } from "#lib/identity/people/index.ts";

/** A page of an organization in its navigation. */
export interface Section {
  href: string;
  label: string;
  isCurrent: boolean;
}

const managers: readonly Role[] = ["owner", "admin"];

/** All of them, ordered by how often people need them; `for` restricts who sees one. */
const pages: readonly { path: string; label: string; for?: readonly Role[] }[] = [
  { path: "", label: "Inicio" },
  { path: "conexiones", label: "Conexiones" },
  { path: "sincronizaciones", label: "Sincronizaciones" },
  { path: "confirmaciones", label: "Confirmaciones" },
  { path: "emisiones", label: "Emisiones" },
  { path: "honorarios", label: "Honorarios" },
  { path: "carpetas", label: "Carpetas", for: managers },
  { path: "claves", label: "Claves" },
  { path: "aplicaciones", label: "Aplicaciones" },
  { path: "webhooks", label: "Webhooks" },
  { path: "entregas", label: "Entregas" },
  { path: "uso", label: "Uso" },
  { path: "auditoria", label: "Auditoría", for: managers },
  { path: "miembros", label: "Miembros" },
  { path: "organizacion", label: "Organización", for: managers },
];

type SectionsOf = (membership: Membership, at: string) => Section[];

/** Those that the router has and the member's role allows. `at` is the current path. */
export function sectionsOf(app: Hono): SectionsOf {
  return ({ organizationId, role }, at) => {
    const root = `/dashboard/${organizationId}`;
    const routed = new Set(
      app.routes.filter(({ method }) => method === "GET").map(({ path }) => path),
    );
    return pages
      .filter(({ path }) => routed.has(path === "" ? "/dashboard/:org" : `/dashboard/:org/${path}`))
      .filter((page) => page.for === undefined || page.for.includes(role))
      .map(({ path, label }) => {
        const href = path === "" ? root : `${root}/${path}`;
        const isCurrent = at === href || (path !== "" && at.startsWith(`${href}/`));
        return { href, label, isCurrent };
      });
  };
}
