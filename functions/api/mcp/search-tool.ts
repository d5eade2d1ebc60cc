import { control } from "#lib/tools/execute/index.ts";
import { jsonSchemaOf } from "#lib/tools/documents/index.ts";
import { validationError } from "#lib/kernel/errors/index.ts";
import { searchDocs, SearchQuery } from "#lib/tools/search/index.ts";
import type { RouteDeps } from "../route-deps.ts";
import { searchTools } from "../tools/operations.ts";
import type { Arguments } from "./arguments.ts";
import type { Caller } from "./caller.ts";
import { resultOf, type Answered } from "./results.ts";
import { issuesOf } from "#lib/tools/call/index.ts";

export const searchSchema = jsonSchemaOf(SearchQuery, "input");

export const searchDescription = [
  "Busca en el catálogo y en las guías, en español o inglés, por lo que se quiere hacer, por id, por campo o por código de error.",
  "Cada resultado dice qué hace la herramienta, si esta credencial podría usarla ahora (available) y, si no, con qué código se le respondería (why_not). next_call se envía tal cual con execute; si es null, missing dice qué falta y de dónde sale, y before, qué paso va primero.",
  "Sin resultados, ninguna herramienta hace lo que se pidió. Con detail verbose, o con el id exacto, trae esquemas, ejemplo y errores.",
].join(" ");

/** A control call like any other: authenticated, rate-limited and recorded. */
export async function runSearch(
  deps: RouteDeps,
  caller: Caller,
  args: Arguments,
): Promise<Answered> {
  const request = {
    ...caller,
    operation: "tools.search",
    requiredScopes: [],
    surface: "mcp" as const,
  };
  const answer = await control(deps, request, searchTools.success, async (ctx, caller) => {
    const asked = SearchQuery.safeParse(args);
    if (!asked.success) throw validationError(issuesOf(asked.error, args, SearchQuery));
    return searchDocs({ ...deps, ...ctx }, caller, "mcp", asked.data);
  });
  return { result: resultOf(answer, null), answer };
}
