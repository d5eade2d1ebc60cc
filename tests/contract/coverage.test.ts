import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import {
  addDays,
  addMonths,
  lastDay,
  periodoOf,
  todayInSantiago,
  type Periodo,
} from "#lib/chile/index.ts";
import { accountRows, accountsOf, eachAccount } from "#lib/contract/bank/index.ts";
import { callTool, type TestOrganization } from "#tests/support/scenes/api.ts";
import { accountOf } from "#tests/support/planted/account-of.ts";
import { jobScene, nothingThere, type JobScene } from "#tests/support/scenes/job-scene.ts";

let scene: JobScene;
let owner: TestOrganization;
let connection: string;
beforeAll(async () => {
  scene = await jobScene();
  owner = await scene.organization();
  connection = await scene.connect(owner.id);
});
afterAll(() => scene.close());

const accounts = [{ numeroCuenta: "1" }, { numeroCuenta: "2" }];
const cuentas = accounts.map(({ numeroCuenta }) => accountOf(numeroCuenta));

const listed = { ...nothingThere, rows: [accountRows(accountsOf("banco_a"), cuentas)] };

interface Cobertura {
  estado: string;
  siguiente: { tool_id: string; input: object; connection_id: string } | null;
}

async function coverage(toolId: string, input: object): Promise<Cobertura> {
  const answer = await callTool(scene.app, toolId, input, { key: owner.key, connection });
  expect(answer.status).toBe(200);
  return answer.body.data?.["cobertura"] as Cobertura;
}

/** Sends the named call unchanged, and lets a worker do it. */
async function follow({ siguiente }: Cobertura): Promise<void> {
  if (siguiente === null) throw new TypeError("nothing is left to do");
  const call = { key: owner.key, connection: siguiente.connection_id };
  const answer = await callTool(scene.app, siguiente.tool_id, siguiente.input, call);
  expect([answer.status, answer.body.error]).toEqual([200, undefined]);
  await scene.run(String(answer.body.data?.["jobId"]));
}

const current = periodoOf(new Date());
/** The request, and its coverage after a sync of today. */
const reads: [string, object, string][] = [
  // Today is not over: more can come, and no call can bring it yet.
  ["banco_a.movimientos.consultar", {}, "parcial"],
  ["banco_a.movimientos.consultar", { periodo: current }, "parcial"],
  ["banco_a.movimientos.consultar", { periodo: addMonths(current, -3) }, "completo"],
  ["banco_a.movimientos.consultar", { periodo: addMonths(current, -24) }, "completo"],
  ["banco_a.saldos.consultar", {}, "completo"],
  ["banco_a.cuentas.consultar", {}, "completo"],
];

test.each(reads)(
  "%s %j: following the named call, and only it, brings all that can be read today: %s",
  async (toolId, input, estado) => {
    connection = await scene.connect(owner.id, `login-${toolId}-${JSON.stringify(input)}`);
    const never = await coverage(toolId, input);
    expect(never.estado).toBe("nunca_sincronizado");

    scene.play({ read: () => ({ ...listed, incompletos: 2 }) });
    await follow(never);
    const partial = await coverage(toolId, input);
    expect(partial.estado).toBe("parcial");

    scene.play({ read: () => listed });
    await follow(partial);
    expect(await coverage(toolId, input)).toMatchObject({ estado, siguiente: null });
  },
);

test("a reading of another format stores nothing and covers nothing", async () => {
  connection = await scene.connect(owner.id, "login-of-another-shape");
  const read = ["banco_a.movimientos.consultar", { periodo: current }] as const;
  scene.play({
    read: () => {
      throw new TypeError("a column is gone");
    },
  });
  await follow(await coverage(...read));
  expect((await coverage(...read)).estado).toBe("nunca_sincronizado");
});

/** The coverage of each of the two accounts, or of those that the portal shows. */
async function readingOf(
  read: (numeroCuenta: string) => { completo: boolean; cut: boolean },
  shown = accounts,
) {
  const { months, ...month } = await eachAccount(shown, async ({ numeroCuenta }) => ({
    incompletos: 0,
    ...read(numeroCuenta),
  }));
  expect(months).toHaveLength(shown.length);
  return { ...month, rows: listed.rows };
}

const isWhole = () => ({ completo: true, cut: false });

