import type { Resolver } from "../resolver.ts";

/** Returns one list after another, the last one repeatedly, and records the names asked for. */
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
