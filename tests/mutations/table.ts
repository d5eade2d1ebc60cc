import { actMutations } from "./act-mutations.ts";
import { callMutations } from "./call-mutations.ts";
import { consentMutations } from "./consent-mutations.ts";
import { erasureMutations } from "./erasure-mutations.ts";
import { identityMutations } from "./identity-mutations.ts";
import { invoiceMutations } from "./invoice-mutations.ts";
import { mailMutations } from "./mail-mutations.ts";
import type { Mutation } from "./mutation.ts";
import { readingMutations } from "./reading-mutations.ts";
import { requestMutations } from "./request-mutations.ts";
import { restoreMutations } from "./restore-mutations.ts";
import { strangerMutations } from "./stranger-mutations.ts";

/** Guards of the service, each with the mutation that no test noticed before it had one. */
export const mutations: readonly Mutation[] = [
  {
    group: "fences",
    breaks: "a replaced worker crosses the barrier, with folios that it read long ago",
    file: "lib/ledger/worker/cross-barrier.ts",
    changes: [
      ["    await requireHeld(tx, job);\n    const barrierAt", "    const barrierAt"],
      [
        `        eq(operations.token, job.token),
        eq(operations.state, "running"),`,
        "",
      ],
    ],
    tests: ["tests/faults/emission-fences.test.ts"],
  },
  {
    group: "fences",
    breaks: "rows of a replaced worker are stored although its job refused it",
    file: "lib/sync/store-reading.ts",
    changes: [
      ["    await requireHeld(tx, job);\n", ""],
      [
        "await changeHeld(tx, job, { outcomes, progress, leaseUntil: leaseFrom(tx.clock.now()) });",
        "await changeHeld(tx, job, { outcomes, progress }).catch(() => undefined);",
      ],
    ],
    tests: ["lib/sync/stale-reading.test.ts"],
  },
  {
    group: "fences",
    breaks: "a call that lost its key ends it with its own answer",
    file: "lib/idempotency/finish-key.ts",
    changes: [
      [
        "      .where(ownClaim(ctx, held))\n      .returning(",
        "      .where(eq(idempotencyKeys.key, held.key))\n      .returning(",
      ],
    ],
    tests: ["lib/idempotency/run-once.test.ts"],
  },
  {
    group: "fences",
    breaks: "a call that lost its key releases it while another one runs under it",
    file: "lib/idempotency/finish-key.ts",
    changes: [
      [
        "db.orm.delete(idempotencyKeys).where(ownClaim(ctx, held))",
        "db.orm.delete(idempotencyKeys).where(eq(idempotencyKeys.key, held.key))",
      ],
    ],
    tests: ["lib/idempotency/run-once.test.ts"],
  },
  {
    group: "fences",
    breaks: "a result that is written twice ends a delivery that was resent meanwhile",
    file: "lib/webhooks/drain/record.ts",
    changes: [["        and coalesce(d.status, '') = 'delivering'\n", ""]],
    tests: ["lib/webhooks/drain/record.test.ts"],
  },
  {
    group: "fences",
    breaks: "a claim that is released twice gives its delivery one attempt too many",
    file: "lib/webhooks/drain/release-claims.ts",
    changes: [[" and coalesce(d.status, '') = 'delivering'", ""]],
    tests: ["lib/webhooks/drain/release-claims.test.ts"],
  },
  {
    group: "waiting",
    breaks: "receivers that hang keep every slot of a drain",
    file: "lib/webhooks/drain/slots.ts",
    changes: [["      this.#hanging += 1;\n", ""]],
    tests: ["lib/webhooks/drain/drain.test.ts"],
  },
  {
    group: "fences",
    breaks: "a receiver with a certificate for another name gets deliveries",
    file: "lib/egress/tls-options.ts",
    changes: [["rejectUnauthorized: true", "rejectUnauthorized: false"]],
    tests: ["lib/egress/connection.test.ts"],
  },
  {
    group: "waiting",
    breaks: "a connection whose deadline has passed stays open",
    file: "lib/egress/exchange.ts",
    changes: [["    this.#carrier?.cut();\n    this.#failed", "    this.#failed"]],
    tests: ["lib/egress/connection.test.ts"],
  },
  {
    group: "waiting",
    breaks: "an address that does not answer uses up the time of the next one",
    file: "lib/egress/connection.ts",
    changes: [["setTimeout(late, connectLimitMs)", "undefined"]],
    tests: ["lib/egress/sender.test.ts"],
  },
  {
    group: "waiting",
    breaks: "a drain of many endpoints keeps more idle connections than a function may open",
    file: "lib/egress/connection.ts",
    changes: [["    if (this.#all.size >= this.#most) return false;\n", ""]],
    tests: ["lib/egress/sender.test.ts"],
  },
  {
    group: "waiting",
    breaks: "a key service that does not end its answer is waited for without end",
    file: "lib/platform/kms-keys.ts",
    changes: [["return { abortSignal: AbortSignal.timeout(callMs) };", "return {};"]],
    tests: ["tests/contract/platform-keys.test.ts"],
  },
  {
    group: "waiting",
    breaks: "a key service that is silent once costs its callers ten seconds",
    file: "lib/platform/kms-keys.ts",
    changes: [["clientSettings(place, { tryMs })", "clientSettings(place)"]],
    tests: ["tests/contract/platform-keys.test.ts"],
  },
  {
    group: "coverage",
    breaks: "a month in course counts as whole to its end once it was read",
    file: "lib/contract/dataset/coverage-entry.ts",
    changes: [
      [
        "if (day > closesOn(periodo, closingDay)) return lastDay(periodo);",
        "return lastDay(periodo);",
      ],
    ],
    tests: ["lib/contract/dataset/cobertura.test.ts"],
  },
  {
    group: "refusals",
    breaks: "any alert after the sending is a rejection",
    file: "lib/connectors/tributario/driver/send-answer.ts",
    changes: [["said.includes(undefined) || ", ""]],
    tests: ["lib/connectors/tributario/driver/send-answer.test.ts"],
  },
  {
    group: "refusals",
    breaks: "a refusal that the authority's list contradicts ends the emission",
    file: "lib/ledger/worker/ask-once.ts",
    changes: [
      [
        "const isContradicted = candidates.length > 0 || contradictsRefusal;",
        "const isContradicted = contradictsRefusal;",
      ],
    ],
    tests: ["tests/faults/emission-proof.test.ts"],
  },
  {
    group: "refusals",
    breaks: "a look that failed takes a refusal back",
    file: "lib/ledger/worker/ask-once.ts",
    changes: [['visit.kind === "failed" && row.state === "rejected"', "false"]],
    tests: ["tests/faults/looks.test.ts"],
  },
  {
    group: "logins",
    breaks: "a password that the portal refused is sent again by itself",
    file: "lib/jobs/login/login-rules.ts",
    changes: [['  if (!typed && own?.outcome === "rejected") return { kind: "refused" };\n', ""]],
    tests: ["lib/jobs/login/login-rules.test.ts"],
  },
  {
    group: "logins",
    breaks: "a third password follows two refused ones, and the portal locks the account",
    file: "lib/jobs/login/login-rules.ts",
    changes: [["newest.length >= refusalsInARow && !newest.some(isGood)", "false"]],
    tests: ["lib/jobs/login/login-rules.test.ts"],
  },
  {
    group: "locks",
    breaks: "a sync that is asked for again and the running one wait for each other",
    file: "lib/jobs/end-job.ts",
    changes: [
      ["  if (job.connectionId !== null) await lockConnections(tx, [job.connectionId]);\n", ""],
    ],
    tests: ["lib/jobs/lock-order.test.ts"],
  },
  {
    group: "look-alikes",
    breaks: "the folio of one organization's document is given to another organization",
    file: "lib/ledger/worker/ask-once.ts",
    changes: [
      [
        "eq(operations.companyRut, row.companyRut)",
        "eq(operations.organizationId, row.organizationId)",
      ],
    ],
    tests: ["tests/faults/emission-left-behind.test.ts"],
  },
  {
    group: "look-alikes",
    breaks: "two that look the same cross their barriers at once",
    file: "lib/ledger/worker/cross-barrier.ts",
    changes: [["    await lockAlike(tx, row);\n", ""]],
    tests: ["lib/ledger/operation/refuse-alike.test.ts"],
  },
  {
    group: "look-alikes",
    breaks: "one is sent while another that looks the same may be out",
    file: "lib/ledger/worker/cross-barrier.ts",
    changes: [
      ["    await refuseAlike(tx, terms, row, { connections: [row.connectionId] });\n", ""],
    ],
    tests: ["tests/faults/look-alikes.test.ts"],
  },
  {
    group: "proof",
    breaks: "a receipt attests the content of a document that was only found in the list",
    file: "lib/ledger/worker/settle-operation.ts",
    changes: [['done?.prueba === "lista" ? null : row.documentHash', "row.documentHash"]],
    tests: ["tests/faults/emission-proof.test.ts"],
  },
  {
    group: "proof",
    breaks: "an annulment is known by a note that its document does not name",
    file: "lib/acts/documents/order.ts",
    changes: [[" && String(note.folio) === one", ""]],
    tests: ["tests/faults/emission-proof.test.ts"],
  },
  {
    group: "rows",
    breaks: "a reading that misses half of a month withdraws that half",
    file: "lib/records/withdraw-records.ts",
    changes: [
      ["const brake = { rows: 5, share: 10 };", "const brake = { rows: 1_000, share: 10 };"],
    ],
    tests: ["lib/sync/store-reading.test.ts"],
  },
  {
    group: "rows",
    breaks: "one character that no database holds costs a whole module",
    file: "lib/records/upsert-records.ts",
    changes: [["cleanJson(row.payload)", "JSON.stringify(row.payload)"]],
    tests: ["lib/sync/store-reading.test.ts"],
  },
  {
    group: "search",
    breaks: "a call is handed over although its caller still has to choose",
    file: "lib/tools/search/next-step.ts",
    changes: [
      [
        "  if (missing.length > 0) return { next_call: null, missing, before: listing(missing) };\n",
        "",
      ],
    ],
    tests: ["tests/contract/search-hits.test.ts"],
  },
  {
    group: "keys",
    breaks: "what is proven undone keeps its key, and is never done",
    file: "lib/ledger/worker/settle-operation.ts",
    changes: [["    await releaseOperationKey(tx, { organizationId, operationId, key });\n", ""]],
    tests: ["lib/ledger/worker/undone.test.ts"],
  },
  {
    group: "restore",
    breaks: "a removal whose line is cut off is skipped, and nobody is told",
    file: "lib/restore/replay-acts.ts",
    changes: [["if (!isLeftOut && unreadable.length > 0) {", "if (false) {"]],
    tests: ["tests/contract/restore-replay.test.ts"],
  },
  {
    group: "restore",
    breaks: "a removal of a person whose commit was not answered leaves no trace in the log",
    file: "lib/audit/act-on-record.ts",
    changes: [["      waiting.begin();\n", ""]],
    tests: ["lib/audit/act-on-record.test.ts"],
  },
  {
    group: "restore",
    breaks: "a removal of the operator whose commit was not answered leaves no trace in the log",
    file: "lib/operator/index.ts",
    changes: [["      waiting.begin();\n", ""]],
    tests: ["lib/operator/on-record.test.ts"],
  },
  ...readingMutations,
  ...actMutations,
  ...erasureMutations,
  ...requestMutations,
  ...identityMutations,
  ...invoiceMutations,
  ...mailMutations,
  ...callMutations,
  ...consentMutations,
  ...restoreMutations,
  ...strangerMutations,
];
