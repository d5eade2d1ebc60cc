/** What names a thing in a call: an id by its prefix, or a system. `?`: it may be left out. */
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

/** One command, as `--help` and the documentation tell it. */
export interface Command {
  does: string;
  takes?: readonly Place[];
  /** What each is given: `TEXT`, one of `a|b`, or `yes` for one that is alone. `!`: it has to be. */
  options?: Readonly<Record<string, string>>;
  /** A change asks for `OPERATOR`, one that takes something away for `--reason`, one for ever for `--confirm`. */
  asks?: "operator" | "reason" | "confirm";
  /** The option that is said once more, where no id is named. */
  confirms?: string;
  /** Whose transaction the row is: the change's, or one before what leaves the database. */
  onRecord?: "before";
  /** What its row keeps of the answer. */
  keeps?: readonly string[];
  /** Who erases. */
  as?: "keeper";
}

export type Table = Readonly<Record<string, Readonly<Record<string, Command>>>>;

type Word<V extends string> = V extends `${infer A}|${infer B}`
  ? A | Word<B>
  : V extends Uppercase<V>
    ? string
    : V;

type Value<T extends string> = T extends "yes"
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

/** The values of a call, by the names of its table entry. */
export type Given<E extends Command> = {
  [P in Taken<E> as P extends `${infer N}?` ? N : P]: P extends `${string}?`
    ? string | undefined
    : string;
} & { [O in keyof Options<E> & string]: Value<Options<E>[O] & string> };
