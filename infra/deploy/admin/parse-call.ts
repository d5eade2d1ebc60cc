import { parseArgs, type ParseArgsConfig } from "node:util";
import * as z from "zod";
import { GivenName, longestName } from "#lib/identity/index.ts";
import { lazyConnectors } from "#lib/tools/lazy-connectors.ts";
import { idPattern } from "#lib/kernel/ids.ts";
import { ownedPrefixes, type OwnedPrefix } from "#lib/operator/index.ts";
import { places, type Command, type Table } from "./command.ts";
import { WrongCall } from "../refusals.ts";

type Values = Record<string, string | boolean | undefined>;

/** A call that is written correctly; whether its ids exist is not checked here. */
export interface Call {
  group: string;
  verb: string;
  entry: Command;
  given: Values;
  /** The thing that it names first. */
  subject: { id: string; prefix: OwnedPrefix | null } | null;
  /** Its options as they are recorded. */
  onRecord: Record<string, string | boolean>;
  reason: string | null;
  rehearse: boolean;
}

/** Never in the machine's own time zone, and of a year that the database and ids can express. */
const Instant = z
  .union([z.iso.date(), z.iso.datetime({ offset: true })])
  .refine((text) => text > "1970" && text < "2100");

/** Names, mails, folders and files do not belong in a record that outlives them. */
const unrecorded = ["TEXT", "MAIL", "FOLDER", "FILE"];

export function parseCall(table: Table, args: readonly string[]): Call | "help" {
  const [group = "", verb = "", ...rest] = args;
  if (args.includes("--help") || args.includes("-h")) return "help";
  if (group === "") return "help";
  const verbs = Object.hasOwn(table, group) ? table[group] : undefined;
  if (verbs === undefined) throw wrong(`There is no group ${group}`, Object.keys(table));
  const entry = Object.hasOwn(verbs, verb) ? verbs[verb] : undefined;
  if (entry === undefined) {
    throw wrong(`${group} has no ${verb === "" ? "such verb" : verb}`, Object.keys(verbs));
  }
  const { values, positionals } = parsed(entry, rest);
  const named = namedBy(entry, positionals);
  const options = checked(entry, values);
  const [first] = Object.entries(named);
  const subject = first?.[1] === undefined ? null : { id: first[1], prefix: ownedBy(first[0]) };
  const rehearse = values["dry-run"] === true;
  return {
    group,
    verb,
    entry,
    subject,
    rehearse,
    given: { ...named, ...options },
    onRecord: recordable(entry, options),
    reason: reasonOf(entry, values, {
      again: subject?.id ?? values[entry.confirms ?? ""],
      rehearse,
    }),
  };
}

function parsed(entry: Command, args: readonly string[]) {
  const options: NonNullable<ParseArgsConfig["options"]> = {};
  for (const [name, value] of Object.entries(entry.options ?? {})) {
    options[name] = { type: value.startsWith("yes") ? "boolean" : "string" };
  }
  if (entry.asks === "reason" || entry.asks === "confirm") options["reason"] = { type: "string" };
  if (entry.asks === "confirm") {
    options["confirm"] = { type: "string" };
    options["dry-run"] = { type: "boolean" };
  }
  try {
    const { values, positionals, tokens } = parseArgs({
      args: [...args],
      options,
      allowPositionals: true,
      tokens: true,
    });
    checkGivenOnce(tokens.flatMap((token) => (token.kind === "option" ? [token.name] : [])));
    return { values: values as Values, positionals };
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    throw new WrongCall(error.message.split(/\.\s/)[0] ?? "");
  }
}

/** Only the last value of an option given twice would count. */
function checkGivenOnce(names: readonly string[]): void {
  const twice = names.find((name, at) => names.indexOf(name) !== at);
  if (twice !== undefined) throw new WrongCall(`--${twice} is given more than once`);
}

