import { createHash } from "node:crypto";
import type { TestLocal } from "../scenes/start-test-local.ts";
import { languages, type Example, type Ran } from "./example.ts";
import { runLane, type Surroundings } from "./run-lane.ts";

/** How many connections are used at a time: each has a browser, and the machine few processors. */
const lanesAtOnce = 3;

interface Scene {
  examples: readonly Example[];
  local: TestLocal;
  /** The address of the relay in front of local mode. */
  baseUrl: string;
  /** A folder with the client installed. */
  project: string;
}

/**
 * Runs every example in all its languages. Examples of one connection run in page order, because a portal has one
 * session; those that only start a sync run last, so that nothing waits for a worker; and those without a tool
 * continue from the others.
 */
export async function runAll({ examples, local, baseUrl, project }: Scene): Promise<Ran[]> {
  const { connections, apiKey } = local.own;
  const around: Surroundings = {
    baseUrl,
    sandboxUrl: local.ready.sandboxUrl,
    apiKey,
    connectionOf: (lane) => connections[lane] ?? connections["banco_a"] ?? "",
    keyOf: ({ toolId, text }) => uuidOf(toolId ?? /tools\.([\w.]+)\(/.exec(text)?.[1] ?? text),
    ready: { organizations: [local.own] },
    project,
  };
  const inEach = async (some: readonly Example[]): Promise<Ran[]> => {
    const ran: Ran[] = [];
    for (const language of languages) {
      const own = some.filter((one) => one.language === language);
      ran.push(...(await runLane(language, own, around)));
    }
    return ran;
  };
  const isSync = ({ text }: Example): boolean => text.includes("conexion.sincronizar");
  // Examples that end a thing run after those that read it, whichever page is first.
  const isEnd = ({ text }: Example): boolean => /anulacion\.solicitar|carpeta\.cerrar/.test(text);
  const others = examples.filter((one) => one.lane !== "other" && !isSync(one));
  const inOrder = others.toSorted((one, next) => Number(isEnd(one)) - Number(isEnd(next)));
  const calls = Map.groupBy(inOrder, ({ lane }) => lane);
  const longestFirst = [...calls.values()].toSorted((one, next) => next.length - one.length);
  const ran = await inTurn(longestFirst, inEach);
  ran.push(...(await inEach(examples.filter(isSync))));
  ran.push(...(await inEach(examples.filter(({ lane }) => lane === "other"))));
  return ran;
}

async function inTurn(
  lanes: readonly Example[][],
  run: (lane: readonly Example[]) => Promise<Ran[]>,
): Promise<Ran[]> {
  const waiting = [...lanes];
  const ran: Ran[] = [];
  const work = async (): Promise<void> => {
    for (let lane = waiting.shift(); lane !== undefined; lane = waiting.shift()) {
      ran.push(...(await run(lane)));
    }
  };
  await Promise.all(Array.from({ length: lanesAtOnce }, work));
  return ran;
}

/** A deterministic UUID v4: the same words give the same id. */
function uuidOf(words: string): string {
  const hex = createHash("sha256").update(words).digest("hex");
  const parts = [hex.slice(0, 8), hex.slice(8, 12), `4${hex.slice(13, 16)}`];
  return [...parts, `8${hex.slice(17, 20)}`, hex.slice(20, 32)].join("-");
}
