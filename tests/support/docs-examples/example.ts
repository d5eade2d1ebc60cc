export const languages = ["curl", "ts", "python"] as const;
export type Language = (typeof languages)[number];

/** A piece of code that some page of the documentation shows. */
export interface Example {
  language: Language;
  /** As the page labels it. */
  label: string;
  /** The first page that shows it. */
  page: string;
  text: string;
  /** Of a tab: the tool that it calls. */
  toolId: string | null;
  /** The connector whose connection it needs: examples of one follow each other. */
  lane: string;
}

/** What became of an example: "ok", or the code of the service's refusal. Anything else is a fault. */
export interface Ran {
  example: Example;
  outcome: string;
}
