import { execFileSync } from "node:child_process";

/**
 * What the log calls the code that wrote it: the commit, by which its lines are found again, with a `+`
 * where something was not committed. Where there is no history `RELEASE` says it.
 */
export function releaseOf(given = process.env["RELEASE"] ?? ""): string {
  if (given !== "") return given;
  try {
    const commit = git("rev-parse", "--short=12", "HEAD");
    return git("status", "--porcelain", "--untracked-files=no") === "" ? commit : `${commit}+`;
  } catch {
    // No git, or an unpacked archive: nothing is lost but the way from a log's line to its source.
    return "unknown";
  }
}

function git(...args: string[]): string {
  const stdio = ["ignore", "pipe", "ignore"] as const;
  return execFileSync("git", args, { encoding: "utf8", stdio: [...stdio] }).trim();
}
