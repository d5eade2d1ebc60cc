import type { Mutation } from "./mutation.ts";

const listTests = ["tests/contract/restore-lists.test.ts"];
const mailTests = ["tests/faults/restored-mails.test.ts"];
const folderTests = ["tests/faults/restored-folders.test.ts"];
const rightsTests = ["tests/faults/restored-rights.test.ts"];
const waitingTests = ["tests/faults/restored-waiting.test.ts"];
const lists = "lib/restore/issued-lists.ts";
const finishing = "lib/restore/finish-restore.ts";
const mails = "lib/restore/marked-mails.ts";

/** What may have been issued after the point that a database was restored to. */
export const restoreMutations: readonly Mutation[] = [
  {
    group: "restore",
    breaks: "a restored service issues at once what it may have issued before",
    file: "lib/restore/index.ts",
    changes: [['  await setHold(ctx, { kind: "emissions", subject: untilRestored });\n', ""]],
    tests: mailTests,
  },
  {
    group: "restore",
    breaks:
      "what waited at the point, and was never sent, is told as issued because an older one is",
    file: "lib/ledger/worker/ask-once.ts",
    changes: [["known === null ? null : new Set(known)", "new Set(known)"]],
    tests: waitingTests,
  },
  {
    group: "restore",
    breaks: "what was there before one that waited at the point is told as another one's",
    file: "lib/ledger/worker/attribute-name.ts",
    changes: [["answered !== null || known === null", "answered !== null"]],
    tests: ["lib/ledger/worker/attribute-name.test.ts"],
  },
  {
    group: "restore",
    breaks:
      "a tax folder that waited at the point is looked for as if it had been sent hours later",
    file: "lib/ledger/doubt-restored.ts",
    changes: [["row.barrierAt ?? row.createdAt", "row.barrierAt ?? now"]],
    tests: folderTests,
  },
  {
    group: "restore",
    breaks: "a tax folder that another connection had made is told as the one that waited",
    file: "lib/ledger/doubt-restored.ts",
    changes: [["? await namesOfAlike(tx, row) :", "? [] :"]],
    tests: folderTests,
  },
  {
    group: "restore",
    breaks: "a mail that waited at the point, and went out after it, is never found",
    file: "lib/acts/mail/act.ts",
    changes: [["  knowsItsOwn: true,\n", ""]],
    tests: mailTests,
  },
  {
    group: "restore",
    breaks: "a list that was read in part ends the hold",
    file: lists,
    changes: [["v.read_at >= $4 and v.status = 'ok'", "v.read_at >= $4"]],
    tests: listTests,
  },
  {
    group: "restore",
    breaks: "a list that was read before the restore ends the hold",
    file: lists,
    changes: [["v.read_at >= $4 and v.status = 'ok'", "v.status = 'ok'"]],
    tests: listTests,
  },
  {
    group: "restore",
    breaks: "a list that was tried before the restore is left out unread",
    file: lists,
    changes: [
      [
        "and j.status in ('succeeded', 'failed') and j.finished_at >= $4",
        "and j.status in ('succeeded', 'failed')",
      ],
    ],
    tests: listTests,
  },
  {
    group: "restore",
    breaks: "a list that waits to be read is left out",
    file: lists,
    changes: [
      [
        "j.status in ('succeeded', 'failed') and j.finished_at >= $4",
        "(j.finished_at is null or j.finished_at >= $4)",
      ],
    ],
    tests: listTests,
  },
  {
    group: "restore",
    breaks: "lists that nobody has read yet end the hold once something is left out",
    file: finishing,
    changes: [["const finished = isRead && (", "const finished = ("]],
    tests: listTests,
  },
  {
    group: "restore",
    breaks: "lists that were tried, and not read whole, end the hold by themselves",
    file: finishing,
    changes: [
      [
        "(isLeftOut || living.length + searched.failed.length === 0)",
        "(isLeftOut || searched.failed.length === 0)",
      ],
    ],
    tests: listTests,
  },
  {
    group: "restore",
    breaks: "a mailbox that could not be looked through ends the hold by itself",
    file: finishing,
    changes: [
      [
        "(isLeftOut || living.length + searched.failed.length === 0)",
        "(isLeftOut || living.length === 0)",
      ],
    ],
    tests: mailTests,
  },
  {
    group: "restore",
    breaks: "a mailbox that nobody has looked through yet ends the hold",
    file: finishing,
    changes: [["toRead.length + searched.toRead.length === 0", "toRead.length === 0"]],
    tests: mailTests,
  },
  {
    group: "restore",
    breaks: "what nobody can issue through holds everybody's documents for good",
    file: finishing,
    changes: [["const living = unread.filter(({ isLive }) => isLive);", "const living = unread;"]],
    tests: listTests,
  },
  {
    group: "restore",
    breaks: "a list that its kind of login is never shown holds everybody's documents for good",
    file: finishing,
    changes: [
      [
        "lists.filter((list) => !hidden.includes(list))",
        "lists.filter((list) => hidden.length > 0 || list !== null)",
      ],
    ],
    tests: listTests,
  },
  {
    group: "restore",
    breaks: "a restore answers nobody while one of its lists is read",
    file: finishing,
    changes: [["if (!one.isOpen) await", "await"]],
    tests: listTests,
  },
  {
    group: "restore",
    breaks: "what was previewed on the eve of the point, and issued after it, is not looked for",
    file: lists,
    changes: [["const first = addDays(pointDay, -1);", "const first = pointDay;"]],
    tests: listTests,
  },
  {
    group: "restore",
    breaks: "receipts that an organization dates back are not looked for",
    file: lists,
    changes: [["$2::date - coalesce(f.days_back, 0)", "$2::date"]],
    tests: listTests,
  },
  {
    group: "restore",
    breaks: "receipts that an organization dates ahead are not looked for",
    file: lists,
    changes: [["$3::date + coalesce(f.days_ahead, 0)", "$3::date"]],
    tests: listTests,
  },
  {
    group: "restore",
    breaks: "what was issued after the point under an earlier date is not named",
    file: lists,
    changes: [["(r.read_at >= $4 or d.fecha >= $5)", "($4::timestamptz is null or d.fecha >= $5)"]],
    tests: listTests,
  },
  {
    group: "restore",
    breaks: "what was issued long before the point is named as lacking",
    file: lists,
    changes: [
      ["(r.read_at >= $4 or d.fecha >= $5)", "($4::timestamptz is not null or d.fecha >= $5)"],
    ],
    tests: listTests,
  },
  {
    group: "restore",
    breaks: "another company's document of the same folio hides what the ledger lacks",
    file: lists,
    changes: [["        and o.rut = coalesce(w.rut, w.id)\n", ""]],
    tests: listTests,
  },
  {
    group: "restore",
    breaks: "a document of another type and the same folio hides what the ledger lacks",
    file: lists,
    changes: [
      ["        and coalesce(o.tipo_dte::text, '') = coalesce(r.payload->>'tipoDte', '')\n", ""],
    ],
    tests: listTests,
  },
  {
    group: "restore",
    breaks: "who issues and lists nothing is not named",
    file: lists,
    changes: [["m.issues = any(c.alcances) and not m.lists = any(c.alcances)", "false"]],
    tests: listTests,
  },
  {
    group: "restore",
    breaks: "a mail that was sent after the point is taken for one that the ledger knows",
    file: mails,
    changes: [
      [
        ".filter(({ operation }) => !known.some(({ id }) => id === operation))",
        ".filter(({ operation }) => known.some(({ id }) => id === operation))",
      ],
    ],
    tests: mailTests,
  },
  {
    group: "restore",
    breaks: "what was found in a mailbox by an earlier restore counts for this one",
    file: mails,
    changes: [["{ ...asked, after: begunAt }", "{ ...asked, after: new Date(0) }"]],
    tests: mailTests,
  },
  {
    group: "restore",
    breaks: "a mailbox that may not be read is waited for, and never read",
    file: mails,
    changes: [["c.credencial = 'viva' and 'leer' = any(c.alcances)", "c.credencial = 'viva'"]],
    tests: mailTests,
  },
  {
    group: "restore",
    breaks: "a narrowed key gets rights by a restore that it did not have at the point",
    file: "lib/identity/narrower.ts",
    changes: [
      [
        "scopes: now.scopes.filter((scope) => left.scopes.includes(scope)),",
        "scopes: [...left.scopes],",
      ],
    ],
    tests: rightsTests,
  },
  {
    group: "restore",
    breaks: "a limit to no connection is restored as no limit",
    file: "lib/identity/narrower.ts",
    changes: [
      [
        "if (one === null) return other === null ? null : [...other];",
        "if (one === null) return null;",
      ],
    ],
    tests: rightsTests,
  },
  {
    group: "restore",
    breaks: "a restored endpoint sends events to the address that it had before",
    file: "lib/webhooks/endpoints/change-endpoint.ts",
    changes: [["else if (before.url !== url) logDone", "else if (false) logDone"]],
    tests: rightsTests,
  },
  {
    group: "restore",
    breaks: "a restored member has the role that was taken from them",
    file: "lib/identity/members/change-member.ts",
    changes: [["roles.indexOf(b) - roles.indexOf(a)", "roles.indexOf(a) - roles.indexOf(b)"]],
    tests: rightsTests,
  },
];
