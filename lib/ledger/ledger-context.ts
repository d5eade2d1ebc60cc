import type { Context } from "#lib/db/context.ts";
import type { ToolConnection } from "#lib/contract/index.ts";
import type { Queue } from "#lib/platform/queue.ts";
import type { Vault } from "#lib/vault/index.ts";

/** A caller of a tool that acts, with everything that an act needs from the service. */
export type LedgerContext = Context & {
  vault: Vault;
  emissionQueue: Queue;
  /** The address of the pages on which a person confirms. */
  baseUrl: string;
};

/** The connection that it acts on. */
export type ActingConnection = Pick<ToolConnection, "id" | "connector" | "rut" | "credencial">;

/** Who acts: without a RUT a connection counts as a company of its own. */
export function companyOf({ id, rut }: Pick<ActingConnection, "id" | "rut">): string {
  return rut ?? id;
}