function namedBy({ takes = [] }: Command, positionals: readonly string[]) {
  const needed = takes.filter((place) => !place.endsWith("?"));
  if (positionals.length < needed.length || positionals.length > takes.length) {
    throw new WrongCall(`It takes ${takes.join(" ") || "no names"}, and got ${positionals.length}`);
  }
  const named = takes.map((place, at) => [place.replace("?", ""), positionals[at]] as const);
  for (const [place, id] of named) if (id !== undefined) checkPlace(place, id);
  return Object.fromEntries(named);
}

function checkPlace(place: string, id: string): void {
  const prefix = prefixOf(place);
  if (prefix !== null) {
    if (idPattern(prefix).test(id)) return;
    throw new WrongCall(`${place} is an id, ${prefix}_…`);
  }
  checkSystem(id);
}

function checkSystem(id: string): void {
  const systems = lazyConnectors.map(({ manifest }) => manifest.id);
  if (!systems.includes(id)) throw wrong(`There is no system ${id}`, systems);
}

const prefixes: Readonly<Record<string, (typeof places)[keyof typeof places]>> = places;
const prefixOf = (place: string) => prefixes[place] ?? null;

/** The id prefix, if it is of something that an organization owns. */
function ownedBy(place: string): OwnedPrefix | null {
  return ownedPrefixes.find((prefix) => prefix === prefixOf(place)) ?? null;
}

function checked({ options = {}, asks }: Command, values: Values): Values {
  const kinds = Object.entries(options);
  const isEdit =
    asks === "operator" && kinds.length > 0 && kinds.every(([, kind]) => !kind.endsWith("!"));
  if (isEdit && kinds.every(([name]) => values[name] === undefined)) {
    throw new WrongCall("There is nothing to change");
  }
  const found = kinds.map(([name, kind]) => {
    const value = values[name];
    if (value === undefined && kind.endsWith("!")) throw new WrongCall(`--${name} is missing`);
    if (kind.startsWith("yes")) return [name, value === true] as const;
    if (typeof value === "string") checkValue(name, kind.replace("!", ""), value);
    return [name, value] as const;
  });
  return Object.fromEntries(found);
}

function checkValue(name: string, kind: string, value: string): void {
  if (value.trim() === "") throw new WrongCall(`--${name} is empty`);
  if (kind.includes("|") && !kind.split("|").includes(value)) {
    throw wrong(`--${name} is not ${value}`, kind.split("|"));
  }
  if (kind === "SYSTEM") checkSystem(value);
  if (kind === "SYSTEMS") for (const one of value.split(",")) checkSystem(one.trim());
  if (kind === "TEXT" && !GivenName.safeParse(value).success) {
    throw new WrongCall(`--${name} is a name of 1 to ${longestName} characters`);
  }
  if (kind === "NUMBER" && !/^[1-9]\d{0,8}$/.test(value))
    throw new WrongCall(`--${name} is a number`);
  if (kind === "DATE" && !Instant.safeParse(value).success) {
    throw new WrongCall(`--${name} is an instant, 2027-01-31 or 2027-01-31T12:00:00Z`);
  }
}

function recordable({ options = {} }: Command, values: Values): Record<string, string | boolean> {
  const kept = Object.entries(values).filter(
    ([name, value]) =>
      value !== undefined &&
      value !== false &&
      !unrecorded.includes((options[name] ?? "").replace("!", "")),
  );
  return Object.fromEntries(kept) as Record<string, string | boolean>;
}

function reasonOf(
  { asks }: Command,
  { reason, confirm }: Values,
  { again, rehearse }: { again: string | boolean | undefined; rehearse: boolean },
): string | null {
  if (asks !== "reason" && asks !== "confirm") return null;
  if (typeof reason !== "string" || reason.trim() === "") {
    throw new WrongCall("--reason is missing: it stays on record");
  }
  if (asks === "confirm" && !rehearse && confirm !== again) {
    throw new WrongCall(`It is for ever: --confirm ${String(again)} does it, --dry-run shows it`);
  }
  return reason;
}

function wrong(what: string, choices: readonly string[]): WrongCall {
  return new WrongCall(`${what}: ${choices.join(", ")}`);
}
