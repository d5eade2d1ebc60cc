import { openDatabase } from "#lib/db/client.ts";
import type { SystemContext } from "#lib/db/context.ts";
import type { Database } from "#lib/db/database.ts";
import { isDatabaseUnreachable } from "#lib/db/failures.ts";
import { systemClock, type Clock } from "#lib/kernel/clock.ts";
import { ConfigError, parseConfig } from "#lib/kernel/config.ts";
import { AppError } from "#lib/kernel/errors/index.ts";
import { newId } from "#lib/kernel/ids.ts";
import { createLog, type Log } from "#lib/kernel/log.ts";
import { actAsOperator, organizationOf } from "#lib/operator/index.ts";
import { withSecretFiles } from "#infra/server/secret-files.ts";
import { At } from "./at.ts";
import { groups, type Run } from "./groups.ts";
import { help } from "./help.ts";
import { parseCall, type Call } from "./parse-call.ts";
import { table } from "./table.ts";
import { WrongCall } from "../refusals.ts";

interface AdminEdges {
  environment: Readonly<Record<string, string | undefined>>;
  /** Standard output: the answer, as one object. */
  answer(text: string): void;
  /** Standard error. */
  say(line: string): void;
  clock?: Clock;
}

/** One command of the operator. Returns the process's exit code. */
export async function runAdmin(args: readonly string[], edges: AdminEdges): Promise<number> {
  const { answer, say, clock = systemClock } = edges;
  const { RELEASE: release } = edges.environment;
  const now = () => clock.now();
  const log = createLog({ level: "info", write: say, now, release, program: "admin" });
  let isChange = false;
  try {
    const call = parseCall(table, args);
    if (call === "help") {
      const [group, verb] = args.filter((word) => !word.startsWith("-"));
      answer(help(table, known(group, verb)));
      return 0;
    }
    isChange = call.entry.asks !== undefined && !call.rehearse;
    const done = await carryOut(call, { ...edges, clock, log });
    answer(`${JSON.stringify(done)}\n`);
    return 0;
  } catch (error) {
    return explain(error, isChange, { say, log });
  }
}

type Edges = AdminEdges & { clock: Clock; log: Log };

async function carryOut(call: Call, edges: Edges): Promise<object> {
  const environment = withSecretFiles(edges.environment);
  const { entry } = call;
  const operator = operatorOf(entry.asks === undefined || call.rehearse, environment);
  const group = await groups[call.group as keyof typeof groups]();
  const run = (group as Record<string, Run>)[call.verb];
  if (run === undefined) throw new WrongCall(`${call.group} ${call.verb} is not built`);
  const db = await databaseOf(entry.as, environment, edges.log);
  try {
    const system: SystemContext = { db, log: edges.log, clock: edges.clock };
    return await inPlace(call, { system, operator, environment, run });
  } finally {
    await db.close();
  }
}

interface Place {
  system: SystemContext;
  operator: string;
  environment: Edges["environment"];
  run: Run;
}

async function inPlace(call: Call, { system, operator, environment, run }: Place): Promise<object> {
  const { subject, entry, given, reason, rehearse } = call;
  const prefix = subject?.prefix ?? null;
  const organization =
    subject === null || prefix === null ? null : await organizationOf(system, prefix, subject.id);
  const work = (inside: SystemContext, requestId: string): Promise<object> =>
    run(new At(inside, { operator, requestId, organization, environment }), given);
  if (entry.asks === undefined) return work(system, newId("req", system.clock.now()));
  const action = {
    operator,
    reason,
    organization,
    command: `${call.group} ${call.verb}`,
    subject: subject?.id ?? null,
    options: call.onRecord,
  };
  if (entry.onRecord === "before") {
    await actAsOperator(system, action, async () => ({}));
    return work(system, newId("req", system.clock.now()));
  }
  const done = await actAsOperator(system, action, work, { rehearse, keeps: entry.keeps ?? [] });
  return rehearse ? { ...done, rehearsed: true } : done;
}

function operatorOf(isAnybody: boolean, { OPERATOR = "" }: Edges["environment"]): string {
  if (/^[\w.@+-]{1,80}$/.test(OPERATOR)) return OPERATOR;
  if (isAnybody) return "operator";
  const problem = OPERATOR === "" ? "is not set" : "has to be of 1 to 80 of A-Z a-z 0-9 _ . @ + -";
  throw new WrongCall(`OPERATOR ${problem}: the name under which a change is on record`);
}

/** Connects like the workers, who may act for every organization; erasing connects like housekeeping. */
async function databaseOf(
  as: "keeper" | undefined,
  environment: Edges["environment"],
  log: Log,
): Promise<Database> {
  const name = as === "keeper" ? "KEEPER_DATABASE_URL" : "WORKER_DATABASE_URL";
  const url = parseConfig([name], environment)[name];
  return openDatabase({ url, max: 2, log });
}

function known(group?: string, verb?: string): { group?: string; verb?: string } {
  if (group === undefined || !Object.hasOwn(table, group)) return {};
  const verbs: object = table[group as keyof typeof table];
  return verb === undefined || !Object.hasOwn(verbs, verb) ? { group } : { group, verb };
}

/** In one line, and without the text of an unexpected error, which may quote a row. */
function explain(
  error: unknown,
  isChange: boolean,
  { say, log }: Pick<AdminEdges, "say"> & { log: Log },
): number {
  if (error instanceof WrongCall) {
    say(`${error.message}. --help tells more.`);
    return 2;
  }
  if (error instanceof ConfigError) {
    say(error.message.replaceAll(/\s*\n\s*/g, " "));
    return 2;
  }
  const isUnanswered =
    error instanceof AppError &&
    error.code === "service_unavailable" &&
    error.details?.["paused"] === undefined;
  if (isUnanswered || isDatabaseUnreachable(error)) {
    say(
      isChange
        ? "A part cannot be reached or did not answer: what was asked for may have been done. Look at it (list, show, audit list) before you repeat it."
        : "A part cannot be reached or did not answer. Nothing was changed: repeat it once the part answers.",
    );
    log.error("admin.failed", { error });
    return 3;
  }
  if (error instanceof AppError) {
    say(`Refused: ${reasonOf(error)} (${error.code})`);
    return 1;
  }
  // A command recorded beforehand may have begun, so it is unknown whether anything changed.
  const look = isChange ? "Look at what it was about before you repeat it" : "Nothing was changed";
  say(`It failed: internal_error. ${look}.`);
  log.error("admin.failed", { error });
  return 1;
}

function reasonOf({ details, message }: AppError): string {
  const reason = details?.["reason"];
  if (typeof reason === "string") return reason;
  return details === null ? message : `${message} ${JSON.stringify(details)}`;
}
