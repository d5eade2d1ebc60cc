import type * as z from "zod";
import { listConnections } from "#lib/connections/index.ts";
import { createKey, NewKey } from "#lib/identity/index.ts";
import { dayMs } from "#lib/kernel/clock.ts";
import { personNav, type MemberRequest, type Posted } from "../../request/page-request.ts";
import { MadeKeyPage } from "../../pages/access/new-key-page.tsx";
import { UnclearLimit } from "../../pages/parts/permission-ticks.tsx";
import { boundOrThrow } from "../../texts/bounds.ts";
import { curlOf, keyTerms, usualTerm } from "../../texts/keys.ts";
import { wantedLimit } from "../../texts/offered-connections.ts";
import { nameProblem } from "../../texts/problems.ts";
import { showNewKey } from "./key-views.tsx";

/** Creates the key and shows it once, with a call that can be copied. */
export async function makeKey(visit: MemberRequest & Posted): Promise<Response> {
  const { ctx, fields } = visit;
  const limit = wantedLimit(fields);
  if (limit.kind === "unclear") return showNewKey(visit, { note: <UnclearLimit /> });
  const input = inputOf(fields, limit.connections, ctx.clock.now());
  if (input === null) {
    return showNewKey(visit, { problem: nameProblem });
  }
  const made = await createKey(ctx, input).catch(boundOrThrow);
  if (typeof made === "string") return showNewKey(visit, { problem: made });
  const { id, key, mailIds } = made;
  const { organizationId } = visit.membership;
  for (const mailId of mailIds) ctx.sendLater({ organizationId, id: mailId });
  const { tools } = await ctx.catalogue.whole();
  const known = await listConnections(ctx);
  const connections = known.filter(({ id: own }) => input.connections?.includes(own) ?? true);
  const curl = curlOf({ baseUrl: ctx.baseUrl, key, scopes: input.scopes, tools, connections });
  const nav = personNav(visit);
  return visit.show(<MadeKeyPage {...{ nav, organizationId, id, text: key, curl }} />);
}

/** The typed values; null without a valid name. */
function inputOf(
  fields: URLSearchParams,
  connections: string[] | null,
  now: Date,
): z.output<typeof NewKey> | null {
  const { days } = keyTerms.find(({ value }) => value === fields.get("vence")) ?? usualTerm;
  const input = NewKey.safeParse({
    name: fields.get("nombre") ?? "",
    scopes: [...new Set(fields.getAll("permiso"))],
    connections,
    expiresAt: days === null ? null : new Date(now.getTime() + days * dayMs),
  });
  return input.data ?? null;
}
