export const languages = ["curl", "ts", "python"] as const;
export type Language = (typeof languages)[number];

/** A piece of code on some page of the documentation. */
export interface Example {
  language: Language;
  /** The page's label for it. */
  label: string;
  /** The first page that shows it. */
  page: string;
  text: string;
  /** The tool that a tab calls. */
  toolId: string | null;
  /** The connector whose connection it needs: examples of one connector run in order. */
  lane: string;
}

/** The outcome of an example: "ok", or the service's refusal code. Anything else is a failure. */
export interface Ran {
  example: Example;
  outcome: string;
}
