import { z } from "zod";
import { checked } from "./wrong-call.ts";

/** How a system may be made to behave, by name. `reset` makes the system anew, and these with it. */
export interface Switches<Values extends Record<string, unknown> = Record<string, unknown>> {
  readonly takes: Readonly<Record<string, string>>;
  values(): Values;
  /** Changes the named ones, all or none. */
  change(patch: unknown): Values;
}

const Patch = z.record(z.string(), z.unknown());

/** `schema` is strict and names them all: a patch is understood together with what it leaves as it is. */
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
