import { createHash } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import * as z from "zod";

// What finished rows are, and what they save: lib/records/page/page-text.ts.

/**
 * How a read returns its rows: by which contract, and in which field each says when it was read.
 */
export interface FinishedAs {
  contract: string;
  readAtField: string;
}

/** Rows of an answer, finished: the text between the brackets of their list. */
export class FinishedRows {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }

  parsed(): Record<string, unknown>[] {
    return JSON.parse(`[${this.text}]`) as Record<string, unknown>[];
  }

  toJSON(): Record<string, unknown>[] {
    return this.parsed();
  }
}

/**
 * A row as a read would return it, and the contract it was checked against; null when it breaks the
 * contract, or reading changes it.
 */
export function heldRow<Row extends Record<string, unknown>>(
  schema: z.ZodType<Row>,
  row: Row,
): { row: Row; contract: string } | null {
  const held = schema.safeParse(row);
  if (!held.success || !isDeepStrictEqual(held.data, row)) return null;
  // In the order of its contract, as it has always been returned.
  return { row: held.data, contract: contractOf(schema) };
}

/** The contract under which a dataset's rows are returned, if they are returned as stored. */
export function finishedAs(
  { row, readAtField }: { row: z.ZodType; readAtField: string },
  answered: z.ZodObject,
): FinishedAs | null {
  if (!(row instanceof z.ZodObject)) return null;
  const kept = Object.entries<unknown>(row.shape);
  const same =
    Object.keys(answered.shape).length === kept.length + 1 &&
    readAtField in answered.shape &&
    kept.every(([field, schema]) => answered.shape[field] === schema);
  return same ? { contract: contractOf(row), readAtField } : null;
}

/** Raised when what is stored under a contract's name is written in another format. */
const edition = 2;

const names = new WeakMap<z.ZodType, string>();

/** A name that changes with what the rows may be, and not with how they are described. */
function contractOf(row: z.ZodType): string {
  const known = names.get(row);
  if (known !== undefined) return known;
  const schema = z.toJSONSchema(row, {
    unrepresentable: "any",
    override: ({ jsonSchema }) => {
      for (const told of ["title", "description", "examples"] as const) delete jsonSchema[told];
    },
  });
  const text = JSON.stringify([edition, schema]);
  const name = createHash("sha256").update(text).digest("base64url").slice(0, 12);
  names.set(row, name);
  return name;
}
