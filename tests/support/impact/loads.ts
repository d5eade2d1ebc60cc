/** What the modules of this repository do when they are read for the first time, each after those that it imports. */
export interface Loads {
  /** By module: the functions that then run, its own and others, as `file:start` with how often. */
  calls: Record<string, Record<string, number>>;
  /** By file: the names of its functions that run so. */
  names: Record<string, string[]>;
  /** By module: what it reads as a text. */
  reads: Record<string, string[]>;
  /** Modules that cannot be read outside of their program, with the error. */
  refused: Record<string, string>;
}
