import { afterAll, beforeAll, expect, test } from "vitest";
import { addMonths, periodoOf } from "#lib/chile/index.ts";
import { callTool, type TestOrganization } from "#tests/support/api.ts";
import { jobScene, nothingThere, type JobScene } from "#tests/support/job-scene.ts";

let scene: JobScene;
let owner: TestOrganization;
let connection: string;
beforeAll(async () => {
  scene = await jobScene();
  owner = await scene.organization();
  connection = await scene.connect(owner.id);
});
afterAll(() => scene.close());

interface Cobertura {
  estado: string;
  siguiente: { tool_id: string; input: object; connection_id: string } | null;
}

async function coverage(toolId: string, input: object): Promise<Cobertura> {
  const answer = await callTool(scene.app, toolId, input, { key: owner.key, connection });
  expect(answer.status).toBe(200);
  return answer.body.data?.["cobertura"] as Cobertura;
}

/** Sends the call exactly as it was named, and lets a worker do it. */
async function follow({ siguiente }: Cobertura): Promise<void> {
  if (siguiente === null) throw new TypeError("nothing is left to do");
  const call = { key: owner.key, connection: siguiente.connection_id };
  const answer = await callTool(scene.app, siguiente.tool_id, siguiente.input, call);
  expect([answer.status, answer.body.error]).toEqual([200, undefined]);
  await scene.run(String(answer.body.data?.["jobId"]));
}

const current = periodoOf(new Date());
const reads: [string, object][] = [
  ["banco_a.movimientos.consultar", {}],
  ["banco_a.movimientos.consultar", { periodo: addMonths(current, -3) }],
  ["banco_a.movimientos.consultar", { periodo: addMonths(current, -24) }],
  ["banco_a.saldos.consultar", {}],
  ["banco_a.cuentas.consultar", {}],
];

test.each(reads)(
  "%s %j: following the named call, and only it, completes what is read",
  async (...read) => {
    connection = await scene.connect(owner.id, `login-${JSON.stringify(read)}`);
    const never = await coverage(...read);
    expect(never.estado).toBe("nunca_sincronizado");

    scene.play({ read: () => ({ ...nothingThere, incompletos: 2 }) });
    await follow(never);
    const partial = await coverage(...read);
    expect(partial.estado).toBe("parcial");

    scene.play({});
    await follow(partial);
    expect(await coverage(...read)).toMatchObject({ estado: "completo", siguiente: null });
  },
);

test("a reading of another shape stores nothing and covers nothing", async () => {
  connection = await scene.connect(owner.id, "login-of-another-shape");
  const read = reads[1] ?? reads[0];
  if (read === undefined) throw new RangeError("no reads");
  scene.play({
    read: () => {
      throw new TypeError("a column is gone");
    },
  });
  await follow(await coverage(...read));
  expect((await coverage(...read)).estado).toBe("nunca_sincronizado");
});
