import type { Mutation } from "./mutation.ts";

const receipts = "lib/acts/fee-receipts";
const annulments = "lib/acts/annulments";
const folders = "lib/acts/folders";

/** Acts with their own request: fee receipts, their annulments, and tax folders. */
export const requestMutations: readonly Mutation[] = [
  {
    group: "receipts",
    breaks: "a hundred receipts at once all pass under a limit of ten",
    file: `${receipts}/policy/lock-policy.ts`,
    changes: [['await (isLocked ? query.for("update") : query)', "await query"]],
    tests: [`${receipts}/request-receipt.test.ts`],
  },
  {
    group: "receipts",
    breaks: "a reference issues two receipts",
    file: `${receipts}/request-receipt.ts`,
    changes: [["      await requireNewReference(tx, issuerRut, asked.referencia);\n", ""]],
    tests: [`${receipts}/request-receipt.test.ts`],
  },
  {
    group: "receipts",
    breaks: "another receipt than was asked for is issued",
    file: `${receipts}/act.ts`,
    changes: [
      [
        '  if (confirmed(shown).join("|") !== asked.join("|")) throw givenUp("confirmacion_distinta");\n',
        "",
      ],
    ],
    tests: [`${receipts}/request-receipt.test.ts`],
  },
  {
    group: "receipts",
    breaks: "a receipt alike is sent while nobody knows of the first",
    file: "lib/ledger/operation/refuse-alike.ts",
    changes: [["  if (found === undefined) return;\n", "  if (Math.abs(1) === 1) return;\n"]],
    tests: [`${receipts}/request-receipt.test.ts`],
  },
  {
    group: "receipts",
    breaks: "what waits is issued although its policy is off by then",
    file: `${receipts}/policy/require-still-allowed.ts`,
    changes: [
      [
        '  if (policy === null) throw new AppError("honorarios_beta_disabled");',
        "  if (policy === null) return;",
      ],
    ],
    tests: [`${receipts}/policy/require-still-allowed.test.ts`],
  },
  {
    group: "receipts",
    breaks: "the paper of before the annulment cancels the visit for the marked one",
    file: `${receipts}/request-rows.ts`,
    changes: [
      [
        "sql`case when ${feeReceiptRequests.documentVersion} > ${version} then ${feeReceiptRequests.visitAt} end`",
        "null",
      ],
    ],
    tests: [`${receipts}/papers.test.ts`],
  },
  {
    group: "receipts",
    breaks: "papers that nobody waits for take the places of callers",
    file: "lib/ledger/visits/wait-for-visit.ts",
    changes: [['      ne(syncJobs.actorKind, "system"),\n', ""]],
    tests: [`${receipts}/papers.test.ts`],
  },
  {
    group: "receipts",
    breaks: "every receipt of a burst queues a visit of its own for its paper",
    file: "lib/ledger/files/start-file.ts",
    changes: [["underWay)) > 0) return null;", "underWay)) > 100) return null;"]],
    tests: [`${receipts}/papers.test.ts`],
  },
  {
    group: "receipts",
    breaks: "what waits for its receiver since midnight has no term",
    file: `${receipts}/move-annulment.ts`,
    changes: [
      [
        '    mode: "con_receptor" as const,\n    deadline: plazoConReceptor(Fecha.parse(request.day)),\n',
        "",
      ],
    ],
    tests: [`${annulments}/request-annulment.test.ts`],
  },
  {
    group: "receipts",
    breaks: "two annulments of one receipt are under way",
    file: `${annulments}/request-annulment.ts`,
    changes: [
      [
        "      await requireNoAnnulment(tx, connection, receipt);\n      requireLiveCredential",
        "      requireLiveCredential",
      ],
    ],
    tests: [`${annulments}/request-annulment.test.ts`],
  },
  {
    group: "receipts",
    breaks: "an annulment lapses while the portal shows that it waits",
    file: `${receipts}/move-annulment.ts`,
    changes: [['isPast(lateDays) ? "lapsed"', 'isPast(0) ? "lapsed"']],
    tests: [`${annulments}/request-annulment.test.ts`],
  },
  {
    group: "folders",
    breaks: "a folder goes to a recipient that was taken back meanwhile",
    file: `${folders}/order.ts`,
    changes: [["confirmed?.revision !== request.revision", "confirmed?.revision === 0"]],
    tests: [`${folders}/recipients.test.ts`],
  },
  {
    group: "folders",
    breaks: "who was confirmed before is the recipient again",
    file: `${folders}/recipients.ts`,
    changes: [
      [
        "await withdraw(tx, isNotNull(taxFolderRecipients.confirmedAt));",
        "await withdraw(tx, eq(taxFolderRecipients.revision, revision));",
      ],
    ],
    tests: [`${folders}/recipients.test.ts`],
  },
  {
    group: "folders",
    breaks: "a folder that is to be closed is forgotten with its connection",
    file: `${folders}/find-open-closing.ts`,
    changes: [
      ["  return found?.operationId ?? null;", "  return found === undefined ? null : null;"],
    ],
    tests: ["lib/erasure/open-closing.test.ts"],
  },
  {
    group: "folders",
    breaks: "the portal's word that it is revoked is believed",
    file: `${folders}/act.ts`,
    changes: [
      [
        "listed.some(({ codigo, revocada }) => codigo === code && revocada)",
        "listed.some(({ codigo }) => codigo === code)",
      ],
    ],
    tests: ["lib/erasure/open-closing.test.ts"],
  },
  {
    group: "folders",
    breaks: "our copy of a closed folder is kept",
    file: `${folders}/closing.ts`,
    changes: [
      ["  await destroyFile(tx, documentFileOf(row));\n  if (row.state", "  if (row.state"],
    ],
    tests: [`${folders}/documents.test.ts`],
  },
  {
    group: "folders",
    breaks: "what names somebody else is left for its recipient to see",
    file: `${folders}/terms.ts`,
    changes: [['    if (change.state === "done") await beginToCloseForeign(tx, row);\n', ""]],
    tests: [`${folders}/documents.test.ts`],
  },
  {
    group: "folders",
    breaks: "another is made while one is to be closed",
    file: `${folders}/request-folder.ts`,
    changes: [
      [
        'inArray(taxFolderRequests.state, ["inconclusa", "cerrando"])',
        'inArray(taxFolderRequests.state, ["inconclusa"])',
      ],
    ],
    tests: [`${folders}/documents.test.ts`],
  },
  {
    group: "folders",
    breaks: "what goes to its recipient alone is kept here",
    file: `${folders}/store-document.ts`,
    changes: [['  if (request.delivery === "destinatario") return;\n', ""]],
    tests: [`${folders}/documents.test.ts`],
  },
  {
    group: "folders",
    breaks: "ten at once take it ten times",
    file: `${folders}/take-document.ts`,
    changes: [["          lt(taxFolderRequests.downloads, mostDownloads),\n", ""]],
    tests: [`${folders}/documents.test.ts`],
  },
  {
    group: "folders",
    breaks: "another key reads the code that opens a folder",
    file: "functions/api/emissions/shapes.ts",
    changes: [
      ["const isTold = row.subjectId === null ||", "const isTold = row.subjectId !== null ||"],
    ],
    tests: ["functions/api/emissions/requested-operations.test.ts"],
  },
  {
    group: "folders",
    breaks: "a portal whose clock is a little behind never shows its folder",
    file: `${folders}/order.ts`,
    changes: [["afterMs >= -clocksDifferMs", "afterMs >= 0"]],
    tests: [`${folders}/set-folder-aside.test.ts`],
  },
  {
    group: "folders",
    breaks: "a folder of a day later is taken for the one that never came",
    file: `${folders}/order.ts`,
    changes: [[" && afterMs <= longestMs", ""]],
    tests: [`${folders}/set-folder-aside.test.ts`],
  },
  {
    group: "folders",
    breaks: "one that was set aside keeps the next one unknown",
    file: "lib/ledger/worker/ask-once.ts",
    changes: [
      [
        "        or(isNull(operations.setAsideAt), gt(operations.setAsideAt, row.createdAt)),\n",
        "",
      ],
    ],
    tests: [`${folders}/set-folder-aside.test.ts`],
  },
  {
    group: "folders",
    breaks: "one is set aside before anybody has looked for it long enough",
    file: "lib/ledger/operation/refuse-alike.ts",
    changes: [["const askedHours = 24;", "const askedHours = 0;"]],
    tests: [`${folders}/set-folder-aside.test.ts`],
  },
];
