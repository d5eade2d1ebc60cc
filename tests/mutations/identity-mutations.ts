import type { Mutation } from "./mutation.ts";

const tokenTests = ["lib/identity/auth/answer-token-request.test.ts"];
const codeTests = ["lib/identity/auth/redeemed-code.test.ts"];
const sentTests = ["functions/dashboard/consent-sent.test.ts"];
const forgedTests = ["tests/attacks/forged-tokens.test.ts"];
const agentTests = ["tests/contract/agents.test.ts"];

/** What people let agents do. */
export const identityMutations: readonly Mutation[] = [
  {
    group: "identity",
    breaks: "a code is of use for as long as the page before it",
    file: "lib/identity/auth/answer-token-request.ts",
    changes: [["until < clock.now() ? invalidGrant() : await refusedBy", "await refusedBy"]],
    tests: tokenTests,
  },
  {
    group: "identity",
    breaks: "a consent that is sent twice gives two codes",
    file: "lib/identity/auth/give-consent.ts",
    changes: [['    if (!(await useForm(tx, number))) return { kind: "used" };\n', ""]],
    tests: sentTests,
  },
  {
    group: "identity",
    breaks: "of two refreshes at once one is refused",
    file: "lib/identity/auth/better-auth/stored-tokens.ts",
    changes: [["        await queries.run(lock, [`refresh ${hashOf(token)}`]);\n", ""]],
    tests: tokenTests,
  },
  {
    group: "identity",
    breaks: "an old refresh token ends nothing when somebody uses it again",
    file: "lib/identity/auth/answer-token-request.ts",
    changes: [["      await endTold(ctx, stored.grantId);\n", ""]],
    tests: tokenTests,
  },
  {
    group: "identity",
    breaks: "a token is revoked by somebody who has it, without its client's secret",
    file: "lib/identity/auth/better-auth/agents.ts",
    changes: [["success ? null : answer;", "success || answer.status !== 401 ? null : answer;"]],
    tests: ["lib/identity/auth/answer-revocation.test.ts"],
  },
  {
    group: "identity",
    breaks: "a code that is redeemed a second time ends nothing",
    file: "lib/identity/auth/answer-token-request.ts",
    changes: [["  await endTold(ctx, code.grantId);\n", ""]],
    tests: codeTests,
  },
  {
    group: "identity",
    breaks: "anybody who finds a used code ends the access of an agent",
    file: "lib/identity/auth/answer-token-request.ts",
    changes: [["    challenge === code.codeChallenge &&\n", ""]],
    tests: codeTests,
  },
  {
    group: "identity",
    breaks: "a client that sends its code twice at once loses its access",
    file: "lib/identity/auth/answer-token-request.ts",
    changes: [["if (isSentAgain || ", "if ("]],
    tests: codeTests,
  },
  {
    group: "identity",
    breaks: "a code whose answer could not be sent counts as redeemed",
    file: "lib/identity/auth/better-auth/stored-tokens.ts",
    changes: [["await queries.orm.insert(verification)", "await orm.insert(verification)"]],
    tests: codeTests,
  },
  {
    group: "identity",
    breaks: "a client whose answer was lost is taken for a thief",
    file: "lib/identity/auth/answer-token-request.ts",
    changes: [
      [
        "if (rotated === null || !rotated.isAnswered) return false;",
        "if (rotated === null) return false;",
      ],
    ],
    tests: tokenTests,
  },
  {
    group: "identity",
    breaks: "a process that dies in a rotation leaves its client without a token",
    file: "lib/identity/auth/answer-token-request.ts",
    changes: [["    if (isUnanswered(stored)) await auth.undoRotation(token);\n", ""]],
    tests: ["tests/faults/token-rotation.test.ts"],
  },
  {
    group: "identity",
    breaks: "a token that another server issued is let in",
    file: "lib/identity/access-token.ts",
    changes: [
      ["if (iss !== this.#issuer || !isForUs) return false;", "if (!isForUs) return false;"],
    ],
    tests: forgedTests,
  },
  {
    group: "identity",
    breaks: "a token that is for another service is let in",
    file: "lib/identity/access-token.ts",
    changes: [
      [
        "if (iss !== this.#issuer || !isForUs) return false;",
        "if (iss !== this.#issuer) return false;",
      ],
    ],
    tests: forgedTests,
  },
  {
    group: "identity",
    breaks: "a key that signed four months ago verifies on",
    file: "lib/identity/signing-keys.ts",
    changes: [["return isPast ? null : found.key;", "return found.key;"]],
    tests: ["lib/identity/auth/signing-key-turn.test.ts"],
  },
  {
    group: "identity",
    breaks: "a person agrees to what somebody wrote into the form",
    file: "lib/kernel/sealed-value.ts",
    changes: [["if (!isOurs || rest.length > 0)", "if (rest.length > 0)"]],
    tests: sentTests,
  },
  {
    group: "identity",
    breaks: "a person agrees to what another one was shown",
    file: "lib/identity/auth/consent-seal.ts",
    changes: [['  if (offer.sessionId !== sessionId) return { kind: "broken" };\n', ""]],
    tests: sentTests,
  },
  {
    group: "identity",
    breaks: "an agent has what its token tells, whatever its person was asked for",
    file: "lib/limits/caller.ts",
    changes: [["caller.scopes.filter((scope) => ofRole.includes(scope))", "ofRole"]],
    tests: agentTests,
  },
  {
    group: "identity",
    breaks: "an agent has what its person granted, whatever their role or its token is by now",
    file: "lib/limits/caller.ts",
    changes: [["caller.scopes.filter((scope) => ofRole.includes(scope))", "caller.scopes"]],
    tests: agentTests,
  },
  {
    group: "identity",
    breaks: "a member's agent does what the member may not",
    file: "lib/limits/caller.ts",
    changes: [
      ["credential.scopes.filter((scope) => mayGrant(member, scope))", "credential.scopes"],
    ],
    tests: agentTests,
  },
  {
    group: "identity",
    breaks: "a key or an agent looks at a connection that it is not for",
    file: "lib/limits/caller-statements.ts",
    changes: [
      [
        "        and (${caller}.connections is null or id = any(${caller}.connections)) offset 0",
        "        offset 0",
      ],
    ],
    tests: ["tests/contract/limited-credentials.test.ts"],
  },
  {
    group: "identity",
    breaks: "everybody is signed out when a secret takes over from another",
    file: "lib/identity/auth/better-auth/session-cookies.ts",
    changes: [
      [
        "if (cookies === null || others.length === 0) return headers;",
        "if (cookies === null || others.length >= 0) return headers;",
      ],
    ],
    tests: ["tests/attacks/rotated-sessions.test.ts"],
  },
  {
    group: "identity",
    breaks: "another site's page sends a form in the name of the person signed in",
    file: "functions/dashboard/frame/posted-form.tsx",
    changes: [
      [
        "  if (!isFromOurPage(c, baseUrl)) return visit.show(<RefusedForm />, { status: 403 });\n",
        "",
      ],
    ],
    tests: ["functions/dashboard/frame/frame.test.ts"],
  },
  {
    group: "identity",
    breaks: "a member's agent makes links by a scope to read, which the member may not",
    file: "lib/identity/grants/require-manager.ts",
    changes: [
      ['if (kind !== "member" && kind !== "oauth") return;', 'if (kind !== "member") return;'],
    ],
    tests: agentTests,
  },
  {
    group: "identity",
    breaks: "a link of who was removed or demoted takes a password",
    file: "lib/links/link-state.ts",
    changes: [
      [
        "\n    or ${links.createdByKind} = 'member' and not ${isManager(sql`${links.createdById}`)})`;",
        ")`;",
      ],
    ],
    tests: ["tests/attacks/stolen-link.test.ts"],
  },
];
