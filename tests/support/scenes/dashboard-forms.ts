import type { Role } from "#lib/identity/people/index.ts";
import type { DashboardScene } from "./dashboard-scene.ts";

/** An issuer is a member who may confirm documents. */
type FormRole = Role | "issuer";

interface OrganizationForm {
  /** Who may use the form. All others get a 403, and nothing changes. */
  may: readonly FormRole[];
  /** What a caller needs to get as far as that check. */
  fields?: Record<string, string>;
}

const everyone: readonly FormRole[] = ["owner", "admin", "issuer", "member"];
const issuers: readonly FormRole[] = ["owner", "admin", "issuer"];
const managers: readonly FormRole[] = ["owner", "admin"];

/** Every form of an organization's pages, by route. A test compares them with the router's. */
export const organizationForms: Readonly<Record<string, OrganizationForm>> = {
  "/dashboard/:org/aplicaciones/:grant": { may: managers, fields: { permiso: "banco_a:read" } },
  "/dashboard/:org/aplicaciones/:grant/terminar": { may: managers },
  "/dashboard/:org/claves/nueva": {
    may: managers,
    fields: { nombre: "Robot", conexiones: "todas" },
  },
  "/dashboard/:org/claves/:key/permisos": { may: managers, fields: { permiso: "core:read" } },
  "/dashboard/:org/claves/:key/conexiones": { may: managers, fields: { conexiones: "todas" } },
  "/dashboard/:org/claves/:key/revocar": { may: managers },
  "/dashboard/:org/confirmaciones/:prv/confirmar": { may: issuers, fields: { visto: "x" } },
  "/dashboard/:org/confirmaciones/:prv/rechazar": { may: issuers },
  "/dashboard/:org/emisiones/:oper/reconciliar": { may: everyone },
  "/dashboard/:org/miembros/invitaciones": { may: managers, fields: { correo: "x@maule.example" } },
  "/dashboard/:org/miembros/invitaciones/:invitation/reenviar": { may: managers },
  "/dashboard/:org/miembros/invitaciones/:invitation/retirar": { may: managers },
  "/dashboard/:org/miembros/salir": { may: everyone },
  "/dashboard/:org/miembros/:member": { may: ["owner"], fields: { rol: "member" } },
  "/dashboard/:org/miembros/:member/quitar": { may: ["owner"] },
  "/dashboard/:org/organizacion": { may: ["owner"], fields: { nombre: "Otro" } },
  "/dashboard/:org/organizacion/eliminar": {
    may: ["owner"],
    fields: { escrito: "Contadores del Maule SpA" },
  },
  "/dashboard/:org/organizacion/conservar": { may: ["owner"] },
  "/dashboard/:org/honorarios/limites": {
    may: managers,
    fields: {
      montoMaximo: "1",
      montoDiario: "1",
      cantidadDiaria: "1",
      diasAtras: "0",
      diasAdelante: "0",
      cuales: "todas",
    },
  },
  "/dashboard/:org/honorarios/:hon/mirar": { may: everyone },
  "/dashboard/:org/carpetas/destinatario/permiso": { may: managers, fields: { permitir: "no" } },
  "/dashboard/:org/carpetas/destinatario/confirmar": { may: managers, fields: { revision: "2" } },
  "/dashboard/:org/carpetas/destinatario/rechazar": { may: managers, fields: { revision: "2" } },
  "/dashboard/:org/carpetas/destinatario/quitar": { may: managers, fields: { revision: "1" } },
  "/dashboard/:org/carpetas/:carp/documento": { may: managers },
  "/dashboard/:org/carpetas/:carp/cerrar": { may: managers },
  "/dashboard/:org/carpetas/:carp/apartar": { may: managers },
  "/dashboard/:org/conexiones/enlace": { may: managers, fields: { sistema: "banco_a" } },
  "/dashboard/:org/conexiones/enlaces/:cs/anular": { may: managers },
  "/dashboard/:org/conexiones/:conn": { may: managers },
  "/dashboard/:org/conexiones/:conn/enlace": { may: managers },
  "/dashboard/:org/conexiones/:conn/olvidar": {
    may: managers,
    fields: { escrito: "Conexión de prueba" },
  },
  "/dashboard/:org/conexiones/:conn/eliminar": {
    may: ["owner"],
    fields: { "escrito-eliminar": "Conexión de prueba" },
  },
  "/dashboard/:org/conexiones/:conn/sincronizar": { may: everyone },
  "/dashboard/:org/conexiones/:conn/verificar": { may: everyone },
  "/dashboard/:org/sincronizaciones/:sjb/cancelar": { may: everyone },
  "/dashboard/:org/sincronizaciones/:sjb/repetir": { may: everyone },
  "/dashboard/:org/webhooks/nuevo": {
    may: managers,
    fields: { url: "https://hooks.maule.example/x" },
  },
  "/dashboard/:org/webhooks/:whk": { may: managers },
  "/dashboard/:org/webhooks/:whk/habilitar": { may: managers },
  "/dashboard/:org/webhooks/:whk/pausar": { may: managers },
  "/dashboard/:org/webhooks/:whk/probar": { may: managers },
  "/dashboard/:org/webhooks/:whk/recuperar": { may: managers },
  "/dashboard/:org/webhooks/:whk/secreto": { may: managers },
  "/dashboard/:org/entregas/:whd/reenviar": { may: managers },
  "/dashboard/:org/eventos/:whev/recuperar": { may: managers },
};

/** The things of which there is at least one. */
export type OneOfEach = Pick<
  DashboardScene,
  | "organizationId"
  | "grantId"
  | "keyId"
  | "preparationId"
  | "operations"
  | "feeReceipts"
  | "folderId"
  | "requestId"
  | "invitations"
  | "full"
  | "connectionId"
  | "reading"
  | "webhooks"
>;

/** The route's path, with the scene's ids. */
export function pathOf(scene: OneOfEach, route: string): string {
  const ids: Record<string, string> = {
    org: scene.organizationId,
    grant: scene.grantId,
    key: scene.keyId,
    prv: scene.preparationId,
    oper: scene.operations.emitted,
    hon: scene.feeReceipts.inconclusive,
    carp: scene.folderId,
    request: scene.requestId,
    invitation: scene.invitations.id,
    // An owner, whom only other owners can change.
    member: scene.full.userId,
    conn: scene.connectionId,
    cs: scene.reading.link,
    sjb: scene.reading.queued,
    whk: scene.webhooks.live,
    whd: scene.webhooks.delivered,
    whev: scene.webhooks.event,
  };
  return route.replace(/:(\w+)/g, (_, name: string) => {
    const id = ids[name];
    if (id === undefined) throw new TypeError(`the scene has no ${name}`);
    return id;
  });
}
