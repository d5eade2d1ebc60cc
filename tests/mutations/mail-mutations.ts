import type { Mutation } from "./mutation.ts";

const linkTests = ["tests/e2e/correo-link.test.ts"];
const toolTests = ["tests/e2e/correo-tools.test.ts"];
const historyTests = ["tests/faults/mail-histories.test.ts"];
const leftTests = ["tests/faults/left-drafts.test.ts"];
const tokenTests = ["tests/faults/mail-tokens.test.ts"];

/** Accounts that are connected at their provider, and mails that go out once. */
export const mailMutations: readonly Mutation[] = [
  {
    group: "mail",
    breaks: "a person who was sent there by somebody else connects their account",
    file: "functions/api/pages/connect/way-back.ts",
    changes: [
      [
        "  return found === undefined ? null : found.slice(start.length);",
        '  return found?.slice(start.length) ?? "any";',
      ],
    ],
    tests: linkTests,
  },
  {
    group: "mail",
    breaks: "a way back counts however late it is",
    file: "lib/links/attempt/come-back.ts",
    changes: [["    gt(links.authorizationUntil, ctx.clock.now()),\n", ""]],
    tests: linkTests,
  },
  {
    group: "mail",
    breaks: "an account that allowed a part is connected for the whole",
    file: "lib/links/attempt/link-subject.ts",
    changes: [['      if (refused) throw new AppError("forbidden");\n', ""]],
    tests: linkTests,
  },
  {
    group: "mail",
    breaks: "every worker asks for new tokens, and the provider takes the later ones for thieves",
    file: "lib/connections/renewals.ts",
    changes: [
      ["          or(isNull(credentials.renewalUntil), lte(credentials.renewalUntil, now)),\n", ""],
    ],
    tests: tokenTests,
  },
  {
    group: "mail",
    breaks: "new tokens are used and not kept",
    file: "lib/jobs/visit/open-credential.ts",
    changes: [
      [
        "const isKept = await surely(ctx, () => keepRenewed(ctx, held, job, fields));",
        "const isKept = true;",
      ],
    ],
    tests: tokenTests,
  },
  {
    group: "mail",
    breaks: "a commit that fails once loses an account",
    file: "lib/jobs/visit/open-credential.ts",
    changes: [
      [
        "await surely(ctx, () => keepRenewed(ctx, held, job, fields))",
        "await keepRenewed(ctx, held, job, fields)",
      ],
    ],
    tests: tokenTests,
  },
  {
    group: "mail",
    breaks: "a worker that was frozen rotates away what another one has kept",
    file: "lib/jobs/visit/open-credential.ts",
    changes: [["    if (!(await holdRenewal(ctx, held))) return null;\n", ""]],
    tests: tokenTests,
  },
  {
    group: "mail",
    breaks: "a draft whose answer was lost is given up, and left among a person's own",
    file: "lib/acts/mail/drafts.ts",
    changes: [["    const made = await mailbox.findDraft(id);", "    const made = null;"]],
    tests: toolTests,
  },
  {
    group: "mail",
    breaks: "a mail that may be on its way is called unsent, and is sent once more",
    file: "lib/acts/mail/taken-back.ts",
    changes: [
      [
        "    if (await mailbox.deleteDraft(draft.id)) await note(deletedIt, draft.id);",
        "    await note(deletedIt, draft.id);",
      ],
    ],
    tests: historyTests,
  },
  {
    group: "mail",
    breaks: "a mail that its provider took, and shows late, is called unsent",
    file: "lib/acts/mail/taken-back.ts",
    changes: [[" || (await noted(tookIt)) !== null", ""]],
    tests: historyTests,
  },
  {
    group: "mail",
    breaks: "a mail that a person changed before it went out is called unsent",
    file: "lib/acts/mail/taken-back.ts",
    changes: [["left.length > 0 || ", ""]],
    tests: historyTests,
  },
  {
    group: "mail",
    breaks:
      "a draft is called unsent right after it was deleted, before its provider shows what it did",
    file: "lib/acts/mail/taken-back.ts",
    changes: [["  if (now.getTime() - deleted.at.getTime() < certainMs) return false;\n", ""]],
    tests: historyTests,
  },
  {
    group: "mail",
    breaks: "a draft that a person has sent is made and sent once more",
    file: "lib/acts/mail/drafts.ts",
    changes: [
      ['  if ((await noted("draft")) !== null) return;\n', ""],
      ["const hiloId = await mailbox.findSent(id, since);", "const hiloId = null;"],
    ],
    tests: historyTests,
  },
  {
    group: "mail",
    breaks: "a mail that was given up lies among a person's drafts, and its key is free",
    file: "lib/acts/mail/act.ts",
    changes: [["    drop: (at) => dropDraft(at),\n", ""]],
    tests: historyTests,
  },
  {
    group: "mail",
    breaks: "a mail that was given up with its worker lies among a person's drafts for good",
    file: "lib/acts/mail/act.ts",
    changes: [["    dropLeft: (at, operationId) => dropLeftDraft(at, operationId),\n", ""]],
    tests: leftTests,
  },
  {
    group: "mail",
    breaks: "what a person made of a draft that was left is deleted",
    file: "lib/acts/mail/drafts.ts",
    changes: [
      [
        "  } else if (await mailbox.isDraftOf(noted.id, operacion)) await deleteOwn(at, noted);",
        "  } else await deleteOwn(at, noted);",
      ],
    ],
    tests: leftTests,
  },
  {
    group: "mail",
    breaks: "of two mailboxes of a company that name mails alike, one never hears of its own",
    file: "lib/acts/mail/send-from-mailbox.ts",
    changes: [
      ["row?.account == null ? company", 'row?.account == null || company !== "" ? company'],
    ],
    tests: ["tests/faults/mail-names.test.ts"],
  },
];
