import type { Context } from "#lib/db/context.ts";
import type { Caller } from "#lib/limits/index.ts";
import { readPage } from "#lib/records/index.ts";
import { acrossFor } from "./across-service.ts";
import { lazyService, loadOnce } from "#lib/kernel/load-once.ts";
import type { KeyedRun } from "./tell-of-key.ts";
import type { Systems } from "../catalogue.ts";
import type { SystemSummary, ToolServices } from "#lib/contract/index.ts";
import type { ExecuteDeps } from "./request.ts";

/** The verbs that tools may call, bound to this caller and this connection. */
export function servicesFor(
  deps: ExecuteDeps,
  ctx: Context,
  caller: Caller,
  keyed: KeyedRun,
): ToolServices {
  const { vault, emissionQueue, baseUrl } = deps;
  const acting = { ...ctx, vault, emissionQueue, baseUrl };
  const later = loadOnce(async () => {
    const { laterServices } = await import("./later-services.ts");
    const servicesOf = (one: Caller) => servicesFor(deps, ctx, one, keyed);
    return laterServices(deps, acting, caller, keyed, servicesOf);
  });
  return {
    records: {
      read: (query) => {
        if (caller.connection === null) throw new TypeError("rows belong to a connection");
        const { asked, ...rest } = query;
        return readPage(
          { ...ctx, cursors: deps.cursors },
          { ...rest, connectionId: caller.connection.id, list: [keyed.call.toolId, asked] },
        );
      },
    },
    across: acrossFor(deps, ctx, caller, keyed.call),
    exports: lazyService(async () => (await later()).exports),
    indicators: deps.indicators,
    connections: lazyService(async () => {
      const { connectionsFor } = await import("./connection-service.ts");
      return connectionsFor({ ...ctx, cursors: deps.cursors });
    }),
    syncs: lazyService(async () => {
      const { syncsFor } = await import("./sync-service.ts");
      return syncsFor({ ...ctx, queue: deps.queue }, deps.catalogue, caller);
    }),
    emissions: lazyService(async () => (await later()).emissions),
    feeReceipts: lazyService(async () => (await later()).feeReceipts),
    folders: lazyService(async () => (await later()).folders),
    invoicing: lazyService(async () => (await later()).invoicing),
    links: lazyService(async () => {
      const { linksFor } = await import("./link-service.ts");
      return linksFor(ctx, deps, caller);
    }),
    mail: lazyService(async () => (await later()).mail),
    systems: () => systemsOf(deps.catalogue, caller),
  };
}

function systemsOf(catalogue: Systems, caller: Caller): SystemSummary[] {
  return catalogue.manifests.map((manifest) => ({
    sistema: manifest.id,
    nombre: manifest.name,
    tipo: manifest.kind,
    habilitado: catalogue.isEnabled(manifest.id, caller.connectors),
    alcances: manifest.alcances.map((alcance) => alcance.id),
    camposCredencial: manifest.credentialFields.map((field) => ({
      nombre: field.name,
      etiqueta: field.label,
      secreto: field.secret,
    })),
    requiereConexion: manifest.needsConnection,
  }));
}
