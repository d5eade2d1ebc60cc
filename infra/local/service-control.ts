import type { ServiceControl } from "#infra/sandbox/index.ts";
import { findCalls } from "#lib/audit/index.ts";
import { ConnectionChange, updateConnection } from "#lib/connections/index.ts";
import {
  createApiKey,
  createOrganization,
  revokeAnyApiKey,
  updateOrganization,
  type KeyContext,
} from "#lib/identity/index.ts";
import type { Names } from "./names.ts";

export interface ControlledService extends KeyContext {
  names: Names;
  /** Ends when everything that became due by it has ended. */
  moveClock(to: Date): Promise<void>;
}

/** What the sandbox's control plane may do to the service: the verbs of the dashboard, and time. */
export function serviceControl(ctx: ControlledService): ServiceControl {
  return {
    now: () => ctx.clock.now(),
    moveClock: (to) => ctx.moveClock(to),
    createOrganization: (input) => createOrganization(ctx, definedOnly(input)),
    updateOrganization: (id, patch) => updateOrganization(ctx, id, definedOnly(patch)),
    createKey: (input) => createApiKey(ctx, definedOnly(input)),
    revokeKey: (id) => revokeAnyApiKey(ctx, id),
    updateConnection: (id, patch) => updateConnection(ctx, id, ConnectionChange.parse(patch)),
    auditOf: (requestId) => findCalls(ctx, requestId),
    setNames: async (names) => ctx.names.set(names),
    clearNames: async () => ctx.names.clear(),
  };
}

/** A key that is there without a value is as good as absent. */
function definedOnly<T extends object>(given: T): { [K in keyof T]: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]: Exclude<T[K], undefined>;
  };
}
