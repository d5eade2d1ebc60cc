import type { Fecha } from "#lib/chile/index.ts";
import type { SystemContext } from "#lib/db/context.ts";
import type { Statement } from "#lib/db/database.ts";
import type { PublishedValue } from "./provider-answer.ts";

const around: Statement = {
  name: "indicators.around",
  repeatable: true,
  text: `
    select fecha, valor from indicator_values
    where codigo = $1
      and fecha >= coalesce(
        (select max(fecha) from indicator_values where codigo = $1 and fecha <= $2), $2)
      and fecha <= coalesce(
        (select min(fecha) from indicator_values where codigo = $1 and fecha > $3), $3)
    order by fecha desc`,
};

const newest: Statement = {
  name: "indicators.newest",
  repeatable: true,
  text: `
    select fecha, valor from indicator_values where codigo = $1 order by fecha desc limit 1`,
};

/** The stored values of a range, newest first, with those right before and after it. */
export function findAround(
  ctx: Pick<SystemContext, "db">,
  codigo: string,
  from: Fecha,
  to: Fecha,
): Promise<PublishedValue[]> {
  return ctx.db.run<PublishedValue>(around, [codigo, from, to]);
}

export async function findNewest(
  ctx: Pick<SystemContext, "db">,
  codigo: string,
): Promise<PublishedValue | null> {
  const rows = await ctx.db.run<PublishedValue>(newest, [codigo]);
  return rows[0] ?? null;
}
