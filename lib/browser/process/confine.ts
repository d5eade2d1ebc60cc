import { execFile } from "node:child_process";
import { randomInt } from "node:crypto";
import { chown } from "node:fs/promises";
import { promisify } from "node:util";

/** What keeps a browser, which shows a portal's pages, away from the rest of the machine. */
export interface Confinement {
  /** Runs as a user that nothing else uses: only root can start it so. */
  ownUser: boolean;
  /** Sees only its own processes, so it cannot read anybody's environment. */
  namespaces: boolean;
  /** Chromium's own sandbox: a page's process can ask the system for almost nothing. */
  sandbox: boolean;
}

type Shelter = Omit<Confinement, "sandbox">;

const bare: Shelter = { ownUser: false, namespaces: false };
const alone: Shelter = { ownUser: false, namespaces: true };
const asRoot: readonly Shelter[] = [
  { ownUser: true, namespaces: true },
  { ownUser: true, namespaces: false },
];
const askLimitMs = 5_000;
/** Ids that common systems give to no person, package or service manager. */
const users = { from: 64_000, to: 65_000 };

const found = new Map<string, Promise<Shelter>>();

/** The command prefix that confines a program; also gives the job's home to its user. */
export async function shelter(
  program: string,
  home: string,
): Promise<{ kind: Shelter; command: string[] }> {
  const user = randomInt(users.from, users.to);
  const known = found.get(program) ?? best(program, home, user);
  found.set(program, known);
  const kind = await known;
  await own(home, kind, user);
  return { kind, command: commandOf(kind, user) };
}

/** Null when a browser is fully confined; otherwise a sentence saying what is missing. */
export function exposure({ ownUser, namespaces, sandbox }: Confinement): string | null {
  const lacks = [
    ...(sandbox ? [] : ["runs without its sandbox"]),
    ...(ownUser || namespaces ? [] : ["sees all processes of its user"]),
  ];
  if (lacks.length === 0) return null;
  return `The browser ${lacks.join(" and ")}: this machine allows it no user namespaces`;
}

/** The strictest that this machine, its settings and the program's location allow. */
async function best(program: string, home: string, user: number): Promise<Shelter> {
  for (const kind of process.getuid?.() === 0 ? asRoot : [alone]) {
    await own(home, kind, user);
    if (await works(commandOf(kind, user), program, home)) return kind;
  }
  return bare;
}

async function own(home: string, { ownUser }: Shelter, user: number): Promise<void> {
  if (process.getuid?.() === 0) await chown(home, ownUser ? user : 0, ownUser ? user : 0);
}

async function works(command: readonly string[], program: string, home: string) {
  const [first = "", ...others] = command;
  const script = 'cd "$1" && test -w . && test -x "$2"';
  const options = { env: { PATH: "/usr/bin:/bin" }, timeout: askLimitMs };
  try {
    await promisify(execFile)(first, [...others, "sh", "-c", script, "sh", home, program], options);
    return true;
  } catch {
    // Missing or not allowed: either way it cannot be used.
    return false;
  }
}

function commandOf({ ownUser, namespaces }: Shelter, user: number): string[] {
  const asUser = [
    "setpriv",
    `--reuid=${user}`,
    `--regid=${user}`,
    "--clear-groups",
    "--no-new-privs",
  ];
  const inside = [
    "unshare",
    "--user",
    "--map-current-user",
    "--pid",
    "--fork",
    "--kill-child",
    "--mount-proc",
  ];
  return [...(ownUser ? asUser : []), ...(namespaces ? inside : [])];
}
