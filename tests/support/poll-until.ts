import { setTimeout as pause } from "node:timers/promises";

/** Asks until the answer is as wanted. In real time, because another process does the work. */
export async function pollUntil<T>(
  ask: () => Promise<T>,
  wanted: (answer: T) => boolean,
  seconds: number,
): Promise<T> {
  const end = performance.now() + seconds * 1000;
  for (;;) {
    const answer = await ask();
    if (wanted(answer)) return answer;
    if (performance.now() > end) throw new Error(`not after ${seconds} s: ${String(answer)}`);
    await pause(150);
  }
}
