import type { Mutation } from "./mutation.ts";

const pages = "functions/api/pages/connect";
const cutTests = [`${pages}/cut.test.ts`];
const untilTests = [`${pages}/access-until.test.ts`];
const renewedTests = [`${pages}/renewed.test.ts`];
const renewalTests = ["lib/connections/renewals.test.ts"];
const accountTests = ["tests/e2e/correo-link.test.ts"];
const listTests = ["lib/links/list-consents.test.ts"];
const cutting = "lib/links/cut-access.ts";
const routes = `${pages}/cut-routes.tsx`;

/** What people agree to when they hand a credential over, and how they take it back. */
export const consentMutations: readonly Mutation[] = [
  {
    group: "consent",
    breaks: "an access that was cut keeps its password",
    file: cutting,
    changes: [['      await dropCredential(tx, connectionId, "revocada");\n', ""]],
    tests: cutTests,
  },
  {
    group: "consent",
    breaks: "a reading goes on with an access that was cut",
    file: cutting,
    changes: [["      await endSyncsOf(tx, connectionId);\n", ""]],
    tests: cutTests,
  },
  {
    group: "consent",
    breaks: "a link that was open when its access was cut takes a password",
    file: cutting,
    changes: [["      await annulLinksOf(tx, connectionId);\n", ""]],
    tests: cutTests,
  },
  {
    group: "consent",
    breaks: "an order of who was replaced meanwhile cuts what somebody else handed over",
    file: cutting,
    changes: [["eq(consents.id, consentId)", "eq(consents.connectionId, connectionId)"]],
    tests: cutTests,
  },
  {
    group: "consent",
    breaks: "an access is cut twice, and the second time what came after it",
    file: cutting,
    changes: [
      [
        ".where(and(eq(consents.id, consentId), isNull(consents.endedAt)))",
        ".where(and(eq(consents.id, consentId)))",
      ],
    ],
    tests: cutTests,
  },
  {
    group: "consent",
    breaks: "the address of who was replaced is taken for the one in force",
    file: cutting,
    changes: [
      ["if (ended === null || endedAt === null)", 'if (ended !== "cortado" || endedAt === null)'],
    ],
    tests: cutTests,
  },
  {
    group: "consent",
    breaks: "who had an account connected is not told that its provider lists the permission still",
    file: cutting,
    changes: [["byPermission: system?.autorizacion !== undefined", "byPermission: false"]],
    tests: accountTests,
  },
  {
    group: "consent",
    breaks: "a stranger who opens a used link is handed an address",
    file: `${pages}/cut-cookie.ts`,
    changes: [["  if (!timingSafeEqual(hashCutToken(token), cutHash)) return null;\n", ""]],
    tests: cutTests,
  },
  {
    group: "consent",
    breaks: "a script on the page reads the address that cuts",
    file: `${pages}/connect-cookie.ts`,
    changes: [["HttpOnly; SameSite=Lax", "SameSite=Lax"]],
    tests: cutTests,
  },
  {
    group: "consent",
    breaks: "a stranger guesses addresses for as long as they like",
    file: routes,
    changes: [['    if (access.kind === "unknown") deps.failures.failed(address, null);\n', ""]],
    tests: cutTests,
  },
  {
    group: "consent",
    breaks: "who has guessed too often is looked up on",
    file: routes,
    changes: [["    deps.failures.check(address);\n", ""]],
    tests: cutTests,
  },
  {
    group: "consent",
    breaks: "another site's page ends the access for a person with the address",
    file: routes,
    changes: [
      [
        "    if (isCrossSite(c.req, deps.baseUrl)) return respond(<MessagePage {...refusedCut} />, 403);\n",
        "",
      ],
    ],
    tests: cutTests,
  },
  {
    group: "consent",
    breaks: "nothing on record says who cut an access",
    file: routes,
    changes: [
      [
        "access, (tx) =>\n        recordVisit(deps, tx.db, c, {",
        "access, async () =>\n        void ({",
      ],
    ],
    tests: cutTests,
  },
  {
    group: "consent",
    breaks: "a person agrees to what the page did not show",
    file: `${pages}/submit-form.ts`,
    changes: [
      [
        "if (seen !== null && seen !== seenMark(facts))",
        "if (seen === seenMark(facts) && seen === null)",
      ],
    ],
    tests: cutTests,
  },
  {
    group: "consent",
    breaks: "who renews by a link that names less agrees to more than it showed",
    file: `${pages}/submit-form.ts`,
    changes: [["await asRenewed(deps, found, typed)", "found"]],
    tests: renewedTests,
  },
  {
    group: "consent",
    breaks: "what was agreed to before stays in force with a credential that is stored no more",
    file: "lib/links/forget-credential.ts",
    changes: [['  await endConsent(tx, connectionId, "olvidado");\n', ""]],
    tests: cutTests,
  },
  {
    group: "consent",
    breaks: "a link that was open when a credential was forgotten brings another",
    file: "lib/links/forget-credential.ts",
    changes: [["  await annulLinksOf(tx, connectionId);\n", ""]],
    tests: cutTests,
  },
  {
    group: "consent",
    breaks: "a password is used after the last day, until it is erased",
    file: "lib/links/attempt/broker-over.ts",
    changes: [
      [
        "          and (c.access_until is null or c.access_until > $3)) end",
        "          and $3::timestamptz is not null) end",
      ],
    ],
    tests: untilTests,
  },
  {
    group: "consent",
    breaks: "the last day that a page stated is forgotten with the link",
    file: "lib/links/attempt/consume-link.ts",
    changes: [["connector, fields, accessUntil });", "connector, fields });"]],
    tests: untilTests,
  },
  {
    group: "consent",
    breaks: "who agrees anew is bound by the day of before",
    file: "lib/connections/credentials.ts",
    changes: [["        ...agreed,\n        version: sql", "        version: sql"]],
    tests: untilTests,
  },
  {
    group: "consent",
    breaks: "what was handed over until a day stays in force after it",
    file: "lib/links/expire-access.ts",
    changes: [['        await endConsent(tx, connectionId, "vencido");\n', ""]],
    tests: untilTests,
  },
  {
    group: "consent",
    breaks: "what waits to log in outlives the last day",
    file: "lib/links/expire-access.ts",
    changes: [["        await endSyncsOf(tx, connectionId);\n", ""]],
    tests: untilTests,
  },
  {
    group: "consent",
    breaks: "what is handed over anew is erased with what it replaces",
    file: "lib/links/expire-access.ts",
    changes: [["        if (!(await isAccessEnded(tx, connectionId))) return false;\n", ""]],
    tests: untilTests,
  },
  {
    group: "consent",
    breaks: "an account is connected at its provider, and nobody knows what its person agreed to",
    file: "lib/links/attempt/ask-at-provider.ts",
    changes: [["        ...agreed,\n", ""]],
    tests: accountTests,
  },
  {
    group: "consent",
    breaks: "tokens that are renewed outlive the day that was agreed",
    file: "lib/connections/renewals.ts",
    changes: [
      [
        ".set({ sealed, ...login, version: version + 1,",
        ".set({ sealed, ...login, accessUntil: null, version: version + 1,",
      ],
    ],
    tests: renewalTests,
  },
  {
    group: "consent",
    breaks: "renewed tokens take the place of what somebody handed over meanwhile",
    file: "lib/connections/renewals.ts",
    changes: [
      [
        "version: version + 1, renewer: null, renewalUntil: null })\n      .where(isHeld(held))",
        "version: version + 1, renewer: null, renewalUntil: null })\n      .where(eq(credentials.connectionId, connectionId))",
      ],
    ],
    tests: renewalTests,
  },
  {
    group: "consent",
    breaks: "a provider's refusal of replaced tokens ends those that came after",
    file: "lib/connections/renewals.ts",
    changes: [["if (rows.length === 0 || !revoked) return;", "if (!revoked) return;"]],
    tests: renewalTests,
  },
  {
    group: "consent",
    breaks: "a member reads what people agreed to",
    file: "lib/links/list-consents.ts",
    changes: [['    await requireReader(tx, ["owner"]);\n', ""]],
    tests: listTests,
  },
];
