/** What is read twice, or means several things, and what is said instead. */
export interface Rule {
  word: string;
  instead: string;
  pattern: RegExp;
  /** A line that must be found. */
  example: string;
  /** Files in which the word has its one meaning. */
  meantIn?: RegExp;
}

/** Where a function or a method of the name is made; calls follow from it. */
function madeAs(names: string): RegExp {
  const name = `(?:${names})`;
  return new RegExp(
    String.raw`\bfunction ${name}\b|\b${name}(?:: | = )(?:async )?\(|^\s+(?:async )?${name}\([^)]*\)(?::.*;|.*\{)$`,
  );
}

export const rules: readonly Rule[] = [
  {
    word: "house, room",
    example: "const rooms = keepHouse();",
    instead: "housekeeping, folder, domain, slots",
    pattern: /\b(?:keep-?house|keeps? house|houses?|rooms?)\b/i,
  },
  {
    word: "is away",
    example: "// A queue that is away delays it.",
    instead: "is unreachable, is unavailable",
    pattern: /\b(?:is|are|was|were|be|been|being|goes|went|gone) away\b|[a-z]Away\b/,
  },
  {
    word: "as good as",
    example: "// Empty is as good as absent.",
    instead: "treated as",
    pattern: /\bas good as\b/i,
  },
  {
    word: "whoever",
    example: "// Whoever asks waits.",
    instead: "anyone who, the caller who",
    pattern: /whoever/i,
  },
  {
    word: "beside",
    example: "// Beside the page.",
    instead: "next to, in addition to, in parallel with, uncounted",
    pattern: /beside/i,
  },
  {
    word: "stands",
    example: "// A session stands in the way.",
    instead: "is, blocks, means",
    pattern: /\bstands\b|\b(?:stand|stood) (?:in the way|for)\b/i,
  },
  {
    word: "gives back",
    example: "// It gives back the tries.",
    instead: "returns, releases",
    pattern: /\b(?:give|gives|gave|given|giving) back\b/i,
  },
  {
    word: "mends",
    example: "// Until it is mended.",
    instead: "fixes, repairs",
    pattern: /\bmend(?:s|ed|ing)?\b/i,
  },
  {
    word: "settle",
    example: "export async function settle() {",
    instead: "end, reconcile, wait for; `settle` is for operations alone",
    pattern: /(?<!all)(?!settle\w*Operations?\b)[sS]ettl(?:e|es|ed|ing|er|ement)(?![a-z])/,
    meantIn:
      /emission|emitting|faults\/act-|^lib\/ledger\/|(?:connectors|tests\/e2e|errors)\/tributario|^lib\/client\/generated\/|^docs\/glossary\.md|^tests\/contract\/glossary/,
  },
  {
    word: "standing",
    example: "const standing = await lookUpStanding(db);",
    instead: "caller, scheduleState, isCurrent, progress",
    pattern: /(?<!out|under|notwith)standing/i,
  },
  {
    word: "written, understood as functions",
    example: "export function written(periodo: Periodo): string {",
    instead: "formatMonth, parseAnswer",
    pattern: madeAs("written|understood"),
  },
  {
    word: "laterMs",
    example: "  laterMs?: number;",
    instead: "readOrder",
    pattern: /\blaterMs\b/,
  },
  {
    word: "look, leave, again as functions",
    example: "  leave(): Promise<Page>;",
    instead: "captureFailure, logOut, retryLater",
    pattern: madeAs("look|leave|again"),
  },
  {
    word: "rota, busy look, pace, book, held",
    example: "const turns = new EndpointRota();",
    instead: "EndpointTurns, DuePoller, ClaimSize, ResultWriter, ClaimedQueue",
    pattern: /\b(?:Endpoint-?Rota|Busy-?Look|Claim-?Pace|Result-?Book|Held-?Deliveries)\b/i,
  },
  {
    word: "who without a head",
    example: "// A message for who asks.",
    instead: "anyone who, the person who, callers who",
    pattern:
      /\b(?:for|to|by|of|from|with|at|than|unless) who (?:is|has|had|may|asks?|makes?|made|reads?|knows?|works|changes|holds?|sends?|sees|can)\b/,
  },
  {
    word: "a comment that begins with Of",
    example: "  /** Of the page. */",
    instead: "begin with the thing itself",
    pattern: /\/\*\* Of /,
  },
];

export interface Finding {
  file: string;
  line: number;
  text: string;
  rule: Rule;
}

/** One for each rule that a line breaks, and for a file's own name. */
export function found(file: string, content: string): Finding[] {
  const lines = [file, ...content.split("\n")];
  return rules
    .filter(({ meantIn }) => !meantIn?.test(file))
    .flatMap((rule) =>
      lines.flatMap((text, line) =>
        text.search(rule.pattern) === -1 ? [] : [{ file, line, text, rule }],
      ),
    );
}

/** Each may be exported once: two files that export one are two meanings. */
export const oneMeaning = ["Inside", "Asked", "Visit", "Entry", "Answer", "known"];

export interface Exception {
  file: string;
  /** Part of the line. */
  text: string;
  reason: string;
}

const search = "what people type who search, and no sentence of ours";
const operation = "the outcome of an operation";

export const exceptions: readonly Exception[] = [
  {
    file: "lib/tools/search/vocabulary.ts",
    text: "reconcile, settle, unknown outcome",
    reason: search,
  },
  {
    file: "tests/contract/fixes.test.ts",
    text: "an open one to its settlement",
    reason: operation,
  },
  {
    file: "tests/contract/fixes.test.ts",
    text: "an emission, its settlement and its PDF",
    reason: operation,
  },
  {
    file: "tests/mutations/table.ts",
    text: "settle-operation.ts",
    reason: operation,
  },
];
