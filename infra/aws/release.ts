import { execFileSync } from "node:child_process";

/**
 * What the log calls the running code: the commit, which leads back to the sources, with a `+` if something was not
 * committed. Without a git history `RELEASE` sets it.
 */
export function releaseOf(): string {
  const given = process.env["RELEASE"] ?? "";
  if (given !== "") return given;
  try {
    const commit = git("rev-parse", "--short=12", "HEAD");
    return git("status", "--porcelain", "--untracked-files=no") === "" ? commit : `${commit}+`;
  } catch {
    // No git, or an unpacked archive: only the way from a log line to its source is lost.
    return "unknown";
  }
}

function git(...args: string[]): string {
  const stdio = ["ignore", "pipe", "ignore"] as const;
  return execFileSync("git", args, { encoding: "utf8", stdio: [...stdio] }).trim();
}
