import * as z from "zod";
import { Fecha } from "#lib/chile/index.ts";
import type { PageRequest } from "../request/page-request.ts";

export const rowsOfPage = 50;
/** For lists whose rows each have a form, which make up most of a page's 60 KB. */
export const rowsWithForms = 25;
const placeField = "desde";

/** What a list's address asks for. */
interface ListQuery<F> {
  filters: F;
  isFiltered: boolean;
  /** The whole list, from its beginning. */
  clear: string;
  /** Where this page begins, from the previous page. It can be forged, so parse it. */
  place: readonly string[] | null;
  /** This list with the same filters, from there on; null at its end. */
  next(place: readonly string[] | null): string | null;
  /** The beginning of this list with the same filters; null on its first page. */
  first: string | null;
}

/** A day that ids can express and that has a next day, which the last of all dates has not. */
export const ListedDay = Fecha.refine((day) => day > "1970-01-01" && day < "2099-12-31");

/** An instant as our own pages write it, in a year that the database accepts. */
export const ListedInstant = z.iso.datetime().regex(/^20/);

/** Unknown or invalid fields are ignored. */
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
    // Truncated or forged: start at the list's beginning.
    return null;
  }
}
