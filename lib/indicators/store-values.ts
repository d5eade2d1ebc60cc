import type { SystemContext } from "#lib/db/context.ts";
import type { Statement } from "#lib/db/database.ts";
import type { PublishedValue } from "./provider-answer.ts";

const upsert: Statement = {
  name: "indicators.upsert",
  repeatable: true,
  text: `
    insert into indicator_values as stored (codigo, fecha, valor, read_at)
    select $1, u.fecha, u.valor, $2 from unnest($3::text[], $4::float8[]) as u (fecha, valor)
    order by u.fecha
    on conflict (codigo, fecha) do update set valor = excluded.valor, read_at = excluded.read_at
      where stored.valor is distinct from excluded.valor and stored.read_at <= excluded.read_at
    returning fecha`,
};

/**
 * Stores the values and returns how many were new or corrected. One value per day, oldest first.
 */
export async function storeValues(
  ctx: Pick<SystemContext, "db">,
  codigo: string,
  readAt: Date,
  values: readonly PublishedValue[],
): Promise<number> {
  if (values.length === 0) return 0;
  const changed = await ctx.db.run(upsert, [
    codigo,
    readAt,
    values.map((value) => value.fecha),
    values.map((value) => value.valor),
  ]);
  return changed.length;
}
