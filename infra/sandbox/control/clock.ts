import { Hono } from "hono";
import { z } from "zod";
import type { ServiceControl } from "../service-control.ts";
import { WrongCall } from "../system/wrong-call.ts";
import { bodyOf } from "./call.ts";

const takes = '{"advance": "PT5M"} or {"now": "2026-11-21T12:00:00.000Z"}, forward only';

const Move = z.union([
  z.strictObject({ advance: z.string() }),
  z.strictObject({ now: z.iso.datetime({ offset: true }) }),
]);

export function clockRoutes(service: ServiceControl): Hono {
  const routes = new Hono();
  const shown = () => ({ now: service.now().toISOString() });
  routes.get("/", (c) => c.json(shown()));
  routes.post("/", async (c) => {
    const move = await bodyOf(c, Move, takes);
    const from = service.now();
    const to =
      "now" in move ? new Date(move.now) : new Date(from.getTime() + durationMs(move.advance));
    if (to < from) throw new WrongCall(`the clock is at ${from.toISOString()} already`, takes);
    await service.moveClock(to);
    return c.json(shown());
  });
  return routes;
}

const duration = /^P(?:(\d+)W)?(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+(?:\.\d+)?)S)?)?$/;
const unitsMs = [7 * 86_400_000, 86_400_000, 3_600_000, 60_000, 1000];

/** From weeks down to seconds; months and years have no fixed length. */
function durationMs(text: string): number {
  const match = duration.exec(text);
  const amounts = match?.slice(1) ?? [];
  if (amounts.every((amount) => amount === undefined)) {
    throw new WrongCall(`${text} is not a duration of weeks down to seconds`, takes);
  }
  return unitsMs.reduce((sum, unitMs, index) => sum + Number(amounts[index] ?? 0) * unitMs, 0);
}
