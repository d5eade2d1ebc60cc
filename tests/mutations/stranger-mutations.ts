import type { Mutation } from "./mutation.ts";

const tokenTests = ["lib/identity/auth/answer-token-request.test.ts"];
const renewedTests = ["functions/api/pages/connect/renewed.test.ts"];
const unconfirmedTests = ["functions/dashboard/unconfirmed-mail.test.ts"];
const strangeTests = ["functions/dashboard/strange-clients.test.ts"];
const mailTests = ["lib/notices/mail-text.test.ts"];
const textTests = ["tests/attacks/hostile-text.test.ts"];

/** What somebody finds out, takes or sends with no key, or with a text of their own. */
export const strangerMutations: readonly Mutation[] = [
  {
    group: "strangers",
    breaks: "a used code that is sent again takes the tokens of the agent that used it",
    file: "lib/identity/auth/answer-token-request.ts",
    changes: [
      [
        "return answerRedeemed(ctx, stored, form, headers);",
        "return exchange(ctx, form, headers);",
      ],
    ],
    tests: tokenTests,
  },
  {
    group: "strangers",
    breaks: "a replay at the end of its minute takes a client's tokens in every organization",
    file: "lib/identity/auth/better-auth/oauth-options.ts",
    changes: [["const repeatSeconds = 120;", "const repeatSeconds = 60;"]],
    tests: tokenTests,
  },
  {
    group: "strangers",
    breaks: "a refresh token is answered again for as long as the library would",
    file: "lib/identity/auth/answer-token-request.ts",
    changes: [["const repeatedForMs = minuteMs;", "const repeatedForMs = 2 * minuteMs;"]],
    tests: tokenTests,
  },
  {
    group: "strangers",
    breaks: "one link tells of any number of companies, and fills the audit",
    file: "functions/api/pages/connect/record-handled.ts",
    changes: [["  if (!isDone) deps.failures.failed(deps.addressOf(c), null);\n", ""]],
    tests: renewedTests,
  },
  {
    group: "strangers",
    breaks: "a login that may not be tried tells of a company that was switched off",
    file: "lib/links/attempt/submit-attempt.ts",
    changes: [
      [
        "  const { fields } = read.typed;\n",
        `  const { fields } = read.typed;
  if (own === null && named !== null && (await isDisabled(ctx, link, named)))
    return { kind: "closed", link: { ...link, kind: "unavailable" } };
`,
      ],
    ],
    tests: ["lib/links/paused-login.test.ts"],
  },
  {
    group: "strangers",
    breaks: "the name that a portal gives a company reaches agents with what is hidden in it",
    file: "lib/connections/note-company.ts",
    changes: [["text == null ? null : cleanText(text)", "text ?? null"]],
    tests: textTests,
  },
  {
    group: "strangers",
    breaks: "what a portal writes on a fee receipt reaches agents with what is hidden in it",
    file: "lib/acts/fee-receipts/preview-receipt.ts",
    changes: [["nombreReceptor: cleanText(nombreReceptor),", "nombreReceptor,"]],
    tests: ["lib/acts/fee-receipts/preview-receipt.test.ts"],
  },
  {
    group: "strangers",
    breaks: "letters that are drawn as nothing carry an order to an agent",
    file: "lib/kernel/clean-text.ts",
    changes: [
      [
        "`\\p{Cc}\\p{Default_Ignorable_Code_Point}\\u2800`",
        "`\\p{Cc}\\p{Cf}\\u{E0000}-\\u{E007F}`",
      ],
    ],
    tests: ["lib/kernel/clean-text.test.ts"],
  },
  {
    group: "strangers",
    breaks: "a row with a letter that is drawn as nothing is stored as it came",
    file: "lib/kernel/clean-text.ts",
    changes: [["\\u034F\\uFE00-\\uFE0F", ""]],
    tests: ["lib/kernel/clean-text.test.ts"],
  },
  {
    group: "strangers",
    breaks: "signing up, and then in, tells whether a mail has an account",
    file: "lib/identity/people/sign-in.ts",
    changes: [
      [
        "      await notePasswordKnown(ctx, { mail, browser });\n",
        "      await admission.passed();\n      await notePasswordKnown(ctx, { mail, browser });\n",
      ],
    ],
    tests: unconfirmedTests,
  },
  {
    group: "strangers",
    breaks: "a person with the right password, and a mail still to be confirmed, is sent no code",
    file: "lib/identity/people/sign-in.ts",
    changes: [["      await notePasswordKnown(ctx, { mail, browser });\n", ""]],
    tests: unconfirmedTests,
  },
  {
    group: "strangers",
    breaks: "our address leads to whatever somebody registered",
    file: "functions/dashboard/routes/access/authorize.tsx",
    changes: [
      ["  if (isLedThere) return awayTo(url);\n", '  if (url !== "") return awayTo(url);\n'],
    ],
    tests: strangeTests,
  },
  {
    group: "strangers",
    breaks: "the name of a client is an address in a mail of ours",
    file: "lib/notices/mail-text.ts",
    changes: [
      [
        "subject: `Terminamos el acceso de ${quotedName(content.client)}`",
        "subject: `Terminamos el acceso de ${plainName(content.client)}`",
      ],
    ],
    tests: mailTests,
  },
  {
    group: "strangers",
    breaks: "a vendor's client is kept out while others have its document asked for",
    file: "lib/identity/auth/better-auth/fetch-client.ts",
    changes: [["return known ?? null;", "return null;"]],
    tests: ["lib/identity/auth/better-auth/fetch-client.test.ts"],
  },
  {
    group: "strangers",
    breaks: "strangers have the databases and queues looked at as often as they like",
    file: "functions/api/readiness.ts",
    changes: [
      ["if (last === null || !isFresh) last =", "if (last === null || !isFresh || true) last ="],
    ],
    tests: ["tests/contract/documents.test.ts"],
  },
  {
    group: "strangers",
    breaks: "what no longer answers is called ready for good",
    file: "functions/api/readiness.ts",
    changes: [["isRecent(last.at, now, sharedForMs)", "true"]],
    tests: ["tests/contract/documents.test.ts"],
  },
];
