import { readFile } from "node:fs/promises";

interface Wish {
  asked: string;
  calls: { tool: string; input: object; answered: unknown }[];
  /** What the agent told the person, and the numbers and days in it as JSON has them. */
  answer: string;
  figures: string[];
}

/** The conversation under "A wish and its answer": who asked what, the agent's calls, and what it said. */
export async function wishOf(file: string): Promise<Wish> {
  const text = await readFile(file, "utf8");
  const [, shown = ""] = /^## A wish and its answer\n[^]*?^```text\n([^]*?)^```$/m.exec(text) ?? [];
  const [, asked = ""] = /^Ana +(.+)$/m.exec(shown) ?? [];
  const called = /(search_docs|execute) (\{.*\})\n +→ ([^]*?)(?=\n +execute|\nAgent)/g;
  const calls = [...shown.matchAll(called)].map(([, tool = "", input = "", answered = ""]) => ({
    tool,
    input: JSON.parse(input) as object,
    answered: JSON.parse(answered) as unknown,
  }));
  const answer = shown.slice(shown.lastIndexOf("\nAgent") + 1);
  const days = answer.match(/\d{4}-\d\d-\d\d/g) ?? [];
  const amounts = (answer.match(/\$[\d.,]*\d/g) ?? []).map((amount) =>
    amount.slice(1).replaceAll(".", "").replace(",", "."),
  );
  return { asked, calls, answer, figures: [...days, ...amounts] };
}
