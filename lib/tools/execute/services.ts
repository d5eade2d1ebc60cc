import type { Context } from "#lib/db/context.ts";
import type { Caller } from "#lib/limits/index.ts";
import { readPage } from "#lib/records/index.ts";
import { acrossFor } from "./across-service.ts";
import { connectionsFor } from "./connection-service.ts";
import { emissionsFor } from "./emission-service.ts";
import { exportsFor } from "./export-service.ts";
import type { KeyedRun } from "./tell-of-key.ts";
import { feeReceiptsFor } from "./fee-receipt-service.ts";
import { foldersFor } from "./folder-service.ts";
import { invoicingFor } from "./invoicing-service.ts";
import { linksFor } from "./link-service.ts";
import { mailFor } from "./mail-service.ts";
import { syncsFor } from "./sync-service.ts";
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
    exports: exportsFor({
      deps,
      ctx,
      caller,
      call: keyed.call,
      servicesOf: (one) => servicesFor(deps, ctx, one, keyed),
    }),
    indicators: deps.indicators,
    connections: connectionsFor({ ...ctx, cursors: deps.cursors }),
    syncs: syncsFor({ ...ctx, queue: deps.queue }, deps.catalogue, caller),
    emissions: emissionsFor(acting, caller, keyed),
    feeReceipts: feeReceiptsFor({ ...acting, cursors: deps.cursors }, caller, keyed),
    folders: foldersFor({ ...acting, cursors: deps.cursors }, keyed),
    invoicing: invoicingFor(acting, keyed),
    links: linksFor(ctx, deps, caller),
    mail: mailFor({ ...acting, cursors: deps.cursors, secret: deps.secret }, keyed),
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
