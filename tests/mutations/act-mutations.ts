import type { Mutation } from "./mutation.ts";

/** What acts request, do and report. */
export const actMutations: readonly Mutation[] = [
  {
    group: "waiting",
    breaks: "previews wait without end",
    file: "lib/ledger/visits/wait-for-visit.ts",
    changes: [["if (open >= limit)", "if (open > 1_000)"]],
    tests: ["tests/faults/emission-waiting.test.ts"],
  },
  {
    group: "waiting",
    breaks: "a preview that nobody waits for logs in",
    file: "lib/ledger/worker/run-preview.ts",
    changes: [["if (isOlder(row.createdAt, previewWaitSeconds, ctx.clock.now()))", "if (false)"]],
    tests: ["tests/faults/emission-waiting.test.ts"],
  },
  {
    group: "waiting",
    breaks: "an order is sent hours after its caller stopped waiting",
    file: "lib/ledger/worker/cross-barrier.ts",
    changes: [
      ["    if (isOverdue(row, barrierAt)) throw new AppError(terms.words.overdue);\n", ""],
    ],
    tests: ["tests/faults/emission-waiting.test.ts"],
  },
  {
    group: "keys",
    breaks: "a request that was given up is started once more under its key",
    file: "lib/ledger/operation/change-operation.ts",
    changes: [['  if (terms.answers === "outcome")\n    await', "  await"]],
    tests: ["lib/ledger/asynchronous-act.test.ts"],
  },
  {
    group: "keys",
    breaks: "a request is not told what became of its operation",
    file: "lib/ledger/operation/change-operation.ts",
    changes: [["  await terms.changed?.(tx, row, change);\n", ""]],
    tests: ["lib/ledger/asynchronous-act.test.ts"],
  },
  {
    group: "keys",
    breaks: "the key of a call that died, and may have done what cannot be undone, is new again",
    file: "lib/idempotency/idempotency.sql.ts",
    changes: [[`\n      and t.tool_id <> all ('{\${lastingTools.join(",")}}')`, ""]],
    tests: ["lib/retention/prune.test.ts"],
  },
  {
    group: "keys",
    breaks: "a key is new again while a call that came back for it runs",
    file: "lib/idempotency/idempotency.sql.ts",
    changes: [["t.state = 'running' and t.lease_until < $1", "t.state = 'running'"]],
    tests: ["lib/retention/prune.test.ts"],
  },
  {
    group: "keys",
    breaks: "a key that another tool has used emits",
    file: "lib/idempotency/operation-key.ts",
    changes: [
      ["row.operationId === null || !row.fingerprint.equals(fingerprintOf(call))", "false"],
    ],
    tests: ["tests/faults/one-key.test.ts"],
  },
  {
    group: "keys",
    breaks: "an unpaid bill hides the answer of a finished key",
    file: "lib/tools/execute/execute.ts",
    changes: [
      [
        "if (refusal !== null && !(await isAnsweredByKey(ctx, request, call, input))) throw refusal;",
        "if (refusal !== null) throw refusal;",
      ],
    ],
    tests: ["tests/faults/unpaid-bill.test.ts"],
  },
  {
    group: "keys",
    breaks: "a key that is released in between lets a new act through unpaid",
    file: "lib/tools/execute/execute.ts",
    changes: [["    if (whyNotNew !== null) throw whyNotNew;\n", ""]],
    tests: ["tests/faults/released-key.test.ts"],
  },
  {
    group: "fences",
    breaks: "a job is taken over while its holder writes in its name",
    file: "lib/jobs/held-job.ts",
    changes: [['.for("no key update")', '.for("key share")']],
    tests: ["lib/jobs/lock-order.test.ts"],
  },
  {
    group: "fences",
    breaks: "a worker takes an operation from the one that holds it",
    file: "lib/ledger/worker/cross-barrier.ts",
    changes: [["    if (row.token >= job.token) throw new JobTakenOver();\n", ""]],
    tests: ["tests/faults/emission-fences.test.ts"],
  },
  {
    group: "fences",
    breaks: "a worker that lost its operation writes its folios into it",
    file: "lib/ledger/worker/cross-barrier.ts",
    changes: [
      [
        ".where(and(eq(operations.id, row.id), eq(operations.token, job.token)))",
        ".where(eq(operations.id, row.id))",
      ],
    ],
    tests: ["tests/faults/emission-fences.test.ts"],
  },
  {
    group: "coverage",
    breaks: "what was read before midnight counts as read after it",
    file: "lib/sync/read-alcances.ts",
    changes: [
      [
        `const readAt = parts.portal.now;
      const reading = { ...(await readOnce(parts, alcance, relogins)), readAt };`,
        `const read = await readOnce(parts, alcance, relogins);
      const reading = { ...read, readAt: ctx.clock.now() };`,
      ],
    ],
    tests: ["tests/contract/coverage.test.ts"],
  },
  {
    group: "waiting",
    breaks: "a queue that refuses fails the call, and the document goes out",
    file: "lib/jobs/start-job.ts",
    changes: [
      ['    ctx.log.warn("sync.wake_up_not_sent", { job: jobId, error });', "    throw error;"],
    ],
    tests: ["tests/faults/emission-waiting.test.ts", "lib/sync/request-sync.test.ts"],
  },
  {
    group: "invoices",
    breaks: "an annulment preview that failed blocks the next one",
    file: "lib/acts/documents/checks/check-annulment.ts",
    changes: [["        isNotNull(preparations.documentHash),\n", ""]],
    tests: ["lib/acts/documents/checks/check-annulment.test.ts"],
  },
  {
    group: "search",
    breaks: "a wish that no tool fulfils is answered with some tool",
    file: "lib/tools/search/rank-tools.ts",
    changes: [["  return { ranked, fitting };", "  return { ranked, fitting: true };"]],
    tests: ["tests/contract/search-hits.test.ts"],
  },
  {
    group: "first-syncs",
    breaks: "a link is followed by the current month alone",
    file: "lib/schedules/start-first-syncs.ts",
    changes: [["[current, previousPeriodo(current)]", "[current]"]],
    tests: ["lib/schedules/start-first-syncs.test.ts"],
  },
  {
    group: "first-syncs",
    breaks: "a full queue fails the link that a person used",
    file: "lib/schedules/start-first-syncs.ts",
    changes: [['  "too_many_pending",\n', ""]],
    tests: ["lib/schedules/start-first-syncs.test.ts"],
  },
  {
    group: "rows",
    breaks: "a row that is seen again was read when it was seen first",
    file: "lib/records/page/page-text.ts",
    changes: [
      ["Math.max(Number(readMs), (last.get(seenKey) ?? 0) + Number(readOrder))", "Number(readMs)"],
    ],
    tests: ["lib/sync/seen-again.test.ts"],
  },
  {
    group: "rows",
    breaks: "a partial reading tells of rows that it does not show",
    file: "lib/sync/store-rows.ts",
    changes: [
      ["  return isWhole ? [...whole, null] : whole;", "  return Object.keys(completoPorCuenta);"],
    ],
    tests: ["lib/sync/seen-again.test.ts"],
  },
  {
    group: "identity",
    breaks: "a key that may read nothing is answered an empty list of syncs",
    file: "functions/api/syncs/routes.ts",
    changes: [["  if (own.length > 0) return own;\n", "  return own;\n"]],
    tests: ["functions/api/syncs/routes.test.ts"],
  },
];
