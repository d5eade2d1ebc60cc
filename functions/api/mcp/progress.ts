import type { ServerContext } from "@modelcontextprotocol/server";
import { startTimer } from "#lib/kernel/clock.ts";
import { hearingOfWaits } from "#lib/kernel/waiting.ts";
import type { Caller } from "./caller.ts";

const everyMs = 1_000;
const metaKey = "_meta";

/** Runs a call and, while it waits, sends progress to a client that asked for it, if the answer can be streamed. */
export function tellingProgress<T>(
  caller: Caller,
  { mcpReq }: ServerContext,
  work: () => Promise<T>,
): Promise<T> {
  const { [metaKey]: { progressToken } = {} } = mcpReq;
  const { onProgress } = caller;
  if (progressToken === undefined || onProgress === null) return work();
  const elapsedMs = startTimer();
  let toldMs = -everyMs;
  return hearingOfWaits((leftMs) => {
    const nowMs = elapsedMs();
    if (nowMs - toldMs < everyMs) return;
    toldMs = nowMs;
    const progress = seconds(nowMs);
    const total = seconds(nowMs + leftMs);
    const message = `Esperando el resultado: van ${Math.round(progress)} de ${Math.round(total)} segundos como máximo`;
    onProgress();
    const params = { progressToken, progress, total, message };
    // A client that hung up misses it; its call continues.
    mcpReq.notify({ method: "notifications/progress", params }).catch(caller.onLost);
  }, work);
}

const seconds = (ms: number): number => Math.round(ms / 10) / 100;
