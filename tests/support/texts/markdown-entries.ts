import { readFile } from "node:fs/promises";

/**
 * The entries of a section whose fields are told as a list, in place of a table too wide for a terminal. An entry is a
 * `### heading` or a `- line`; each of its fields is a line `- field: text`, wrapped as often as needed.
 */
export async function entriesOf<Field extends string>(
  file: string,
  heading: string,
  fields: readonly Field[],
): Promise<({ name: string } & Record<Field, string>)[]> {
  const text = await readFile(new URL(`../../../${file}`, import.meta.url), "utf8");
  const section = new RegExp(`^## ${heading}\n([^]*?)(?=^## |(?![^]))`, "m").exec(text)?.[1];
  if (section === undefined) throw new Error(`${file} has no section ${heading}`);
  const found: ({ name: string } & Record<string, string>)[] = [];
  for (const line of section.replaceAll(/\n +(?![- ])/g, " ").split("\n")) {
    const [, entry, field = ""] = /^(?:(?:###|-) (.+)|  - (.+))$/.exec(line) ?? [];
    const told = field === "" ? (entry ?? "") : field;
    const named = fields.find((one) => told.startsWith(`${one}: `));
    const last = found.at(-1);
    if (named !== undefined && last !== undefined) last[named] = told.slice(named.length + 2);
    else if (entry !== undefined) found.push({ name: entry });
  }
  return found.map((one) => {
    const lacking = fields.filter((field) => one[field] === undefined);
    if (lacking.length > 0) throw new Error(`${one.name} has no ${lacking.join(", ")}`);
    return one;
  });
}
