import { closeSync, fstatSync, openSync, readFileSync } from "node:fs";
import { dirname } from "node:path";
import { ConfigError } from "#lib/kernel/config.ts";

type Environment = Readonly<Record<string, string | undefined>>;

/** Secrets that nobody who can inspect a process may read. `BROWSER_<SYSTEM>` may contain a token too. */
const secrets = [
  "API_KEY_SECRETS",
  "AUTH_DATABASE_URL",
  "AUTH_SECRETS",
  "BACKUP_DATABASE_URL",
  "CURSOR_SECRETS",
  "DATABASE_OWNER_URL",
  "DATABASE_URL",
  "EDGE_SECRETS",
  "FORM_SECRETS",
  "KEEPER_DATABASE_URL",
  "LINK_SECRETS",
  "LOGIN_SECRETS",
  "MASTER_KEY",
  "OAUTH_CLIENTS",
  "RECEIPT_KEYS",
  "SERVICE_SECRET",
  "SMTP_URL",
  "WORKER_DATABASE_URL",
];
const suffix = "_FILE";

/** The settings, with the contents of each named secret file. An empty variable is not set. */
export function withSecretFiles(environment: Environment): Record<string, string> {
  return parseWithFiles(environment, (given) => given);
}

/** What `parse` makes of them; its problems and those of the files are told together. */
export function parseWithFiles<T>(
  environment: Environment,
  parse: (given: Record<string, string>) => T,
): T {
  const { given, unread } = readFiles(environment);
  let others: readonly string[] = [];
  try {
    const parsed = parse(given);
    if (unread.size === 0) return parsed;
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    others = error.problems;
  }
  // What is missing because its file was not read has been said.
  const names = new RegExp(`\\b(?:${[...unread.keys()].join("|")})\\b`);
  throw new ConfigError([
    ...unread.values(),
    ...others.filter((problem) => unread.size === 0 || !names.test(problem)),
  ]);
}

/** `unread`: by its setting, what is wrong with a file. */
function readFiles(environment: Environment) {
  const set = Object.entries(environment).filter(
    (entry): entry is [string, string] => (entry[1] ?? "") !== "",
  );
  const given: Record<string, string> = Object.fromEntries(set);
  const unread = new Map<string, string>();
  for (const [setting, path] of set) {
    const name = setting.slice(0, -suffix.length);
    if (!setting.endsWith(suffix) || !isSecret(name)) continue;
    delete given[setting];
    if (given[name] !== undefined) {
      unread.set(name, `${setting}: set it or ${name}, and only one`);
      continue;
    }
    const found = readSecret(path, environment["CREDENTIALS_DIRECTORY"]);
    if ("problem" in found) unread.set(name, `${setting}: ${path} ${found.problem}`);
    else given[name] = found.text;
  }
  return { given, unread };
}

function isSecret(name: string): boolean {
  return secrets.includes(name) || (name.startsWith("BROWSER_") && name !== "BROWSER_SANDBOX");
}

/** Checked through its descriptor, so that the file read is the file checked. */
function readSecret(path: string, credentials = ""): { text: string } | { problem: string } {
  let file: number | null = null;
  try {
    file = openSync(path, "r");
    const problem = dirname(path) === credentials ? null : problemOf(file);
    return problem === null ? { text: readFileSync(file, "utf8").trim() } : { problem };
  } catch (error) {
    const code = error instanceof Error && "code" in error ? String(error.code) : "unreadable";
    return { problem: `cannot be read (${code})` };
  } finally {
    if (file !== null) closeSync(file);
  }
}

/** A service manager protects its own folder of credentials. */
function problemOf(file: number): string | null {
  const found = fstatSync(file);
  const uid = process.getuid?.() ?? 0;
  if (!found.isFile()) return "is no file";
  if (found.uid !== uid) return `belongs to user ${found.uid}, not to ${uid}`;
  if ((found.mode & 0o077) === 0) return null;
  return `can be read by others (mode ${(found.mode & 0o777).toString(8)}): chmod 600 it`;
}
