import * as z from "zod";
import { Periodo } from "#lib/chile/index.ts";
import { syncableOf, type Manifest } from "../tool/connector.ts";
import { connectionOf, tool, type Tool } from "../tool/tool.ts";
import { periodoIssues } from "./sync-periods.ts";
import { planSync } from "./sync-plan.ts";
import { SyncAnswer, VerifyAnswer } from "../tool/sync-outcome.ts";
import { longestWaitSeconds, syncedMonths } from "../terms.ts";

/** Reads the data of a period; `note` is what an agent should know about this portal. */
export function syncTool(manifest: Manifest, note = ""): Tool {
  const synced = syncableOf(manifest.alcances);
  const ids = synced.map((alcance) => alcance.id);
  const [first] = ids;
  if (first === undefined) throw new TypeError(`${manifest.id} has nothing to sync`);
  const alcances = z.array(z.enum(ids)).min(1).max(ids.length);
  return tool({
    id: `${manifest.id}.conexion.sincronizar`,
    title: "Sincronizar un periodo",
    description: [
      `Entra al portal de ${manifest.name}, trae los módulos pedidos de un periodo y los guarda; es la única vía por la que entran datos.`,
      `Responde enseguida con un trabajo en cola (jobId): síguelo con conexiones.estado.consultar o GET /v1/syncs/{id}, o espera aquí hasta ${longestWaitSeconds} segundos con esperarSegundos. Luego lee con las herramientas consultar.`,
      note,
    ]
      .join(" ")
      .trim(),
    effect: "live",
    needsConnection: true,
    input: z.strictObject({
      periodo: Periodo.describe(`Mes AAAA-MM: el actual o uno de los ${syncedMonths} anteriores`),
      alcances: alcances
        .optional()
        .describe("Módulos; por omisión, todos los habilitados en la conexión"),
      esperarSegundos: z
        .int()
        .min(0)
        .max(longestWaitSeconds)
        .default(0)
        .describe("Cuánto esperar el resultado en esta misma llamada"),
    }),
    issuesAt: ({ periodo }, now) => periodoIssues(periodo, now),
    checkFor: (input, connection, now) => {
      planSync(connection, { ...input, offered: manifest.alcances }, now);
    },
    output: SyncAnswer,
    errors: [
      "connection_credential_required",
      "connection_sync_in_progress",
      "too_many_pending",
      "alcance_not_enabled",
      ...(synced.some(({ servedBy }) => servedBy !== undefined)
        ? (["alcance_scheme_unsupported"] as const)
        : []),
    ],
    example: {
      input: { periodo: "2026-08", alcances: [first] },
      output: {
        jobId: "sjb_01k2ap4m7c5xj0h8rztwq6e9vd",
        status: "queued",
        periodo: "2026-08",
        alcances: [first],
        omitidos: [],
        outcomes: [],
      },
    },
    run: (ctx, input) => ctx.services.syncs.request(connectionOf(ctx), input),
  });
}

/** Tries the credential, and reads nothing. */
export function verifyTool(manifest: Manifest): Tool {
  return tool({
    id: `${manifest.id}.conexion.verificar`,
    title: "Verificar la credencial",
    description: `Entra al portal de ${manifest.name} y sale, para saber si la credencial guardada sirve. No trae datos. Una clave rechazada se responde con valida en false: no la reintentes, porque el portal puede bloquear la cuenta.`,
    effect: "live",
    needsConnection: true,
    input: z.strictObject({}),
    output: VerifyAnswer,
    errors: [
      "connection_credential_required",
      "connection_busy",
      "connection_session_pending",
      "connection_identity_mismatch",
      "connector_variant_unsupported",
      "upstream_error",
      "upstream_unexpected_response",
      "timeout",
    ],
    example: {
      input: {},
      output: { valida: true, motivo: null, verificadaEn: "2026-08-11T14:00:00.000Z" },
    },
    run: (ctx) => ctx.services.syncs.verify(connectionOf(ctx)),
  });
}
