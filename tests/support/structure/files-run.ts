import { Session } from "node:inspector/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../../..", import.meta.url));

/** Files of `lib` and `functions` of which a named function ran meanwhile, with those functions; an index only hands on. */
export async function filesRun(
  act: () => Promise<unknown>,
): Promise<ReadonlyMap<string, string[]>> {
  const session = new Session();
  session.connect();
  try {
    await session.post("Profiler.enable");
    await session.post("Profiler.startPreciseCoverage", { callCount: true, detailed: false });
    await act();
    const { result } = await session.post("Profiler.takePreciseCoverage");
    const found = new Map<string, string[]>();
    for (const { url, functions } of result) {
      const file = path.relative(root, url.startsWith("file:") ? fileURLToPath(url) : url);
      if (!/^(?:lib|functions)\/.*\.tsx?$/.test(file) || /\/(?:index\.ts|testing\/)/.test(file))
        continue;
      const ran = functions.filter(
        ({ functionName, ranges }) => functionName !== "" && ranges.some(({ count }) => count > 0),
      );
      if (ran.length > 0)
        found.set(
          file,
          ran.map(({ functionName }) => functionName),
        );
    }
    return found;
  } finally {
    session.disconnect();
  }
}
