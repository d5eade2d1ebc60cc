import type { Frame, Page } from "playwright-core";

/**
 * Runs a self-contained function inside the page. Its text is sent, and a bundler may have put a
 * call that keeps names into that text, which no page knows.
 */
export function inPage<Arg, Result>(
  shown: Page | Frame,
  work: (arg: Arg) => Result,
  arg: Arg,
): Promise<Result> {
  return shown.evaluate<Result, Arg>(sent(work), arg);
}

/** The same, again and again until it answers something. */
export async function untilInPage<Arg, Result>(
  shown: Page | Frame,
  work: (arg: Arg) => Result,
  arg: Arg,
  options: { timeout: number; signal: AbortSignal },
): Promise<Result> {
  const handle = await shown.waitForFunction<unknown, Arg>(sent(work), arg, options);
  return (await handle.jsonValue()) as Result;
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
