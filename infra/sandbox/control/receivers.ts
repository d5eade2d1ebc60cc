import { Hono } from "hono";
import { z } from "zod";
import type { Receivers } from "../receivers/receivers.ts";
import { bodyOf } from "./call.ts";

const status = z.int().min(200).max(599);
const ReceiverAnswer = z.union([
  status,
  z.enum(["timeout", "reset", "drip", "endless"]),
  z.strictObject({
    status,
    delayMs: z.int().min(0).max(600_000).optional(),
    headers: z.record(z.string(), z.string()).optional(),
    body: z.string().optional(),
  }),
]);
/** The contract's own names; a literal key `then` would make the object look like a promise. */
const words = { afterwards: "then" } as const;
const Program = z.strictObject({
  answers: z.array(ReceiverAnswer).default([]),
  [words.afterwards]: ReceiverAnswer.default(200),
});

const takes = {
  answers:
    'a list of: 500 | "timeout" | "reset" | "drip" | "endless" | {status, delayMs?, headers?, body?}',
  [words.afterwards]: "one of the same, for every request after the list; 200 unless given",
};

export function receiverRoutes(receivers: Receivers): Hono {
  const routes = new Hono();
  routes.post("/:name", async (c) => {
    const program = await bodyOf(c, Program, takes);
    receivers.program(c.req.param("name"), {
      answers: program.answers,
      afterwards: program[words.afterwards],
    });
    return c.json(program);
  });
  routes.get("/:name", (c) => c.json(receivers.requestsOf(c.req.param("name"))));
  return routes;
}
