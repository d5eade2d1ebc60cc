/** What must be alive for a customer to be served, each a separate process in the cloud. */
const smokeParts = ["sync", "emission", "drain", "housekeeping"] as const;
export type SmokePart = (typeof smokeParts)[number];

/** How far a part came, and what stopped it there; `ok` if nothing did. */
interface SmokeResult {
  step: string;
  code: string;
  ms: number;
  release: string | null;
  at: string;
}

export type SmokeResults = Partial<Record<SmokePart, SmokeResult>>;

/** By then everything that a person asks for is done, or the part is dead. */
export const smokeWaitMs = 120_000;

/** The parts that failed or did not answer. */
export function failedParts(results: SmokeResults): SmokePart[] {
  return smokeParts.filter((part) => results[part]?.code !== "ok");
}

/** The parts that have not answered yet. */
export function unheardParts(results: SmokeResults): SmokePart[] {
  return smokeParts.filter((part) => results[part] === undefined);
}
