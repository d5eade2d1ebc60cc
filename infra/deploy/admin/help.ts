import type { Command, Table } from "./command.ts";

const indent = "  ";
/** A terminal shows a line of this length whole. */
const widest = 112;

/** How a command is called. */
export function callOf(group: string, verb: string, entry: Command): string {
  const taken = (entry.takes ?? []).map((place) =>
    place.endsWith("?") ? `[${place.slice(0, -1)}]` : place,
  );
  const options = Object.entries(entry.options ?? {}).map(([name, value]) => {
    const option = [`--${name}`, value.replace("!", "")].filter((word) => word !== "yes").join(" ");
    return value.endsWith("!") ? option : `[${option}]`;
  });
  return [group, verb, ...taken, ...options, ...asked(entry)].join(" ");
}

function asked({ asks, confirms = "", takes = [], options = {} }: Command): string[] {
  if (asks === undefined || asks === "operator") return [];
  const again = takes[0] ?? options[confirms]?.replace("!", "") ?? "";
  const confirm = asks === "confirm" ? [`--confirm ${again} | --dry-run`] : [];
  return ["--reason TEXT", ...confirm];
}

/** Help for all commands, for a group, or for one command. */
export function help(table: Table, named: { group?: string; verb?: string } = {}): string {
  const lines = Object.entries(table)
    .filter(([group]) => named.group === undefined || group === named.group)
    .flatMap(([group, verbs]) =>
      Object.entries(verbs)
        .filter(([verb]) => named.verb === undefined || verb === named.verb)
        .flatMap(([verb, entry]) => [
          `${indent}${callOf(group, verb, entry)}`,
          ...wrapped(entry.does, indent.repeat(3)),
        ]),
    );
  return `npm run -s admin -- GROUP VERB
${lines.join("\n")}
Changes need OPERATOR in the environment: your name, under which they are recorded. Answers are JSON on standard output,
messages for people are on standard error. Exit codes: 0 done, 1 refused, 2 wrong call, 3 a part cannot be reached.
`;
}

function wrapped(text: string, margin: string): string[] {
  const lines: string[] = [];
  for (const word of text.split(" ")) {
    const longer = `${lines.at(-1) ?? margin.slice(1)} ${word}`;
    if (lines.length === 0 || longer.length <= widest) lines.splice(-1, 1, longer);
    else lines.push(margin + word);
  }
  return lines;
}
