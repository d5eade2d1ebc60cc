import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { chmod, mkdtemp, realpath, rm } from "node:fs/promises";
import { homedir, tmpdir } from "node:os";
import path from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

/** A machine with nothing but the operating system, this checkout, and the folders in `shared`. */
export interface EmptyMachine {
  /** A folder that is the same inside and outside. */
  shared: string;
  /** Environment variables that a program there needs. */
  env: Record<string, string>;
  run(command: readonly string[], uid?: number): string[];
  close(): Promise<void>;
}

const checkout = fileURLToPath(new URL("../../..", import.meta.url));
const emptied = [
  "/tmp",
  "/var/tmp",
  "/dev/shm",
  "/usr/share/fonts",
  "/usr/local/share/fonts",
  "/etc/fonts",
  "/var/cache/fontconfig",
  "/opt",
];

// What stays is held at $HOLD while the folders above it are emptied, and then put back in place. A folder of
// libraries becomes links to them, without those that only a browser brings along.
const setUp = String.raw`
set -eu
mount -t tmpfs -o mode=755 tmpfs "$HOLD"
held=0
for kept in $KEPT; do held=$((held + 1)); mkdir "$HOLD/$held"; mount --bind "$kept" "$HOLD/$held"; done
for folder in $EMPTIED "$HOME"; do
  [ ! -d "$folder" ] || mount -t tmpfs -o mode=1777 tmpfs "$folder"
done
chmod 755 "$HOME"
held=0
for kept in $KEPT; do held=$((held + 1)); mkdir -p "$kept"; mount --bind "$HOLD/$held" "$kept"; done
for folder in $(find /lib /usr/lib /usr/lib64 -maxdepth 2 -name libnss3.so -exec dirname {} \; || true); do
  held=$((held + 1)); mkdir "$HOLD/$held" "$HOLD/$held.links"
  mount --bind "$folder" "$HOLD/$held"
  ln -s "$HOLD/$held"/* "$HOLD/$held.links"
  for name in libnss3 libnssutil3 libnspr4 libplc4 libplds4 libexpat libsoftokn3 libfreebl3; do
    rm -f "$HOLD/$held.links/$name".*
  done
  mount --bind "$HOLD/$held.links" "$folder"
done
echo ready
exec sleep infinity`;

/**
 * Where namespaces are forbidden, only the folders that a program is told about are empty, and one line says so; with
 * `BARE_REQUIRED=yes` that is a failure.
 */
export async function emptyMachine(): Promise<EmptyMachine> {
  const shared = await mkdtemp(path.join(await realpath(tmpdir()), "connect-empty-machine-"));
  await chmod(shared, 0o755);
  const removed = () => rm(shared, { recursive: true, force: true });
  const made = await mountNamespace([shared, checkout, path.dirname(process.execPath)]);
  if (made.pid !== null) {
    const { pid, end } = made;
    return {
      shared,
      env: { HOME: homedir() },
      run: (command, uid) => ["nsenter", `--mount=/proc/${pid}/ns/mnt`, ...as(uid), ...command],
      close: async () => {
        await end();
        await removed();
      },
    };
  }
  const problem = `NO EMPTY MACHINE: ${made.reason}. Only HOME, TMPDIR and the font settings are empty.`;
  if (process.env["BARE_REQUIRED"] === "yes") {
    await removed();
    throw new Error(problem);
  }
  process.stderr.write(`\n${problem}\n\n`);
  const empty = await mkdtemp(path.join(shared, "home-"));
  const env = { HOME: empty, TMPDIR: empty, FONTCONFIG_PATH: empty, FONTCONFIG_FILE: "" };
  return { shared, env, run: (command) => [...command], close: removed };
}

function as(uid: number | undefined): string[] {
  if (uid === undefined) return [];
  return ["setpriv", `--reuid=${uid}`, `--regid=${uid}`, "--clear-groups"];
}

type Namespace = { pid: number; end(): Promise<void> } | { pid: null; reason: string };

/** Kept alive by a waiting process; others enter it. */
async function mountNamespace(kept: readonly string[]): Promise<Namespace> {
  if (process.platform !== "linux") return { pid: null, reason: "this is not Linux" };
  if (process.getuid?.() !== 0) return { pid: null, reason: "a namespace needs root" };
  const hold = ["/mnt", "/media", "/srv"].find(
    (folder) => existsSync(folder) && !kept.some((one) => one.startsWith(`${folder}/`)),
  );
  if (hold === undefined) return { pid: null, reason: "there is no folder to mount at" };
  const folders = { HOLD: hold, KEPT: kept.join(" "), EMPTIED: emptied.join(" ") };
  const holder = spawn("unshare", ["--mount", "--propagation", "private", "sh", "-c", setUp], {
    env: { PATH: process.env["PATH"], HOME: homedir(), ...folders },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let said = "";
  holder.stderr.setEncoding("utf8").on("data", (text: string) => (said += text));
  const ended = once(holder, "close").then(
    () => said.trim(),
    (error: unknown) => String(error),
  );
  const ready = once(createInterface(holder.stdout), "line").then(() => null);
  const reason = await Promise.race([ready, ended]);
  const { pid } = holder;
  if (reason !== null || pid === undefined) return { pid: null, reason: reason ?? "no process" };
  return {
    pid,
    end: async () => {
      holder.kill("SIGKILL");
      await ended;
    },
  };
}
