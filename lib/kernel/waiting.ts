import { AsyncLocalStorage } from "node:async_hooks";

/** Told while a call waits for a worker: how long it may still wait. */
type WaitListener = (leftMs: number) => void;

const listeners = new AsyncLocalStorage<WaitListener>();

/** Whatever waits inside of `work` tells so, however deep down it is. */
export function hearingOfWaits<T>(listener: WaitListener, work: () => T): T {
  return listeners.run(listener, work);
}

/** The caller is to know that the work is not done, where anybody listens. */
export function tellOfWait(leftMs: number): void {
  listeners.getStore()?.(leftMs);
}
