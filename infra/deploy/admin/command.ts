/** Names a thing in a call: an id by its prefix, or a system. `?`: optional. */
export const places = {
  ORG: "org",
  KEY: "key",
  CONN: "conn",
  LINK: "cs",
  JOB: "sjb",
  OPER: "oper",
  REQ: "req",
  SYSTEM: null,
} as const;

type PlaceName = keyof typeof places;
type Place = PlaceName | `${PlaceName}?`;

/** One command, as `--help` and the documentation show it. */
export interface Command {
  does: string;
  takes?: readonly Place[];
  /** The values of options: `TEXT`, one of `a|b`, or `yes` for a flag. `!`: required. */
  options?: Readonly<Record<string, string>>;
  /** A change requires `OPERATOR`, a removal also `--reason`, a permanent one also `--confirm`. */
  asks?: "operator" | "reason" | "confirm";
  /** The option to repeat in `--confirm` if no id is named. */
  confirms?: string;
  /** Whether its record commits with the change, or before data leaves the database. */
  onRecord?: "before";
  /** What its record keeps of the answer. */
  keeps?: readonly string[];
  /** The database role that erases. */
  as?: "keeper";
}

export type Table = Readonly<Record<string, Readonly<Record<string, Command>>>>;

type Word<V extends string> = V extends `${infer A}|${infer B}`
  ? A | Word<B>
  : V extends Uppercase<V>
    ? string
    : V;

type Value<T extends string> = T extends "yes" | "yes!"
  ? boolean
  : T extends `${infer V}!`
    ? Word<V>
    : Word<T> | undefined;

type Taken<E extends Command> = E extends { takes: readonly (infer P extends string)[] }
  ? P
  : never;
type Options<E extends Command> = E extends { options: infer O extends Record<string, string> }
  ? O
  : { [none in never]: string };

/** A call's values, by the names in its table entry. */
export type Given<E extends Command> = {
  [P in Taken<E> as P extends `${infer N}?` ? N : P]: P extends `${string}?`
    ? string | undefined
    : string;
} & { [O in keyof Options<E> & string]: Value<Options<E>[O] & string> };
