import * as z from "zod";
import { Fecha } from "#lib/chile/index.ts";
import type { PageRequest } from "./page-request.ts";

export const rowsOfPage = 50;
/** Where each row has a form of its own, which is most of a page's 60 KB. */
export const rowsWithForms = 25;
const placeField = "desde";

/** What a list's address asks for. */
interface ListQuery<F> {
  filters: F;
  isFiltered: boolean;
  /** The list whole, from its beginning. */
  clear: string;
  /** Where this page begins, as the page before named it. Anybody may have made it up: parse it. */
  place: readonly string[] | null;
  /** This list, filtered alike, from there on; null where it ends. */
  next(place: readonly string[] | null): string | null;
  /** The beginning of this list, filtered alike; null on its first page. */
  first: string | null;
}

/** A day of which ids can tell, and with a day after it, which the last of all dates has not. */
export const ListedDay = Fecha.refine((day) => day > "1970-01-01" && day < "2099-12-31");

/** An instant as our own pages write it, of a year that the database knows. */
export const ListedInstant = z.iso.datetime().regex(/^20/);

/** Fields that are not of the list, or do not fit, are as if they were not there. */
export function listQuery<S extends z.ZodRawShape>(
  { c }: Pick<PageRequest, "c">,
  shape: z.ZodObject<S>,
): ListQuery<z.output<z.ZodObject<S>>> {
  const { pathname, searchParams } = new URL(c.req.url);
  const kept = new URLSearchParams();
  for (const [name, field] of Object.entries(shape.shape)) {
    const value = searchParams.get(name) ?? "";
    if (value !== "" && z.safeParse(field, value).success) kept.set(name, value);
  }
  const place = readPlace(searchParams.get(placeField));
  const hrefWith = (more: Record<string, string>): string => {
    const query = new URLSearchParams({ ...Object.fromEntries(kept), ...more }).toString();
    return query === "" ? pathname : `${pathname}?${query}`;
  };
  return {
    filters: shape.parse(Object.fromEntries(kept)),
    isFiltered: kept.size > 0,
    clear: pathname,
    place,
    next: (to) =>
      to === null
        ? null
        : hrefWith({ [placeField]: Buffer.from(JSON.stringify(to)).toString("base64url") }),
    first: place === null ? null : hrefWith({}),
  };
}

const Place = z
  .array(
    z
      .string()
      .max(200)
      .regex(/^[^\0]*$/),
  )
  .min(1)
  .max(6);

function readPlace(text: string | null): string[] | null {
  if (text === null || text.length > 2_000) return null;
  try {
    return Place.parse(JSON.parse(Buffer.from(text, "base64url").toString("utf8")));
  } catch {
    // Cut off or made up: the list begins at its beginning.
    return null;
  }
}
