import type { Frame, Page } from "playwright-core";
import { AppError } from "#lib/kernel/errors/index.ts";
import { BrowserFailure, wasLeftBehind } from "./failures.ts";

interface InPageOptions {
  /** How long the page may take to answer. */
  limitMs?: number;
}

const answerLimitMs = 30_000;

/**
 * Runs a self-contained function inside the page. Its source text is sent, and a bundler may have
 * inserted a call that preserves names, which no page defines.
 */
export function inPage<Arg, Result>(
  shown: Page | Frame,
  work: (arg: Arg) => Result,
  arg: Arg,
  { limitMs = answerLimitMs }: InPageOptions = {},
): Promise<Result> {
  return answered(shown.evaluate<Result, Arg>(sent(work), arg), limitMs);
}

/**
 * Playwright puts no limit on a question to a page: a document that is gone may never answer it.
 */
async function answered<Result>(asked: Promise<Result>, limitMs: number): Promise<Result> {
  const limit = Promise.withResolvers<never>();
  const timer = setTimeout(() => limit.reject(noAnswer()), limitMs);
  try {
    return await Promise.race([asked, limit.promise]);
  } finally {
    clearTimeout(timer);
  }
}

function noAnswer(): AppError {
  return new AppError("timeout", {
    cause: new BrowserFailure("ask the page", "no answer in time"),
  });
}

interface UntilOptions {
  limitMs: number;
  /** Ends the wait, as the limit does. */
  signal: AbortSignal;
}

/**
 * The same, repeated until it returns something, in whatever document the frame shows by then; null
 * when the time is over. Playwright's own wait injects its tools into every document, which costs
 * more than most documents do.
 */
export async function untilInPage<Arg, Result>(
  shown: Page | Frame,
  work: (arg: Arg) => Result | null,
  arg: Arg,
  { limitMs, signal }: UntilOptions,
): Promise<Result | null> {
  const frame = "mainFrame" in shown ? shown.mainFrame() : shown;
  const over = Promise.withResolvers<{ found: null }>();
  const end = (): void => over.resolve({ found: null });
  const timer = setTimeout(end, limitMs);
  signal.addEventListener("abort", end, { once: true });
  // A document that is gone may never answer: the next one is asked at once.
  let left = Promise.withResolvers<null>();
  const onNavigated = (gone: Frame): void => void (gone === frame && left.resolve(null));
  frame.page().on("framenavigated", onNavigated);
  try {
    for (;;) {
      left = Promise.withResolvers();
      const asked = askUntil(frame, work, [arg, limitMs]);
      const answer = await Promise.race([asked, left.promise, over.promise]);
      if (answer !== null) return answer.found;
    }
  } finally {
    clearTimeout(timer);
    signal.removeEventListener("abort", end);
    frame.page().off("framenavigated", onNavigated);
  }
}

/** Null when the frame left the document meanwhile. */
async function askUntil<Arg, Result>(
  frame: Frame,
  work: (arg: Arg) => Result | null,
  given: [arg: Arg, limitMs: number],
): Promise<{ found: Result | null } | null> {
  try {
    return { found: await frame.evaluate<Result | null, typeof given>(sent(work, until), given) };
  } catch (thrown) {
    if (wasLeftBehind(thrown)) return null;
    throw thrown;
  }
}

/**
 * The name that the bundler's name-preserving call has here: `__name`, or a letter when minified.
 */
const keeper = keeperIn(() => {
  const kept = () => 0;
  return kept;
});

function keeperIn(sample: () => () => number): string {
  return (
    /([\w$]+)\((?:\/\*.*?\*\/)?\s*\(\)\s*=>\s*0,\s*"kept"\)/.exec(sample.toString())?.[1] ??
    "__name"
  );
}

const once = "(arg) => work(arg)";

/** How often a page is checked for what is waited for. */
const everyMs = 20;

/** Ends by itself, since nothing stops it when the wait is over. */
const until = `async ([arg, limitMs]) => {
  for (const ends = performance.now() + limitMs; ; ) {
    const found = work(arg);
    if (found !== null || performance.now() > ends) return found;
    await new Promise((next) => setTimeout(next, ${everyMs}));
  }
}`;

/** Playwright sends the function's source text, and the page calls it with the argument. */
function sent(work: (arg: never) => unknown, how = once): () => never {
  const text = `(arg) => {
    const ${keeper} = (named) => named;
    const work = ${work.toString()};
    return (${how})(arg);
  }`;
  const onlyInPages = (): never => {
    throw new TypeError("this runs inside a page");
  };
  return Object.assign(onlyInPages, { toString: () => text });
}
