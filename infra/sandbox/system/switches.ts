import { z } from "zod";
import { checked } from "./wrong-call.ts";

/** A system's switches by name. `reset` recreates the system, and with it these. */
export interface Switches<Values extends Record<string, unknown> = Record<string, unknown>> {
  readonly takes: Readonly<Record<string, string>>;
  values(): Values;
  /** Changes the named ones, all or none. */
  change(patch: unknown): Values;
}

const Patch = z.record(z.string(), z.unknown());

/** `schema` is strict and has them all: a patch is validated together with the unchanged ones. */
export function createSwitches<Values extends Record<string, unknown>>(
  schema: z.ZodType<Values>,
  initial: Values,
  takes: Record<keyof Values & string, string>,
): Switches<Values> {
  let values = initial;
  return {
    takes,
    values: () => ({ ...values }),
    change(patch) {
      values = checked({ ...values, ...checked(patch, Patch, takes) }, schema, takes);
      return { ...values };
    },
  };
}
