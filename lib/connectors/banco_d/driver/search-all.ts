import { addDays, daysBetween } from "#lib/chile/index.ts";
import type { Found, Search } from "../parse/search.ts";

export type Days = Pick<Search, "desde" | "hasta">;

/** One search of an account. */
export type SearchDays = (days: Days) => Promise<Found>;

/** What was found, and whether that is everything. */
interface AllFound extends Found {
  cut: boolean;
}

/**
 * The movements of some days, newest first. A full list may silently omit older rows, so its days
 * are asked for again in two halves, down to a single day.
 */
export async function searchAll(search: SearchDays, days: Days): Promise<AllFound> {
  const found = await search(days);
  if (!found.full) return { ...found, cut: false };
  const { desde, hasta } = days;
  if (desde === hasta) return { ...found, cut: true };
  const middle = addDays(desde, Math.floor(daysBetween(desde, hasta) / 2));
  const newer = await searchAll(search, { desde: addDays(middle, 1), hasta });
  const older = await searchAll(search, { desde, hasta: middle });
  return {
    ...found,
    rows: [...newer.rows, ...older.rows],
    cut: newer.cut || older.cut,
  };
}
