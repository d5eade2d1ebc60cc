import { timingSafeEqual } from "node:crypto";
import { canonicalJson } from "./canonical-json.ts";
import { validationError } from "./errors/index.ts";
import type { ServiceSecret } from "./secrets.ts";

const macLength = 16;

/** A place in an ordered list. Opaque, and good only for the very list it was made for. */
export interface Cursors {
  make(list: unknown, place: readonly string[]): string;
  /** Refuses a cursor that was changed, or made for another list or other filters. */
  read(list: unknown, cursor: string): string[];
}

export function createCursors(secret: ServiceSecret): Cursors {
  const macOf = (list: unknown, place: string): Buffer =>
    secret.hash("cursor", canonicalJson([list, place])).subarray(0, macLength);
  return {
    make: (list, place) => {
      const text = JSON.stringify(place);
      return Buffer.concat([macOf(list, text), Buffer.from(text)]).toString("base64url");
    },
    read: (list, cursor) => {
      const bytes = Buffer.from(cursor, "base64url");
      const text = bytes.subarray(macLength).toString("utf8");
      const genuine =
        bytes.length > macLength &&
        bytes.toString("base64url") === cursor &&
        timingSafeEqual(bytes.subarray(0, macLength), macOf(list, text));
      if (!genuine) throw invalidCursor();
      return JSON.parse(text) as string[];
    },
  };
}

function invalidCursor() {
  return validationError([
    {
      path: ["cursor"],
      code: "invalid_cursor",
      message: "Not a cursor of this list and these filters; begin again without it",
    },
  ]);
}
