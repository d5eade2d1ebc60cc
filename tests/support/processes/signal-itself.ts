import { flushCompileCache } from "node:module";
import { observeCrashPoints } from "#lib/kernel/crash-point.ts";

/** For the child program of a fault test: it sends itself a signal when it first comes to this point. */
export function signalItselfAt(crashPoint: string | null, signal: NodeJS.Signals): void {
  let pending = true;
  observeCrashPoints((point) => {
    if (point !== crashPoint || !pending) return;
    pending = false;
    // Only a process that ends by itself would keep what it compiled for the next one.
    flushCompileCache();
    process.kill(process.pid, signal);
  });
}
