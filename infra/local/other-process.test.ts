import { spawn } from "node:child_process";
import { once } from "node:events";
import { expect, test } from "vitest";
import { isRunning, waitUntilGone } from "./other-process.ts";

test("a process is running until it has ended", async () => {
  const child = spawn("cat", { stdio: ["pipe", "ignore", "inherit"] });
  const closed = once(child, "close");
  const pid = child.pid ?? 0;
  expect(await isRunning(pid)).toBe(true);
  expect(await waitUntilGone(pid, 50)).toBe(false);
  child.stdin.end();
  expect(await waitUntilGone(pid, 10_000)).toBe(true);
  await closed;
  expect(await isRunning(pid)).toBe(false);
});

test("a dead process that its parent has not reaped counts as gone", async () => {
  // The shell becomes `cat`, which never waits for the shell's child.
  const parent = spawn("sh", ["-c", "true & echo $!; exec cat"], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  const [line] = (await once(parent.stdout, "data")) as [Buffer];
  expect(await waitUntilGone(Number(line.toString()), 10_000)).toBe(true);
  const closed = once(parent, "close");
  parent.stdin.end();
  await closed;
});
