import type { Command, Table } from "./command.ts";

const indent = "  ";

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
          `${indent}${indent}${indent}${entry.does}`,
        ]),
    );
  return `npm run -s admin -- GROUP VERB
${lines.join("\n")}
Changes need OPERATOR in the environment: your name, under which they are recorded. Answers are JSON on standard output,
messages for people are on standard error. Exit codes: 0 done, 1 refused, 2 wrong call, 3 a part cannot be reached.
`;
}
