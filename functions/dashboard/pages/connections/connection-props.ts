import type { Child } from "hono/jsx";
import type { Fecha, Periodo } from "#lib/chile/index.ts";
import type { Manifest } from "#lib/contract/index.ts";
import type { ConnectionDetail, ConnectionUse } from "#lib/connections/index.ts";
import type { BalanceSteps } from "#lib/records/index.ts";
import type { CoverageMonth, Sync } from "#lib/sync/index.ts";
import type { AccessDays } from "../../texts/access-days.ts";
import type { ConnectionPermission } from "../../texts/permissions.ts";
import type { Nav } from "../../request/page-request.ts";

/** The forms that ask to type a connection's name. */
export type TypedForm = "olvidar" | "eliminar";

/** The field of the second of these forms. */
export const deleteField = "escrito-eliminar";

/** A connection, and everything that its page shows about it. */
export interface ConnectionProps {
  nav: Nav | null;
  organizationId: string;
  connection: ConnectionDetail;
  /** Null, like the three fields after it, if it could not be read. */
  use: ConnectionUse | null;
  /** The month preselected in the sync form. */
  month: string;
  /** The month that was typed cannot be read. */
  isWrongMonth: boolean;
  manifest: Manifest;
  /** What its system has tools for. */
  permissions: readonly ConnectionPermission[];
  covered: readonly CoverageMonth[] | null;
  balances: readonly BalanceSteps[] | null;
  /** The first and last day of the balances. */
  days: { from: Fecha; to: Fecha };
  current: Periodo;
  syncs: readonly Sync[] | null;
  now: Date;
  isManager: boolean;
  isOwner: boolean;
  seal(path: string): string;
  access: AccessDays;
  note?: Child;
  /** The form whose typed confirmation did not match. */
  wrongWord?: TypedForm | null;
}