test("accounts are known from the readings that listed them, whatever else these missed", async () => {
  connection = await scene.connect(owner.id, "login-of-accounts");
  const tool = "banco_a.cuentas.consultar";
  scene.play({});
  const syncAll = async (): Promise<void> => {
    const alcances = ["saldos", "movimientos"];
    await scene.run(await scene.request(owner.id, connection, { periodo: current, alcances }));
  };
  await syncAll();
  const unknown = await coverage(tool, {});
  expect(unknown.estado).toBe("nunca_sincronizado");

  scene.play({ read: () => readingOf(() => ({ completo: false, cut: true })) });
  await follow(unknown);
  expect(await coverage(tool, {})).toMatchObject({ estado: "completo", siguiente: null });

  scene.advance(60);
  // It is unknown whether an earlier list was complete.
  scene.play({});
  await syncAll();
  expect(await coverage(tool, {})).toMatchObject({ estado: "parcial", siguiente: {} });
});

test("a list that the portal cuts suggests no sync that would be cut again", async () => {
  connection = await scene.connect(owner.id, "login-of-a-full-day");
  const tool = "banco_a.movimientos.consultar";
  const periodo = addMonths(current, -2);
  scene.play({ read: () => readingOf((one) => ({ completo: one === "2", cut: one === "1" })) });
  const input = { periodo };
  await follow(await coverage(tool, input));
  expect(await coverage(tool, input)).toMatchObject({ estado: "parcial", siguiente: null });
  const [cut, whole] = accounts.map((account) => ({ ...input, ...account }));
  expect(await coverage(tool, { ...cut })).toMatchObject({ estado: "parcial", siguiente: null });
  expect(await coverage(tool, { ...whole })).toMatchObject({ estado: "completo", siguiente: null });
});

test("days after the last reading are not complete, and syncs bring them", async () => {
  connection = await scene.connect(owner.id, "login-of-some-days-ago");
  const tool = "banco_a.movimientos.consultar";
  scene.play({});
  for (const periodo of [addMonths(current, -1), current]) {
    await scene.run(await scene.request(owner.id, connection, { periodo }));
  }
  expect(await coverage(tool, lastDays(3))).toMatchObject({ estado: "completo", siguiente: null });

  // The credential died: nothing is read for six days, and nothing else would say so.
  scene.advance(6 * 24 * 3600);
  const days = lastDays(3);
  let answer = await coverage(tool, days);
  expect(answer.estado).not.toBe("completo");
  while (answer.siguiente !== null) {
    await follow(answer);
    answer = await coverage(tool, days);
  }
  expect(answer).toMatchObject({ estado: "completo", hastaDia: days.hasta });
});

test("a month that is read in its last minute and stored after it is not complete", async () => {
  connection = await scene.connect(owner.id, "login-at-midnight");
  const periodo = addMonths(periodoOf(scene.clock.now()), 1);
  scene.clock.moveTo(endOf(periodo));
  scene.play({
    read: () => {
      scene.advance(59);
      return nothingThere;
    },
  });
  await scene.run(await scene.request(owner.id, connection, { periodo }));
  expect(todayInSantiago(scene.clock.now()) > lastDay(periodo)).toBe(true);
  const before = await coverage("banco_a.movimientos.consultar", { periodo });
  expect(before).toMatchObject({ estado: "parcial", hastaDia: addDays(lastDay(periodo), -1) });

  scene.play({});
  await follow(before);
  expect(await coverage("banco_a.movimientos.consultar", { periodo })).toMatchObject({
    estado: "completo",
    hastaDia: lastDay(periodo),
  });
});

/** Half a minute before a month ends in Santiago, three or four hours behind UTC. */
function endOf(periodo: Periodo): Date {
  const day = lastDay(periodo);
  const ends = [4, 3].map((hours) => Date.parse(`${day}T23:59:30Z`) + hours * 3_600_000);
  const end = ends.find((ms) => todayInSantiago(new Date(ms)) === day);
  if (end === undefined) throw new RangeError(`no end of ${periodo}`);
  return new Date(end);
}

/** That many whole days, up to yesterday. */
function lastDays(count: number): { desde: string; hasta: string } {
  const today = todayInSantiago(scene.clock.now());
  return { desde: addDays(today, -count), hasta: addDays(today, -1) };
}

