import type { Child } from "hono/jsx";
import type { Fecha, Periodo } from "#lib/chile/index.ts";
import type { Manifest } from "#lib/contract/index.ts";
import type { ConnectionDetail, ConnectionUse } from "#lib/connections/index.ts";
import type { BalanceSteps } from "#lib/records/index.ts";
import type { CoverageMonth, Sync } from "#lib/sync/index.ts";
import type { AccessDays } from "../texts/access-days.ts";
import type { Nav } from "../frame/page-request.ts";

/** What a connection's name is typed for. */
export type TypedForm = "olvidar" | "eliminar";

/** The field of the second of them. */
export const deleteField = "escrito-eliminar";

/** A connection, with all that its page shows of it. */
export interface ConnectionProps {
  nav: Nav | null;
  organizationId: string;
  connection: ConnectionDetail;
  /** Null, as the three after it: it could not be read. */
  use: ConnectionUse | null;
  /** The month that the form to read one begins with. */
  month: string;
  manifest: Manifest;
  covered: readonly CoverageMonth[] | null;
  balances: readonly BalanceSteps[] | null;
  /** The days that the balances are of. */
  days: { from: Fecha; to: Fecha };
  current: Periodo;
  syncs: readonly Sync[] | null;
  now: Date;
  isManager: boolean;
  isOwner: boolean;
  seal(path: string): string;
  access: AccessDays;
  note?: Child;
  /** The form whose typed confirmation was something else. */
  wrongWord?: TypedForm | null;
}
