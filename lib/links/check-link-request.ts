import type { Context, InTransaction } from "#lib/db/context.ts";
import { minuteMs } from "#lib/kernel/clock.ts";
import type { ServiceSecret } from "#lib/kernel/secrets.ts";
import { type FindSystem, isLinkable, type LinkSystem } from "./link-system.ts";
import { findConnection } from "#lib/connections/index.ts";
import { AppError, validationError, type Issue } from "#lib/kernel/errors/index.ts";
import { accessMonths, unknownConnection, type LinkRequest } from "#lib/contract/index.ts";
import {
  addDays,
  addMonths,
  type Fecha,
  lastDay,
  parseFecha,
  periodoOfDay,
  santiagoDayOf,
  todayInSantiago,
} from "#lib/chile/index.ts";
import { returnAddressIssue } from "./return-address.ts";

interface CheckedRequest {
  connectionId: string | null;
  alcances: string[];
}

/** Lists every invalid field in one answer. */
export async function checkLinkRequest(
  tx: InTransaction<LinkMaker>,
  request: LinkRequest,
): Promise<CheckedRequest> {
  requireLinkRight(tx, request);
  const system = tx.systemOf(request.sistema);
  const usable = system !== null && isLinkable(system) && tx.isEnabled(system.id);
  const issues = usable ? fieldIssues(system, request) : [unknownSystem];
  issues.push(...accessIssues(request, tx.clock.now()));
  const { found, issue } = await connectionToRenew(tx, request, usable);
  if (issue !== null) issues.push(issue);
  if (system === null || issues.length > 0) throw validationError(issues);
  if (found?.disabled === true) throw new AppError("connection_disabled");
  const offered = request.alcances ?? system.alcances.map(({ id }) => id);
  return { connectionId: found?.id ?? null, alcances: found?.alcances ?? [...new Set(offered)] };
}

/** The connection of a reconnection, or what is wrong with the one that was named. */
async function connectionToRenew(
  tx: InTransaction<LinkMaker>,
  { modo, conexionId, sistema }: LinkRequest,
  usable: boolean,
) {
  if (!usable || modo !== "reconectar") return { found: null, issue: null };
  if (conexionId === undefined) return { found: null, issue: missingConnection };
  const found = await findConnection(tx, conexionId);
  return found?.connector === sistema
    ? { found, issue: null }
    : { found: null, issue: unknownConnection(["conexionId"]) };
}

/** A credential limited to certain connections could not see a new one. */
function requireLinkRight({ actor }: Pick<Context, "actor">, { modo }: LinkRequest): void {
  if (actor.connections === null || modo === "reconectar") return;
  const reason = "this credential is limited to some connections: it may only reconnect those";
  throw new AppError("forbidden", { details: { reason } });
}

function fieldIssues(system: LinkSystem, request: LinkRequest): Issue[] {
  const issues: Issue[] = [];
  const address = request.volverA === undefined ? null : returnAddressIssue(request.volverA);
  if (address !== null) issues.push(address);
  if (request.modo === "reconectar") return [...issues, ...unchangeableFields(request)];

  if (request.conexionId !== undefined) {
    issues.push({
      path: ["conexionId"],
      code: "not_allowed",
      message: "Only modo reconectar names a connection",
    });
  }
  const offered = system.alcances.map(({ id }) => id);
  for (const [index, alcance] of (request.alcances ?? []).entries()) {
    if (offered.includes(alcance)) continue;
    const message = `Not a module of ${system.id}; it has: ${offered.join(", ")}`;
    issues.push({ path: ["alcances", index], code: "invalid_choice", message });
  }
  return issues;
}

/** The earliest and latest end of access for a link with so many minutes. */
export function accessDays(minutes: number, now: Date): { least: Fecha; most: Fecha } {
  return {
    least: addDays(santiagoDayOf(new Date(now.getTime() + minutes * minuteMs)), 1),
    most: latestAccess(todayInSantiago(now)),
  };
}

/** Every link of this request can still be used on that day. */
function accessIssues({ accesoHasta, expiraEnMinutos }: LinkRequest, now: Date): Issue[] {
  if (accesoHasta === undefined) return [];
  const path = ["accesoHasta"];
  const { least, most } = accessDays(expiraEnMinutos, now);
  if (accesoHasta < least) {
    const message = `After the day on which the link ends: from ${least} on`;
    return [{ path, code: "too_small", message }];
  }
  if (accesoHasta <= most) return [];
  return [{ path, code: "too_large", message: `Within ${accessMonths} months: until ${most}` }];
}

/** The same day that many months later; the last of a month that has no such day. */
function latestAccess(today: Fecha): Fecha {
  const month = addMonths(periodoOfDay(today), accessMonths);
  const [, , day] = today.split("-");
  return parseFecha(`${month}-${day}`) ?? lastDay(month);
}

/** A reconnection brings a credential and changes nothing that owners have decided. */
function unchangeableFields(request: LinkRequest): Issue[] {
  const given = (["nombre", "alcances"] as const).filter((field) => request[field] !== undefined);
  return given.map((field) => ({
    path: [field],
    code: "not_allowed",
    message: "A reconnection keeps the connection's name and modules; leave this out",
  }));
}

/** One answer for a system that does not exist, cannot be connected or is not enabled. */
const unknownSystem: Issue = {
  path: ["sistema"],
  code: "invalid_choice",
  message: "Not a connectable system of this organization; take it from conexiones.sistemas.listar",
};

const missingConnection: Issue = {
  path: ["conexionId"],
  code: "required",
  message: "modo reconectar names the connection; take it from conexiones.estado.consultar",
};

export interface LinkMaker extends Context {
  secret: ServiceSecret;
  baseUrl: string;
  systemOf: FindSystem;
  /** Whether the caller's organization may use the system. */
  isEnabled(system: string): boolean;
}
