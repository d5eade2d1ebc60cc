import { timingSafeEqual } from "node:crypto";
import { canonicalJson } from "./canonical-json.ts";
import { validationError } from "./errors/index.ts";
import type { ServiceSecret } from "./secrets.ts";

const macLength = 16;

/** A position in an ordered list. Opaque, and only valid for the very list it was made for. */
export interface Cursors {
  make(list: unknown, place: readonly string[]): string;
  /** Refuses a cursor that was changed, or made for another list or other filters. */
  read(list: unknown, cursor: string): string[];
}

export function createCursors(secret: ServiceSecret): Cursors {
  const textOf = (list: unknown, place: string): string => canonicalJson([list, place]);
  return {
    make: (list, place) => {
      const text = JSON.stringify(place);
      const mac = secret.hash("cursor", textOf(list, text)).subarray(0, macLength);
      return Buffer.concat([mac, Buffer.from(text)]).toString("base64url");
    },
    read: (list, cursor) => {
      const bytes = Buffer.from(cursor, "base64url");
      const text = bytes.subarray(macLength).toString("utf8");
      const isWhole = bytes.length > macLength && bytes.toString("base64url") === cursor;
      const made = secret
        .hashes("cursor", textOf(list, text))
        .some(
          (mac) =>
            isWhole && timingSafeEqual(bytes.subarray(0, macLength), mac.subarray(0, macLength)),
        );
      if (!made) throw invalidCursor();
      return JSON.parse(text) as string[];
    },
  };
}

/** A page from one row more than it has, and its last row if the list goes on after it. */
export function pageOf<Row>(
  rows: readonly Row[],
  limit: number,
): { page: Row[]; last: Row | null } {
  const page = rows.slice(0, limit);
  return { page, last: rows.length > limit ? (page.at(-1) ?? null) : null };
}

function invalidCursor() {
  return validationError([
    {
      path: ["cursor"],
      code: "wrong_format",
      message: "Not a cursor of this list and these filters; begin again without it",
    },
  ]);
}
