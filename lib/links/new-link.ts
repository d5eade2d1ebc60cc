import type { Context } from "#lib/db/context.ts";
import type { ServiceSecret } from "#lib/kernel/secrets.ts";
import type { FindSystem } from "./link-system.ts";

export interface LinkMaker extends Context {
  secret: ServiceSecret;
  baseUrl: string;
  systemOf: FindSystem;
  /** Whether the caller's organization may use the system. */
  isEnabled(system: string): boolean;
}
