import type {
  ExportService,
  Surface,
  Tool,
  ToolContext,
  SystemSummary,
  ToolServices,
} from "#lib/contract/index.ts";
import { putBehind } from "#lib/db/behind.ts";
import type { Context } from "#lib/db/context.ts";
import type { AppError } from "#lib/kernel/errors/index.ts";
import { lazyService } from "#lib/kernel/load-once.ts";
import type { Acting } from "#lib/ledger/index.ts";
import type { Caller } from "#lib/limits/index.ts";
import { readPage } from "#lib/records/index.ts";
import { billingRefusal, runOf, tellOfKey, type Call, type ExecuteDeps } from "../call/index.ts";
import type { Systems } from "../catalogue.ts";
import { acrossFor } from "./across.ts";

interface Running {
  tool: Tool;
  caller: Caller;
  call: Call;
  surface: Surface;
  idempotencyKey: string | null;
  /** Why the call must not start anything; it may then only be answered by its key. */
  whyNotNew: AppError | null;
  exports: ExportService;
}

export function toolContext(deps: ExecuteDeps, ctx: Context, running: Running): ToolContext {
  const { tool, caller, call, surface, idempotencyKey, whyNotNew } = running;
  const given: ToolContext = {
    toolId: tool.id,
    now: deps.clock.now(),
    requestId: ctx.requestId,
    organization: { id: caller.organizationId, name: caller.organizationName },
    actor: ctx.actor,
    connection: tool.needsConnection ? caller.connection : null,
    idempotencyKey,
    services: servicesFor(deps, ctx, running),
  };
  const acting = (): Acting => ({
    ...ctx,
    vault: deps.vault,
    emissionQueue: deps.emissionQueue,
    baseUrl: deps.baseUrl,
    cursors: deps.cursors,
    secret: deps.secret,
    surface,
    operationRequestId: runOf(call).operationRequestId ?? call.requestId,
    whyNotNew,
    whyNotFetch: billingRefusal(caller),
    tellOfKey: (replay) => tellOfKey(call, replay),
  });
  return putBehind(given, acting);
}

/** The verbs that tools may call, bound to this caller and this connection. */
function servicesFor(
  deps: ExecuteDeps,
  ctx: Context,
  { caller, call, exports }: { caller: Caller; call: Call; exports: ExportService },
): ToolServices {
  return {
    records: {
      read: (query) => {
        if (caller.connection === null) throw new TypeError("rows belong to a connection");
        const { asked, ...rest } = query;
        return readPage(
          { ...ctx, cursors: deps.cursors },
          { ...rest, connectionId: caller.connection.id, list: [call.toolId, asked] },
        );
      },
    },
    across: acrossFor(deps, ctx, caller, call),
    exports,
    indicators: deps.indicators,
    connections: lazyService(async () => {
      const { connectionsFor } = await import("./connections.ts");
      return connectionsFor({ ...ctx, cursors: deps.cursors });
    }),
    syncs: lazyService(async () => {
      const { syncsFor } = await import("./syncs.ts");
      return syncsFor({ ...ctx, queue: deps.queue }, deps.catalogue, caller);
    }),
    links: lazyService(async () => {
      const { linksFor } = await import("./links.ts");
      return linksFor(ctx, deps, caller);
    }),
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
