import { periodoOf } from "#lib/chile/index.ts";
import type { AcrossPage, AcrossQuery, AcrossService } from "#lib/contract/index.ts";
import type { Context } from "#lib/db/context.ts";
import { type AppError, validationError } from "#lib/kernel/errors/index.ts";
import { findConnectedCallers, type Caller, type ConnectedCaller } from "#lib/limits/index.ts";
import { readAcross } from "#lib/records/index.ts";
import { chargeFor, sourceRefusal, type Call, type ExecuteDeps } from "../call/index.ts";

interface Source {
  caller: ConnectedCaller;
  refusal: AppError | null;
}

/** Reads several connections, each with the checks and at the cost of a call of its own tool. */
export function acrossFor(
  deps: ExecuteDeps,
  ctx: Context,
  caller: Caller,
  call: Call,
): AcrossService {
  return {
    read: async (query) => {
      const sources = await sourcesOf(deps, ctx, caller, query);
      const open = sources.filter(({ refusal }) => refusal === null);
      const [first] = sources;
      if (open.length === 0 && first?.refusal != null) throw first.refusal;
      const { rows, read, cursor } = await readAcross(
        { ...ctx, cursors: deps.cursors },
        {
          sources: open.map(({ caller: { connection } }) => ({
            connectionId: connection.id,
            dataset: datasetOf(deps, connection.connector, query.alcance),
          })),
          alcance: query.alcance,
          where: query.where,
          totals: query.totals,
          list: [call.toolId, query.connectionIds, query.asked],
          limit: query.limit,
          cursor: query.cursor,
        },
      );
      chargeFor(call, {
        periodo: periodoOf(deps.clock.now()),
        connectionIds: open.map(({ caller: { connection } }) => connection.id),
      });
      const systems = new Map(
        open.map(({ caller: { connection } }) => [connection.id, connection.connector]),
      );
      const systemOf = (id: string): string => systems.get(id) ?? "";
      return {
        rows: rows.map((row) => ({ ...row, connector: systemOf(row.connectionId) })),
        read: [...systems].map(([id, connector]) => ({
          id,
          connector,
          coverage: read.get(id)?.coverage ?? [],
          totals: read.get(id)?.totals ?? null,
        })),
        omitted: sources.flatMap(({ caller: { connection }, refusal }) =>
          refusal === null ? [] : [{ connectionId: connection.id, code: refusal.code }],
        ),
        cursor,
      } satisfies AcrossPage;
    },
  };
}

/** The connections in the order in which they were named, with what a call of each would return. */
async function sourcesOf(
  deps: ExecuteDeps,
  ctx: Context,
  caller: Caller,
  { connectionIds, alcance }: AcrossQuery,
): Promise<Source[]> {
  const now = deps.clock.now();
  const all = await findConnectedCallers(ctx, caller, { periodo: periodoOf(now) });
  const known = new Map(all.map((one) => [one.connection.id, one]));
  const named = connectionIds.map((id) => known.get(id));
  const tools = await Promise.all(
    named.map(async (one) =>
      one === undefined ? null : deps.catalogue.find(toolId(one.connection.connector, alcance)),
    ),
  );
  const unknown = named.flatMap((_one, place) => (tools[place] == null ? [place] : []));
  if (unknown.length > 0) throw validationError(unknown.map(unknownAt));
  return named.flatMap((one, place): Source[] => {
    const tool = tools[place];
    if (one === undefined || tool == null) return [];
    return [{ caller: one, refusal: sourceRefusal(deps.catalogue, one, tool, now) }];
  });
}

/**
 * One answer for another organization's connection, a system without such rows and none, so that it
 * reveals nothing.
 */
function unknownAt(place: number) {
  return {
    path: ["conexiones", place],
    code: "unknown_connection" as const,
    message: "Not a connection with such rows; take the id from conexiones.estado.consultar",
  };
}

function toolId(connector: string, alcance: string): string {
  return `${connector}.${alcance}.consultar`;
}

function datasetOf({ catalogue }: ExecuteDeps, connector: string, alcance: string): string {
  const modules = catalogue.manifestOf(connector)?.alcances ?? [];
  return modules.find(({ id }) => id === alcance)?.dataset ?? `${connector}.${alcance}`;
}
