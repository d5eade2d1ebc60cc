import type { Role } from "#lib/identity/people/index.ts";
import type { DashboardScene } from "./dashboard-scene.ts";

interface OrganizationForm {
  /** Whom the form is for. All others are refused with a 403, and nothing changes. */
  may: readonly Role[];
  /** What it takes to get as far as that question. */
  fields?: Record<string, string>;
}

const everyone: readonly Role[] = ["owner", "admin", "member"];
const managers: readonly Role[] = ["owner", "admin"];

/** Every form of an organization's pages, by its route. A test compares them with the router's. */
export const organizationForms: Readonly<Record<string, OrganizationForm>> = {
  "/dashboard/:org/aplicaciones/:grant": { may: managers, fields: { permiso: "banco_a:read" } },
  "/dashboard/:org/aplicaciones/:grant/terminar": { may: managers },
  "/dashboard/:org/claves/nueva": { may: managers, fields: { nombre: "Robot" } },
  "/dashboard/:org/claves/:key/permisos": { may: managers, fields: { permiso: "core:read" } },
  "/dashboard/:org/claves/:key/revocar": { may: managers },
  "/dashboard/:org/confirmaciones/:prv/confirmar": { may: managers, fields: { visto: "x" } },
  "/dashboard/:org/confirmaciones/:prv/rechazar": { may: managers },
  "/dashboard/:org/miembros/invitaciones": { may: managers, fields: { correo: "x@maule.example" } },
  "/dashboard/:org/miembros/invitaciones/:invitation/reenviar": { may: managers },
  "/dashboard/:org/miembros/invitaciones/:invitation/retirar": { may: managers },
  "/dashboard/:org/miembros/salir": { may: everyone },
  "/dashboard/:org/miembros/:member": { may: ["owner"], fields: { rol: "member" } },
  "/dashboard/:org/miembros/:member/quitar": { may: ["owner"] },
};

/** The route's path, for what the scene has of each. */
export function pathOf(scene: DashboardScene, route: string): string {
  const ids: Record<string, string> = {
    org: scene.organizationId,
    grant: scene.grantId,
    key: scene.keyId,
    prv: scene.preparationId,
    request: scene.requestId,
    invitation: scene.invitations.id,
    // An owner: for other owners alone to change.
    member: scene.full.userId,
  };
  return route.replace(/:(\w+)/g, (_, name: string) => {
    const id = ids[name];
    if (id === undefined) throw new TypeError(`the scene has no ${name}`);
    return id;
  });
}
