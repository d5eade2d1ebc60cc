import { runAdmin } from "#infra/deploy/admin/run.ts";
import type { TestApi } from "./api.ts";

export interface Commanded {
  code: number;
  /** The printed JSON; empty if there was none. */
  answer: Record<string, unknown>;
  /** Raw standard output. */
  stdout: string;
  /** Standard error without log lines. */
  said: string[];
  stderr: string;
}

/** Runs an operator's command in this process, over the scene's database and clock. */
export async function admin(
  { settings, database, clock }: TestApi,
  args: readonly string[],
  environment: Record<string, string> = {},
): Promise<Commanded> {
  const written: string[] = [];
  const lines: string[] = [];
  const { SERVICE_SECRET, WORKER_DATABASE_URL, masterKey } = settings;
  const code = await runAdmin(args, {
    environment: {
      WORKER_DATABASE_URL,
      KEEPER_DATABASE_URL: database.keeperUrl,
      SERVICE_SECRET,
      MASTER_KEY: masterKey,
      BASE_URL: "https://connect.test",
      OPERATOR: "ana",
      ...environment,
    },
    answer: (text) => void written.push(text),
    say: (line) => void lines.push(line),
    clock,
  });
  const stdout = written.join("");
  const answer = stdout.startsWith("{") ? (JSON.parse(stdout) as Commanded["answer"]) : {};
  const said = lines.filter((line) => !line.startsWith("{"));
  return { code, answer, stdout, said, stderr: lines.join("\n") };
}
