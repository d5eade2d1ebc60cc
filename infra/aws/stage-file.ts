import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";

/** What distinguishes a stage from others, in any shell: `infra/aws/stages/<stage>.json`. */
export interface StageFile {
  region: string;
  /** Its own domain, in a zone of this account; by default the edge assigns a name. */
  domain?: string;
  /** An unused stage: nothing runs by itself, so that its database can sleep too. */
  asleep: boolean;
  /** Where traces go; the secret `OtlpHeaders` has the headers they need. */
  otlpEndpoint?: string;
  /** Who may open evidence: users and roles of the account. */
  operators: string[];
}

const fields: Readonly<Record<string, (value: unknown) => boolean>> = {
  region: (value) => matches(value, /^[a-z]{2}(?:-[a-z]+)+-\d$/),
  domain: (value) => matches(value, /^(?:[a-z0-9-]+\.)+[a-z]{2,}$/),
  asleep: (value) => typeof value === "boolean",
  otlpEndpoint: (value) => matches(value, /^https:\/\/\S+$/),
  operators: (value) =>
    Array.isArray(value) && value.every((one) => matches(one, /^arn:aws[\w-]*:iam::\d{12}:\S+$/)),
};

const matches = (value: unknown, pattern: RegExp): boolean =>
  typeof value === "string" && pattern.test(value);

/** Refuses a wrong file before anything is planned. The customers' stage has a file and is awake. */
export function stageFile(stage: string, readFile = read): StageFile {
  const text = readFile(pathOf(stage));
  const found = text === null ? null : (JSON.parse(text) as Partial<StageFile>);
  for (const [name, value] of Object.entries(found ?? {})) {
    const isRight = fields[name]?.(value) ?? false;
    if (!isRight) throw new Error(`${pathOf(stage)}: ${name} is wrong`);
  }
  const file: StageFile = { region: "us-east-1", asleep: false, operators: [], ...found };
  if (stage !== "production") return file;
  if (found === null)
    throw new Error(`${pathOf(stage)} is missing: production does not go without`);
  if (file.domain === undefined) throw new Error(`${pathOf(stage)}: production has a domain`);
  if (file.asleep) throw new Error(`${pathOf(stage)}: production does not sleep`);
  return file;
}

const pathOf = (stage: string): string => `infra/aws/stages/${stage}.json`;

function read(path: string): string | null {
  const file = join(root(), path);
  return existsSync(file) ? readFileSync(file, "utf8") : null;
}

/** The platform evaluates its own bundle, somewhere below the repository. */
function root(): string {
  for (let folder = process.cwd(); ; folder = dirname(folder)) {
    if (existsSync(join(folder, "infra/aws/stages"))) return folder;
    if (folder === dirname(folder)) throw new Error("infra/aws/stages is not above this folder");
  }
}
