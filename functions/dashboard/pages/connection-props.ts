import type { Child } from "hono/jsx";
import type { Fecha, Periodo } from "#lib/chile/index.ts";
import type { Manifest } from "#lib/contract/index.ts";
import type { ConnectionDetail } from "#lib/connections/index.ts";
import type { BalanceSteps } from "#lib/records/index.ts";
import type { CoverageMonth, Sync } from "#lib/sync/index.ts";
import type { Nav } from "../frame/page-request.ts";

/** A connection, with all that its page shows of it. */
export interface ConnectionProps {
  nav: Nav | null;
  organizationId: string;
  connection: ConnectionDetail & { used: { calls: number; quota: number } };
  /** The month that the form to read one begins with. */
  month: string;
  manifest: Manifest;
  covered: readonly CoverageMonth[];
  balances: readonly BalanceSteps[];
  /** The days that the balances are of. */
  days: { from: Fecha; to: Fecha };
  current: Periodo;
  syncs: readonly Sync[];
  now: Date;
  isManager: boolean;
  seal(path: string): string;
  note?: Child;
  wrongWord?: boolean;
}
