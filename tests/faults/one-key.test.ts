import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { invoice } from "#tests/support/scenes/tributario-scene.ts";
import { answerOf } from "./emission-histories/history.ts";
import { openLane, type Call, type Client, type Lane } from "./emission-histories/lane.ts";

// One key is one call of one tool, whatever ledger the tool has and whatever it does outside.

let lane: Lane;
let client: Client;
beforeAll(async () => {
  lane = await openLane();
});
afterAll(() => lane.api.close());
beforeEach(async () => {
  [client] = (await lane.newCompany(false)).clients;
});

const anything = { previewRef: "prv_01k2exampe0000000000000000" };
const profile = { actividad: "692000", direccion: "Calle Uno 1", ciudad: "Santiago" };
const receipt = { lineas: invoice(1_190).lineas };

/** Each way to claim a key, and how it is made to run. The last one only comes second. */
const keyed: Record<string, () => Promise<unknown>> = {
  "emisor.consultar": () => Promise.resolve({}),
  "emisor.configurar": () => Promise.resolve(profile),
  "dte.emitir": () => previewed("dte.previsualizar", invoice(1_000)),
  "boleta.emitir": () => previewed("boleta.previsualizar", receipt),
};
const tools = Object.keys(keyed);
const pairs = tools.flatMap((first) =>
  [...tools, "anulacion.emitir"]
    .filter((tool) => tool !== first)
    .map((second) => ({ first, second })),
);

async function previewed(tool: string, input: unknown): Promise<unknown> {
  const call = lane.call(client, tool, input);
  await finish([call]);
  return { previewRef: answerOf(call).body.data?.["previewRef"] };
}

/** Delivers what is queued until every call has its answer. */
async function finish(calls: Call[]): Promise<void> {
  const { queue } = lane;
  const ended = Promise.all(calls.map(({ process }) => process.stopped));
  while (calls.some(({ process }) => process.state === "alive")) {
    const { nextSent } = queue;
    if (queue.messages.length === 0) await Promise.race([nextSent, ended]);
    for (const jobId of queue.messages.splice(0)) await lane.deliver(jobId).stopped;
  }
}

async function told(tool: string, input: unknown, key: string): Promise<string> {
  const call = lane.call(client, tool, input, { key });
  await finish([call]);
  return toldOf(call);
}

function toldOf(call: Call): string {
  const { body } = answerOf(call);
  return body.error?.code ?? String(body.meta["idempotency"]);
}

test("every pair of ways is played", () => {
  expect(pairs).toHaveLength(16);
});

describe.each(tools)("a key that %s used", (first) => {
  test("is a conflict in every other tool, and its answer stays", async () => {
    const key = randomUUID();
    const input = await keyed[first]?.();
    expect(await told(first, input, key)).toBe("stored");
    const sends = lane.office.sends.size;
    const later = pairs.filter((pair) => pair.first === first);
    for (const { second } of later) {
      const wanted = (await keyed[second]?.()) ?? anything;
      expect(await told(second, wanted, key), second).toBe("idempotency_conflict");
    }
    expect(later).toHaveLength(4);
    expect(lane.office.sends.size).toBe(sends);
    expect(await told(first, input, key)).toBe("replayed");
  });
});

test.each([
  ["four tools", tools],
  ["two tools with a ledger", ["dte.emitir", "boleta.emitir"]],
])("of 20 calls of %s at once under one key, one tool runs", async (_, several) => {
  const inputs = new Map<string, unknown>();
  for (const tool of several) inputs.set(tool, await keyed[tool]?.());
  const key = randomUUID();
  const calls = Array.from({ length: 20 }, (_unused, place) => {
    const tool = several[place % several.length] ?? "";
    return { tool, call: lane.call(client, tool, inputs.get(tool), { key }) };
  });
  await finish(calls.map(({ call }) => call));
  const ran = calls.filter(({ call }) => toldOf(call) !== "idempotency_conflict");
  expect(new Set(ran.map(({ tool }) => tool)).size).toBe(1);
  expect(ran.filter(({ call }) => toldOf(call) === "stored")).toHaveLength(1);
  expect(lane.office.sends.size).toBeLessThanOrEqual(1);
});

test("a key whose emission was given up before sending runs again, even as another call", async () => {
  const key = randomUUID();
  const input = await keyed["dte.emitir"]?.();
  lane.office.formIsClosed = true;
  expect(await told("dte.emitir", input, key)).toBe("timeout");
  lane.office.formIsClosed = false;
  expect(await told("emisor.configurar", profile, key)).toBe("stored");
  expect(await told("dte.emitir", input, key)).toBe("idempotency_conflict");
  expect(await told("dte.emitir", input, randomUUID())).toBe("stored");
});

test("so does one whose workers died before sending, once housekeeping gave it up", async () => {
  const key = randomUUID();
  const input = await keyed["dte.emitir"]?.();
  const { nextSent } = lane.queue;
  const { process } = lane.call(client, "dte.emitir", input, { key });
  await nextSent;
  process.kill();
  lane.queue.messages = [];
  expect(await told("emisor.configurar", profile, key)).toBe("idempotency_conflict");
  const died = "update sync_jobs set status = 'failed', finished_at = $1 where connection_id = $2";
  await lane.api.database.owner(died, [lane.api.clock.now(), client.connection]);
  await lane.housekeeping().stopped;
  expect(await told("emisor.configurar", profile, key)).toBe("stored");
});
