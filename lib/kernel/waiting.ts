import { AsyncLocalStorage } from "node:async_hooks";

/** Called while a call waits for a worker: how long it may still wait. */
type WaitListener = (leftMs: number) => void;

const listeners = new AsyncLocalStorage<WaitListener>();

/** Any wait inside `work` is reported, however deep it is. */
export function hearingOfWaits<T>(listener: WaitListener, work: () => T): T {
  return listeners.run(listener, work);
}

/** Reports that the work is not done yet, if anybody listens. */
export function tellOfWait(leftMs: number): void {
  listeners.getStore()?.(leftMs);
}
