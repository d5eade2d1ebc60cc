import { errors } from "playwright-core";
import { AppError, type ErrorCode } from "#lib/kernel/errors/index.ts";

/**
 * What went wrong in the browser, without the browser's own words: its error texts contain page
 * contents, addresses with session ids, and the very text being typed.
 */
export class BrowserFailure extends Error {
  readonly reason: string;

  constructor(step: string, reason: string) {
    super(`${step}: ${reason}`);
    this.name = "BrowserFailure";
    this.reason = reason;
  }
}

const blocked = "ERR_BLOCKED_BY_CLIENT";
const documentLeft = "its document was left";

/** `onTimeout` is the code for a wait that timed out: for a page, or for an element of it. */
export function browserError(thrown: unknown, step: string, onTimeout: ErrorCode): unknown {
  if (!(thrown instanceof Error) || !isFromBrowser(thrown)) return thrown;
  if (thrown instanceof errors.TimeoutError) return coded(onTimeout, step, "waited in vain");
  const [, network] = /net::(ERR_[A-Z_]+)/.exec(thrown.message) ?? [];
  if (network === blocked) return coded("upstream_unexpected_response", step, "left the portal");
  if (network !== undefined) return coded("upstream_error", step, network);
  if (/has been closed|crashed|Connection closed/.test(thrown.message)) {
    return coded("service_unavailable", step, "the browser is gone");
  }
  const reason = lostContext(thrown) ? documentLeft : "the page did not do as expected";
  return coded("upstream_unexpected_response", step, reason);
}

/** A question to a document went unanswered because the page moved on to another one. */
export function wasLeftBehind(thrown: unknown): boolean {
  if (thrown instanceof AppError) return wasLeftBehind(thrown.cause);
  if (thrown instanceof BrowserFailure) return thrown.reason === documentLeft;
  return thrown instanceof Error && lostContext(thrown);
}

function lostContext(error: Error): boolean {
  return error.message.includes("Execution context was destroyed");
}

/**
 * Why a browser did not start, in one line: its own last words, which Playwright surrounds with
 * pages of arguments, or how it ended. It has seen no page by then.
 */
export function startFailure(path: string, thrown: unknown): Error {
  const text = thrown instanceof Error ? thrown.message : String(thrown);
  const said = [...text.matchAll(/^\[pid=\d+\]\[err\] (.*\S)/gm)].map(([, line = ""]) => line);
  const [, exit] = /process did exit: (exitCode=.*)>/.exec(text) ?? [];
  const [first] = text.split("\n", 1);
  // A crash prints its stack after its cause.
  const reason = said.find((line) => line.includes("FATAL")) ?? said.at(-1) ?? exit ?? first;
  return new Error(`The browser ${path} does not start: ${reason}`);
}

/** Why a browser did not start, or showed nothing, for who runs the service: it has seen no portal. */
export function startFailureReason(error: unknown): string {
  if (error instanceof AppError && error.cause instanceof Error) return error.cause.message;
  return error instanceof Error ? error.message : String(error);
}

/** The browser itself crashed: it was not killed, did not refuse to start, was not too slow. */
export function crashed(thrown: unknown): boolean {
  if (!(thrown instanceof Error)) return false;
  return /process did exit: .*signal=SIG(?:SEGV|BUS|ILL|TRAP|ABRT|FPE)\b/.test(thrown.message);
}

/** The browser, or Playwright, says that this machine or user allows it no sandbox. */
export function refusedSandbox(thrown: unknown): boolean {
  const text = thrown instanceof Error ? thrown.message : "";
  return /sandboxing failed|^\[pid=\d+\]\[err\] .*(sandbox|namespace|zygote)/im.test(text);
}

export function wasOvertaken(thrown: unknown): boolean {
  return thrown instanceof Error && thrown.message.includes("interrupted by another navigation");
}

function coded(code: ErrorCode, step: string, reason: string): AppError {
  return new AppError(code, { cause: new BrowserFailure(step, reason) });
}

/** Playwright's messages begin with the method, as in `frame.goto: …`; our errors do not. */
function isFromBrowser(error: Error): boolean {
  if (error instanceof errors.TimeoutError) return true;
  if (error.name === "TargetClosedError") return true;
  return /^[a-zA-Z]+\.[a-zA-Z$]+: /.test(error.message) || error.message.includes("net::ERR_");
}
