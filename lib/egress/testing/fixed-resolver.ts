import type { Resolver } from "../resolver.ts";

/** Gives one list after the other, the last for ever, and writes down who was asked for. */
export function fixedResolver(...answers: string[][]): Resolver & { asked: string[] } {
  const asked: string[] = [];
  return {
    asked,
    resolve: async (name) => {
      asked.push(name);
      return answers[Math.min(asked.length, answers.length) - 1] ?? [];
    },
  };
}
