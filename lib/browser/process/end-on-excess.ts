import { AppError } from "#lib/kernel/errors/index.ts";
import { watchPipe } from "./browser-pipe.ts";
import { BrowserFailure } from "../failures.ts";
import type { RunningBrowser } from "./launch-browser.ts";
import { watchUse } from "./watch-use.ts";

export interface Excess {
  /** Aborts with the given signal, or when the portal used too much. */
  signal: AbortSignal;
  /** Ends the visit: the browser is killed, and every step fails with what was exceeded. */
  end(what: string): void;
  stop(): void;
}

/** A visit that ends when its portal uses more of the machine than allowed. */
export function endOnExcess(running: RunningBrowser, given: AbortSignal): Excess {
  const ended = new AbortController();
  const end = (what: string): void => {
    const cause = new BrowserFailure("watch the portal", `it ${what}`);
    ended.abort(new AppError("upstream_unexpected_response", { cause }));
    void running.close();
  };
  const stops = [watchUse(running, end), watchPipe(running.pipe, end)];
  const stop = (): void => stops.forEach((one) => one());
  return { signal: AbortSignal.any([given, ended.signal]), end, stop };
}
