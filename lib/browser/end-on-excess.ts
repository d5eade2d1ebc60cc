import { AppError } from "#lib/kernel/errors/index.ts";
import { BrowserFailure } from "./failures.ts";
import type { RunningBrowser } from "./launch-browser.ts";
import { watchUse } from "./watch-use.ts";

export interface Excess {
  /** Fires with the given one, and when the portal took too much. */
  signal: AbortSignal;
  /** Ends the visit: the browser is killed, and every step ends with what was too much. */
  end(what: string): void;
  stop(): void;
}

/** A visit that ends by itself when its portal takes more of the machine than a portal may. */
export function endOnExcess(running: RunningBrowser, given: AbortSignal): Excess {
  const ended = new AbortController();
  const end = (what: string): void => {
    const cause = new BrowserFailure("watch the portal", `it ${what}`);
    ended.abort(new AppError("upstream_unexpected_response", { cause }));
    void running.close();
  };
  const stop = watchUse(running, end);
  return { signal: AbortSignal.any([given, ended.signal]), end, stop };
}