describe("a month that the portal no longer offers", () => {
  const whole = () => readingOf(isWhole);
  const withheld = () => readingOf(() => ({ completo: false, cut: true }));
  const tool = "banco_a.movimientos.consultar";
  let login = 0;
  beforeEach(async () => {
    connection = await scene.connect(owner.id, `login-withheld-${(login += 1)}`);
  });

  async function sync(read: typeof whole, periodo: string): Promise<void> {
    scene.advance(60);
    scene.play({ read });
    await scene.run(await scene.request(owner.id, connection, { periodo }));
  }

  test("suggests no sync that would again bring nothing", async () => {
    const input = { periodo: addMonths(current, -9) };
    scene.play({ read: withheld });
    await follow(await coverage(tool, input));
    expect(await coverage(tool, input)).toMatchObject({ estado: "parcial", siguiente: null });
  });

  test("stays complete if it was read after its end", async () => {
    const input = { periodo: addMonths(current, -9) };
    await sync(whole, input.periodo);
    await sync(withheld, input.periodo);
    expect(await coverage(tool, input)).toMatchObject({ estado: "completo", siguiente: null });
  });

  test("is as complete as it will ever be if it was read before its end", async () => {
    const input = { periodo: periodoOf(scene.clock.now()) };
    await sync(whole, input.periodo);
    scene.advance(62 * 24 * 3600);
    expect(await coverage(tool, input)).toMatchObject({ siguiente: expect.anything() });
    await sync(withheld, input.periodo);
    expect(await coverage(tool, input)).toMatchObject({ estado: "parcial", siguiente: null });
  });
});

describe("an account that the login no longer shows", () => {
  const tool = "banco_a.movimientos.consultar";
  const [first, gone] = accounts.map((account) => ({ ...account }));
  let login = 0;
  beforeEach(async () => {
    connection = await scene.connect(owner.id, `login-without-an-account-${(login += 1)}`);
  });

  async function sync(periodo: string, shown = accounts, of = "movimientos"): Promise<unknown> {
    scene.advance(60);
    scene.play({ read: () => readingOf(isWhole, shown) });
    const jobId = await scene.request(owner.id, connection, { periodo, alcances: [of] });
    await scene.run(jobId);
    return (await scene.job(jobId)).outcomes[0];
  }

  test("leaves the month incomplete whose end was not read of it, and no other account's", async () => {
    const input = { periodo: periodoOf(scene.clock.now()) };
    await sync(input.periodo);
    scene.advance(40 * 24 * 3600);
    expect(await sync(input.periodo, accounts.slice(0, 1))).toMatchObject({
      status: "partial",
      completo: false,
    });
    const unknown = { estado: "parcial", siguiente: null };
    expect(await coverage(tool, input)).toMatchObject(unknown);
    expect(await coverage(tool, { ...input, ...gone })).toMatchObject(unknown);
    expect(await coverage(tool, { ...input, ...first })).toMatchObject({ estado: "completo" });
    // Neither does a later reading, which finds out no more about it.
    scene.advance(24 * 3600);
    await sync(input.periodo, accounts.slice(0, 1));
    expect(await coverage(tool, input)).toMatchObject(unknown);

    expect(await sync(input.periodo)).toMatchObject({ status: "ok", completo: true });
    expect(await coverage(tool, input)).toMatchObject({ estado: "completo" });
  });

  test("takes nothing from a month that was read to its end, nor from later ones", async () => {
    const periodo = addMonths(periodoOf(scene.clock.now()), -9);
    await sync(periodo);
    for (const month of [periodo, periodo, addMonths(periodo, 1)]) {
      const outcome = await sync(month, accounts.slice(0, 1));
      expect([month, outcome]).toMatchObject([month, { status: "ok", completo: true }]);
      expect(await coverage(tool, { periodo: month })).toMatchObject({ estado: "completo" });
    }
    expect(await coverage(tool, { periodo, ...gone })).toMatchObject({ estado: "completo" });
  });

  test("has no balance today: an empty list of it is not complete, nor is a list without it", async () => {
    const [tool, periodo] = ["banco_a.saldos.consultar", periodoOf(scene.clock.now())];
    await sync(periodo, accounts, "saldos");
    expect(await sync(periodo, accounts.slice(0, 1), "saldos")).toMatchObject({ completo: false });
    const [all, its] = [await coverage(tool, {}), await coverage(tool, { ...gone })];
    expect([all.estado, its.estado]).toEqual(["parcial", "parcial"]);
  });
});
