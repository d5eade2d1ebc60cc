import { validatedConstraint, type OnlineStep } from "#lib/db/online-steps.ts";

/**
 * In order, each with its migration's number. A longer step has its own file, `NNNN-name.ts`. A step that has run
 * everywhere may be removed; its name is never used again. An index is also written into its table's file: its line in
 * the generated migration goes, since the step builds it.
 */
export const onlineSteps: readonly OnlineStep[] = [
  { name: "0002-operations-state", run: validatedConstraint("operations", "operations_state") },
  { name: "0002-operations-barrier", run: validatedConstraint("operations", "operations_barrier") },
];
