import { appendFileSync } from "node:fs";
import http from "node:http";
import { Session } from "node:inspector";
import { syncBuiltinESMExports } from "node:module";
import path from "node:path";
import { isMainThread } from "node:worker_threads";
import { noteReads } from "./note-reads.ts";

// Many of these processes are killed, so what ran is written down all the time, and not at the end.

const everyMs = 200;
const folder = process.env["IMPACT_CHILDREN"];
if (folder !== undefined && isMainThread) record(path.join(folder, `${process.pid}`));

function record(file: string): void {
  const seen = new Set<string>();
  let lines: string[] = [];
  const add = (line: string): void => {
    if (seen.has(line)) return;
    seen.add(line);
    lines.push(line);
  };
  // Its own modules a loader reads too.
  noteReads((read) => {
    if (!/\.[cm]?[jt]sx?$/.test(read)) add(`read\t${path.resolve(read)}\n`);
  });
  const session = new Session();
  session.connect();
  session.post("Profiler.enable");
  session.post("Profiler.startPreciseCoverage", { callCount: true, detailed: false });
  const take = (): void =>
    session.post("Profiler.takePreciseCoverage", (error, taken) => {
      if (error !== null) throw error;
      for (const { url, functions } of taken.result) {
        if (!url.startsWith("file://") || /\/node_modules\/(?!\.bundles-)/.test(url)) continue;
        for (const { ranges } of functions) {
          const { startOffset = 0, count = 0 } = ranges[0] ?? {};
          // At the very beginning is the module itself.
          if (count > 0 && startOffset > 0) add(`${url}\t${startOffset}\n`);
        }
      }
      if (lines.length > 0) appendFileSync(file, lines.join(""));
      lines = [];
    });
  setInterval(take, everyMs).unref();
  process.on("exit", take);
  // A function's process is frozen as soon as it requests the next event.
  const { request } = http;
  http.request = (...args: unknown[]) => {
    if (String(args[0]).includes("/runtime/invocation/")) take();
    return Reflect.apply(request, http, args) as http.ClientRequest;
  };
  syncBuiltinESMExports();
}
