import { Hono } from "hono";
import { type Clock, startTimer } from "#lib/kernel/clock.ts";
import { AppError, asAppError } from "#lib/kernel/errors/index.ts";
import { newId } from "#lib/kernel/ids.ts";
import type { Log } from "#lib/kernel/log.ts";
import { refusal } from "./refusal.ts";

/** Without routes, and already with an answer to whatever none of them serves. */
export function newApp({ clock, log }: { clock: Clock; log: Log }): Hono {
  const app = new Hono();
  const refuse = (error: AppError): Response =>
    refusal(log, { requestId: newId("req", clock.now()), elapsedMs: startTimer() }, error);
  app.notFound(() => refuse(new AppError("tool_not_found")));
  app.onError((thrown) => refuse(asAppError(thrown)));
  return app;
}
