/** What has to be alive for a customer to be served, each a process of its own in the cloud. */
const smokeParts = ["sync", "emission", "drain", "housekeeping"] as const;
export type SmokePart = (typeof smokeParts)[number];

/** Up to where a part came, and what stopped it there; `ok` when nothing did. */
interface SmokeResult {
  step: string;
  code: string;
  ms: number;
  release: string | null;
  at: string;
}

export type SmokeResults = Partial<Record<SmokePart, SmokeResult>>;

/** All that a person asks for is done by then, or it is dead. */
export const smokeWaitMs = 120_000;

/** The parts that failed, or said nothing. */
export function failedParts(results: SmokeResults): SmokePart[] {
  return smokeParts.filter((part) => results[part]?.code !== "ok");
}

/** Those that have said nothing yet. */
export function unheardParts(results: SmokeResults): SmokePart[] {
  return smokeParts.filter((part) => results[part] === undefined);
}
