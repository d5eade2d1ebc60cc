import type { Mutation } from "./mutation.ts";

const tokenTests = ["lib/identity/auth/answer-token-request.test.ts"];

/** What somebody finds out, takes or sends with no key, or with a text of their own. */
export const strangerMutations: readonly Mutation[] = [
  {
    group: "strangers",
    breaks: "whoever sends a used code again takes the tokens of whoever used it",
    file: "lib/identity/auth/answer-token-request.ts",
    changes: [
      [
        "if (stored === null) return invalidGrant();",
        "if (stored === null) return exchange(ctx, form, headers);",
      ],
    ],
    tests: tokenTests,
  },
];
