import { execFile } from "node:child_process";
import { randomUUID } from "node:crypto";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import type { Example, Language, Ran } from "./example.ts";
import { sendPython } from "./read-python.ts";

/** What the examples need from their surroundings. */
export interface Surroundings {
  baseUrl: string;
  sandboxUrl: string;
  apiKey: string;
  /** The lane's connection, by connector. */
  connectionOf(lane: string): string;
  /** The same for a tool in every language, so that it is one call. */
  keyOf(example: Example): string;
  /** What the sandbox guide reads from `.local/ready.json`. */
  ready: unknown;
  /** A folder with the client installed. */
  project: string;
}

const run = promisify(execFile);
const runners: Record<Language, { file: string; command: string[]; extension: string }> = {
  curl: { file: "run.sh", command: ["bash", "--norc"], extension: "sh" },
  ts: { file: "run.mts", command: [process.execPath, "--no-warnings"], extension: "mts" },
  python: { file: "run.py", command: ["/usr/bin/env", "python3"], extension: "py" },
};

/** Runs examples of one language one after the other, all in one process of that language. */
export async function runLane(
  language: Language,
  examples: readonly Example[],
  around: Surroundings,
): Promise<Ran[]> {
  if (examples.length === 0) return [];
  if (language === "python" && !(await hasPython())) return withoutPython(examples, around);
  const { file, command, extension } = runners[language];
  const folder = path.join(around.project, "examples", randomUUID());
  await mkdir(folder, { recursive: true });
  const [program = "", ...first] = command;
  const plan = examples.map((example, at) => ({
    example,
    planned: {
      file: path.join(folder, `${at}.${extension}`),
      out: path.join(folder, `${at}.out`),
      CONNECTION: around.connectionOf(example.lane),
      IDEMPOTENCY_KEY: around.keyOf(example),
    },
  }));
  for (const { example, planned } of plan) {
    const before = language === "ts" ? preludeOf(example.text, planned) : "";
    await writeFile(planned.file, `${before}${example.text}\n`);
  }
  await writeFile(
    path.join(folder, "plan.json"),
    JSON.stringify(plan.map(({ planned }) => planned)),
  );
  await writeFile(
    path.join(folder, "plan.tsv"),
    plan.map(({ planned }) => `${Object.values(planned).join("\t")}\n`).join(""),
  );
  const env = {
    PATH: process.env["PATH"] ?? "",
    HOME: folder,
    CONNECT_URL: around.baseUrl,
    CONNECT_API_KEY: around.apiKey,
    JOB: "sjb_of_the_text",
    SANDBOX: `${around.sandboxUrl}/control`,
  };
  await mkdir(path.join(folder, ".local"));
  await writeFile(path.join(folder, ".local/ready.json"), JSON.stringify(around.ready));
  const runner = path.join(import.meta.dirname, file);
  const place = path.join(folder, file);
  await writeFile(place, await readFile(runner));
  await run(program, [...first, place], { cwd: folder, env, timeout: 180_000 });
  return Promise.all(
    plan.map(async ({ example, planned }) => ({
      example,
      outcome: outcomeOf(example, await readFile(planned.out, "utf8")),
    })),
  );
}

/** What the language's runner wrote: the answers, and finally the result. */
function outcomeOf({ language, toolId }: Example, text: string): string {
  const code = /\{"error":\{"code":"(\w+)"/.exec(text)?.[1];
  if (code !== undefined) return code;
  const isAnswered = language !== "curl" || toolId === null || text.startsWith('{"data":');
  const isWell = isAnswered && text.trimEnd().endsWith("exit 0") && !text.includes('"error"');
  return isWell ? "ok" : `fault: ${text.slice(-1_500)}`;
}

async function hasPython(): Promise<boolean> {
  return run("/usr/bin/env", ["python3", "--version"]).then(
    () => true,
    () => false,
  );
}

/** Echoed, because what is printed for Python is parsed here and sent as it says. */
async function withoutPython(examples: readonly Example[], around: Surroundings): Promise<Ran[]> {
  console.error(
    "!!! NO PYTHON ON THIS MACHINE: the Python examples are read, and not run by it !!!",
  );
  const ran: Ran[] = [];
  for (const example of examples) {
    ran.push(
      await sendPython(example, {
        CONNECT_URL: around.baseUrl,
        CONNECT_API_KEY: around.apiKey,
        CONNECTION: around.connectionOf(example.lane),
        IDEMPOTENCY_KEY: around.keyOf(example),
      }),
    );
  }
  return ran;
}

const testSecret = "whsec_MDEyMzQ1Njc4OTAxMjM0NTY3ODkwMTIzNDU2Nzg5MDE=";

/** What a guide's examples get from earlier ones on their page. */
function preludeOf(
  text: string,
  { CONNECTION, IDEMPOTENCY_KEY }: { CONNECTION: string; IDEMPOTENCY_KEY: string },
): string {
  const given: Record<string, string> = {
    connect: "new (await import('connect-client')).Connect()",
    connection: JSON.stringify(CONNECTION),
    idempotencyKey: JSON.stringify(IDEMPOTENCY_KEY),
    previewRef: '"prv_01k2exampe0000000000000000"',
    secret: JSON.stringify(testSecret),
    endpoint: '{ id: "whk_of_the_text" }',
    queue: "async () => {}",
  };
  return Object.entries(given)
    .filter(([name]) => !new RegExp(`\\bconst (?:${name}\\b|\\{[^}]*\\b${name}\\b)`).test(text))
    .map(([name, value]) => `const ${name} = ${value};\n`)
    .join("");
}
