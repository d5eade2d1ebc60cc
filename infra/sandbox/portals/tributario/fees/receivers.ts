import { z } from "zod";
import { santiagoDay } from "../../../generator/calendar.ts";
import { readRut } from "../../../generator/rut.ts";
import { act, type Act, type World } from "../../../system/system.ts";
import { WrongCall } from "../../../system/wrong-call.ts";
import type { Annulment } from "./annulment.ts";

const words = ["accept", "reject", "silence"] as const;

interface Program {
  word: (typeof words)[number];
  afterMs: number;
  from: Date;
}

/** Receivers who are asked whether a receipt may be annulled. They are silent until instructed. */
export interface FeeReceivers {
  program(rut: string, word: Program["word"], afterSeconds: number): void;
  /** The answer to a request, once it has come or its time is over. */
  answerOf(rut: string | null, annulment: Annulment): Annulment["answer"];
}

export function createFeeReceivers(world: World): FeeReceivers {
  const programs = new Map<string, Program>();

  /** When it answers: this long after it was asked, or after it was instructed. */
  function answered(program: Program, { askedAt }: Annulment): Date {
    return new Date(Math.max(askedAt.getTime(), program.from.getTime()) + program.afterMs);
  }

  return {
    program(rut, word, afterSeconds) {
      programs.set(rut, { word, afterMs: afterSeconds * 1000, from: world.now() });
    },
    answerOf(rut, annulment) {
      const { until } = annulment;
      if (until === null) return null;
      const program = programs.get(rut ?? "");
      if (program && program.word !== "silence") {
        const at = answered(program, annulment);
        // A late answer does nothing.
        if (at <= world.now() && santiagoDay(at) <= until) {
          return { word: program.word === "accept" ? "accepted" : "rejected", at };
        }
      }
      return world.today() > until ? { word: "lapsed", at: world.now() } : null;
    },
  };
}

const takes =
  '{"rut", "answer": "accept"|"reject"|"silence", "afterSeconds"?}: how a receiver answers annulments that wait, those that wait by now and those to come';

const Body = z.strictObject({
  rut: z.string(),
  answer: z.enum(words),
  afterSeconds: z
    .int()
    .min(0)
    .max(2 * 366 * 86_400)
    .default(0),
});

/** `POST /control/portals/tributario/receivers`. */
export function receiversAct(receivers: FeeReceivers, catchUp: () => void): Act {
  return act(Body, takes, ({ rut: typed, answer, afterSeconds }) => {
    const rut = readRut(typed);
    if (!rut) throw new WrongCall(`no RUT ${typed}`, takes);
    // Earlier answers do not change.
    catchUp();
    receivers.program(rut, answer, afterSeconds);
    return { rut, answer, afterSeconds };
  });
}
