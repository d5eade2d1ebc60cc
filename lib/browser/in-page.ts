import type { Frame, Page } from "playwright-core";
import { AppError } from "#lib/kernel/errors/index.ts";
import { BrowserFailure } from "./failures.ts";

interface InPageOptions {
  /** How long the page may take to answer. */
  limitMs?: number;
}

const answerLimitMs = 30_000;

/**
 * Runs a self-contained function inside the page. Its text is sent, and a bundler may have put a
 * call that keeps names into that text, which no page knows.
 */
export function inPage<Arg, Result>(
  shown: Page | Frame,
  work: (arg: Arg) => Result,
  arg: Arg,
  { limitMs = answerLimitMs }: InPageOptions = {},
): Promise<Result> {
  return answered(shown.evaluate<Result, Arg>(sent(work), arg), limitMs);
}

/** A question to a page has no limit of Playwright's: a document that is gone may leave it open for ever. */
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

/** The same, again and again until it answers something. */
export async function untilInPage<Arg, Result>(
  shown: Page | Frame,
  work: (arg: Arg) => Result,
  arg: Arg,
  options: { timeout: number; signal: AbortSignal },
): Promise<Result> {
  const handle = await shown.waitForFunction<unknown, Arg>(sent(work), arg, options);
  return answered(handle.jsonValue() as Promise<Result>, options.timeout);
}

/** What the bundler calls its keeper of names here: `__name`, or a letter when it minifies. */
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

/** Playwright sends what a function prints, and the page calls that with the argument. */
function sent(work: (arg: never) => unknown): () => never {
  const text = `(arg) => { const ${keeper} = (named) => named; return (${work.toString()})(arg); }`;
  const onlyInPages = (): never => {
    throw new TypeError("this runs inside a page");
  };
  return Object.assign(onlyInPages, { toString: () => text });
}
