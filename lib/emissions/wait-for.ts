import { setTimeout as pause } from "node:timers/promises";

const firstLookMs = 150;
const lookEveryMs = 400;

/** Asks until the answer is final, or the wait is over. Real time, not the clock's. */
export async function waitFor<T>(
  ask: () => Promise<T>,
  isFinal: (answer: T) => boolean,
  seconds: number,
): Promise<T> {
  const until = performance.now() + seconds * 1000;
  let answer = await ask();
  for (let wait = firstLookMs; !isFinal(answer); wait = lookEveryMs) {
    const left = until - performance.now();
    if (left <= 0) break;
    await pause(Math.min(wait, left));
    answer = await ask();
  }
  return answer;
}
