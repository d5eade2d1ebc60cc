import type { Mutation } from "./mutation.ts";

const recordTests = ["lib/audit/call-records.test.ts"];
const quotaTests = ["tests/contract/quota.test.ts"];
const severalTests = ["tests/contract/several-connections.test.ts"];
const callerTests = ["lib/limits/callers.test.ts"];
const waiting = "lib/db/together.ts";
const records = "lib/audit/record-call.ts";
const callers = "lib/limits/caller-statements.ts";
const counts = "lib/limits/count-call.ts";

/** Calls that are put on record and counted together. */
export const callMutations: readonly Mutation[] = [
  {
    group: "calls",
    breaks: "the calls of one organization wait for another's, and are lost among them",
    file: waiting,
    changes: [
      ["this.#byOrganization.get(organizationId)", 'this.#byOrganization.get("")'],
      [
        "this.#byOrganization.set(organizationId, waiting)",
        'this.#byOrganization.set("", waiting)',
      ],
      ["this.#byOrganization.delete(organizationId)", 'this.#byOrganization.delete("")'],
    ],
    tests: recordTests,
  },
  {
    group: "calls",
    breaks: "a call of another organization is on record as one's own",
    file: records,
    changes: [
      [
        'select ${columns.map((column) => `r.${column}`).join(", ")}',
        'select ${columns.map((column) => (column === "organization_id" ? "scope.org" : `r.${column}`)).join(", ")}',
      ],
      ["\n    where r.organization_id = scope.org`", "`"],
    ],
    tests: recordTests,
  },
  {
    group: "calls",
    breaks: "a record is written twice when the database is lost behind its commit",
    file: waiting,
    changes: [["if (!isRefused(error)) for", "if (together.length === 0) for"]],
    tests: recordTests,
  },
  {
    group: "calls",
    breaks: "records of which nobody knows whether they were written are sent once more",
    file: records,
    changes: [
      [
        'name: "audit.record_together",\n  repeatable: false,',
        'name: "audit.record_together",\n  repeatable: true,',
      ],
    ],
    tests: recordTests,
  },
  {
    group: "calls",
    breaks: "one call that cannot be put on record fails all that came with it",
    file: waiting,
    changes: [
      [
        "else await this.#askEach(db, together);",
        "else for (const { failed } of together) failed(error);",
      ],
    ],
    tests: recordTests,
  },
  {
    group: "calls",
    breaks: "a database that is lost is asked for each of two hundred records",
    file: waiting,
    changes: [["return isDatabaseUnreachable(error) ? error : null;", "return null;"]],
    tests: recordTests,
  },
  {
    group: "calls",
    breaks: "a call whose record went unheard costs two",
    file: "lib/tools/call/record-outcome.ts",
    changes: [
      [
        "if (await isOnRecord(db, newest.row)) changeRun(call, { cost: null });",
        "await isOnRecord(db, newest.row);",
      ],
    ],
    tests: quotaTests,
  },
  {
    group: "calls",
    breaks: "a call whose record never arrived costs nothing",
    file: "lib/tools/call/record-outcome.ts",
    changes: [
      [
        "if (await isOnRecord(db, newest.row)) changeRun(call, { cost: null });",
        "await isOnRecord(db, newest.row);\n  changeRun(call, { cost: null });",
      ],
    ],
    tests: quotaTests,
  },
  {
    group: "calls",
    breaks: "a call is answered that is not on record",
    file: waiting,
    changes: [
      [
        "      failed(error);\n      return isDatabaseUnreachable",
        "      answered(undefined as Answer);\n      return isDatabaseUnreachable",
      ],
    ],
    tests: recordTests,
  },
  {
    group: "calls",
    breaks: "one connection that is silent holds up every later call of its organization",
    file: waiting,
    changes: [["  await Promise.race([work, limit.promise]);", "  await work;"]],
    tests: recordTests,
  },
  {
    group: "calls",
    breaks: "the calls that a silent connection was given together wait for ever",
    file: waiting,
    changes: [["return await Promise.race([work, limit.promise]);", "return await work;"]],
    tests: ["lib/db/together.test.ts"],
  },
  {
    group: "calls",
    breaks: "what a request did is told under another one's name",
    file: waiting,
    changes: [
      ["await within(() => this.#ways.alone(db, asked))", "await this.#ways.alone(db, asked)"],
    ],
    tests: recordTests,
  },
  {
    group: "calls",
    breaks: "a call that names two connections costs one of them alone",
    file: records,
    changes: [
      [
        "connectionId === null ? countedFor : [connectionId]",
        "connectionId === null ? countedFor.slice(0, 1) : [connectionId]",
      ],
    ],
    tests: severalTests,
  },
  {
    group: "calls",
    breaks: "a call that names several connections fails when it comes alone",
    file: records,
    changes: [["if (namesSeveral(call)) await", "if (call.countedFor === null) await"]],
    tests: severalTests,
  },
  {
    group: "calls",
    breaks: "calls of two connections that come together cost the first one",
    file: records,
    changes: [["const key = `${connection}|${periodo}`;", "const key = periodo;"]],
    tests: recordTests,
  },
  {
    group: "calls",
    breaks: "calls of two months that come together are counted in the first one",
    file: records,
    changes: [["const key = `${connection}|${periodo}`;", "const key = connection;"]],
    tests: recordTests,
  },
  {
    group: "calls",
    breaks: "many calls of a connection that come together cost as one",
    file: records,
    changes: [["count.calls += 1;", "count.calls = 1;"]],
    tests: recordTests,
  },
  {
    group: "calls",
    breaks: "calls that come together are counted in a slot of another connection",
    file: counts,
    changes: [
      [
        "organization_id = scope.org and connection_id = c.connection and periodo = c.periodo",
        "organization_id = scope.org and periodo = c.periodo",
      ],
    ],
    tests: recordTests,
  },
  {
    group: "calls",
    breaks: "calls that come together are counted in a slot of another month",
    file: counts,
    changes: [
      [
        "organization_id = scope.org and connection_id = c.connection and periodo = c.periodo",
        "organization_id = scope.org and connection_id = c.connection",
      ],
    ],
    tests: recordTests,
  },
  {
    group: "calls",
    breaks: "calls that come together take the place of those that were counted before",
    file: counts,
    changes: [["set calls = u.calls + excluded.calls", "set calls = excluded.calls"]],
    tests: recordTests,
  },
  {
    group: "calls",
    breaks: "two processes that count for the same two connections wait for each other",
    file: counts,
    changes: [
      [
        "connection_id = c.connection and periodo = c.periodo\n        limit 1 for update skip locked",
        "connection_id = c.connection and periodo = c.periodo\n        limit 1 for update",
      ],
    ],
    tests: recordTests,
  },
  {
    group: "calls",
    breaks: "requests with one key that come together are each told that they are the last of all",
    file: "lib/limits/callers.ts",
    changes: [["    caller.hits -= after;\n", ""]],
    tests: callerTests,
  },
  {
    group: "calls",
    breaks: "requests with one key that come together are counted as one",
    file: callers,
    changes: [
      ["select organization_id, id, minute, count(*)", "select organization_id, id, minute, 1"],
    ],
    tests: callerTests,
  },
  {
    group: "calls",
    breaks: "a key that was revoked uses up its minute when it comes with others",
    file: callers,
    changes: [["count(*) from caller where valid", "count(*) from caller where true"]],
    tests: callerTests,
  },
  {
    group: "calls",
    breaks: "a key goes on for an organization that is to be deleted",
    file: callers,
    changes: [["where id = scope.org and deletes_at is null", "where id = scope.org"]],
    tests: callerTests,
  },
  {
    group: "calls",
    breaks: "a key that ends goes on while it comes with others",
    file: callers,
    changes: [['${liveAt("a.now")} as valid', "k.revoked_at is null as valid"]],
    tests: callerTests,
  },
  {
    group: "calls",
    breaks: "two processes that count the same keys wait for each other until one is refused",
    file: callers,
    changes: [[" order by id, minute", " order by id desc, minute"]],
    tests: callerTests,
  },
];
