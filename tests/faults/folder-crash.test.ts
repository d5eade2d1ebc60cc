import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { checkDigitOf } from "#lib/chile/index.ts";
import type { CrashPoint } from "#lib/kernel/crash-point.ts";
import { closeAsManager, setRecipient, turnFolders } from "#lib/acts/folders/index.ts";
import type { TestOrganization } from "#tests/support/scenes/api.ts";
import { processState, type Child } from "#tests/support/processes/child-process.ts";
import { startWorker, type Signal } from "#tests/support/processes/child-worker.ts";
import { tributarioScene, type TributarioScene } from "#tests/support/scenes/tributario-scene.ts";
import { pollUntil } from "#tests/support/poll-until.ts";

// A worker dies or freezes at each step of a folder: at most one at the portal, and none left open.

interface Cell {
  name: string;
  point: CrashPoint;
  signal: Signal;
  /** The final state of its request. */
  ends: "lista" | "inconclusa";
  effects: 0 | 1;
  /** Whether its document arrived here: its key opens it once. */
  document: boolean;
}

const cells: Cell[] = [
  cell("after the claim", "emission.after_claim", "SIGKILL", "lista", 1, true),
  cell("before the barrier", "emission.before_barrier", "SIGKILL", "lista", 1, true),
  cell("after the barrier", "emission.after_barrier", "SIGKILL", "inconclusa", 0, false),
  cell("after it was made", "folder.after_generate", "SIGKILL", "lista", 1, false),
  cell("after its document was fetched", "folder.after_fetch", "SIGKILL", "lista", 1, false),
  cell("after the sending", "emission.after_send", "SIGKILL", "lista", 1, true),
  cell("before the record", "emission.before_record", "SIGKILL", "lista", 1, true),
  cell("after the record", "emission.after_record", "SIGKILL", "lista", 1, true),
  cell("frozen before the barrier", "emission.before_barrier", "SIGSTOP", "lista", 1, true),
  cell("frozen after the barrier", "emission.after_barrier", "SIGSTOP", "inconclusa", 0, false),
];

function cell(
  name: string,
  point: CrashPoint,
  signal: Cell["signal"],
  ends: Cell["ends"],
  effects: 0 | 1,
  document: boolean,
): Cell {
  return { name, point, signal, ends, effects, document };
}

interface Given {
  company: string;
  connection: string;
  key: string;
  jobId: string;
  child: Child | null;
}

let scene: TributarioScene;
let owner: TestOrganization;
const given = new Map<string, Given>();
const of = (name: string): Given => {
  const found = given.get(name);
  if (found === undefined) throw new TypeError(name);
  return found;
};

beforeAll(async () => {
  scene = await tributarioScene();
  owner = await scene.organization();
  const ctx = scene.contextOf(owner.id);
  await turnFolders(ctx, { on: true });
  const recipient = { institucion: null, nombre: "Arriendos Ñuble", correo: "a@example.com" };
  await setRecipient(ctx, { ...recipient, entrega: "destinatario_y_servicio" });
  await scene.sandbox.control("PATCH", "/portals/tributario", { carpetaMs: 0 });
  scene.pause();
  for (const [place, { name }] of cells.entries()) await prepare(name, place + 1);
  const waiting = [...cells];
  const oneAfterAnother = async (): Promise<void> => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) await run(next);
  };
  await Promise.all([oneAfterAnother(), oneAfterAnother()]);
}, 180_000);

afterAll(async () => {
  for (const { child } of given.values()) child?.process.kill("SIGKILL");
  await scene.close();
});

const asked = {
  tipo: "creditos",
  finalidad: "Crédito de capital",
  vigenciaHoras: 72,
  esperarSegundos: 0,
};

async function prepare(name: string, place: number): Promise<void> {
  const [rut = "", company = ""] = [16_000_000 + place, 77_100_100 + place].map(
    (body) => `${body}-${checkDigitOf(body)}`,
  );
  const clave = "clave-tributario";
  const connection = await scene.connect(owner.id, { rut, clave, empresa: company });
  const one: Given = { company, connection, key: randomUUID(), jobId: "", child: null };
  given.set(name, one);
  const { body } = await request(one);
  expect(body.data, JSON.stringify(body.error)).toMatchObject({ estado: "pendiente" });
  one.jobId = String((await operation(one))?.["job_id"]);
}

function request({ connection, key }: Given, idempotencyKey = key) {
  return scene.call("carpeta.solicitar", asked, { key: owner.key, connection, idempotencyKey });
}

async function operation({ key }: Given) {
  const rows = await scene.database.owner("select * from operations where idempotency_key = $1", [
    key,
  ]);
  return rows[0];
}

async function stateOf({ connection }: Given): Promise<Record<string, unknown> | undefined> {
  const [row] = await scene.database.owner(
    "select * from tax_folder_requests where connection_id = $1",
    [connection],
  );
  return row;
}

async function run({ name, point, signal }: Pick<Cell, "name" | "point" | "signal">) {
  const one = of(name);
  const fate = { jobId: one.jobId, crashPoint: point, signal };
  one.child = startWorker(scene, { takes: "emissions", ...fate });
  if (signal === "SIGKILL") {
    const { child } = one;
    expect(await child.ended, `${name}: ${child.output().stdout.slice(-1500)}`).toEqual({
      code: null,
      signal: "SIGKILL",
    });
    return;
  }
  const { pid } = one.child;
  await pollUntil(
    () => processState(pid),
    (state) => state === "T",
    60,
  );
}

/** The rows in which the closing is interrupted too. */
const torn = [
  { name: "after the claim", signal: "SIGKILL" },
  { name: "before the barrier", signal: "SIGSTOP" },
] as const;

async function closingOf({ connection }: Given): Promise<string> {
  const [job] = await scene.database.owner(
    "select id from sync_jobs where connection_id = $1 and kind = 'closing'",
    [connection],
  );
  return String(job?.["id"]);
}

/** The company's folders, by the portal's own account. */
async function truth({ company }: Given) {
  const path = `/portals/tributario/truth?resource=carpetas&rut=${company}`;
  const { body } = await scene.sandbox.control<{ rows: { codigo: string; revocada: boolean }[] }>(
    "GET",
    path,
  );
  return body.rows;
}

describe("after housekeeping and take-over", () => {
  beforeAll(async () => {
    for (let minute = 0; minute < 12; minute += 1) {
      scene.advance(61);
      await scene.housekeeping();
      if (minute === 11) scene.resume();
    }
    for (const { name } of cells) {
      const ended = async (): Promise<unknown> => {
        await scene.housekeeping();
        return (await stateOf(of(name)))?.["state"];
      };
      await pollUntil(ended, (state) => state === "lista" || state === "inconclusa", 60);
    }
    // Only now the frozen ones continue.
    for (const { child } of given.values()) {
      if (child !== null && child.process.exitCode === null) child.process.kill("SIGCONT");
    }
    for (const { name, signal } of cells) if (signal === "SIGSTOP") await of(name).child?.ended;
  }, 180_000);

  test.each(cells)("$name: $ends, $effects folders", async (one) => {
    const made = of(one.name);
    const listed = await truth(made);
    expect(listed).toHaveLength(one.effects);
    const row = await stateOf(made);
    expect(row).toMatchObject({ state: one.ends, code: listed[0]?.codigo ?? null });
    expect(row?.["document_bytes"] !== null).toBe(one.document);
    const again = await request(made);
    if (one.ends === "lista") {
      expect(again.body).toMatchObject({
        data: { solicitudId: row?.["id"], estado: "lista" },
        meta: { idempotency: "replayed" },
      });
    } else {
      expect(again.body.error?.code).toBe("collection_inconclusive");
      const other = await request(made, randomUUID());
      expect(other.body.error?.code).toBe("collection_inconclusive");
    }
    expect(await truth(made)).toHaveLength(one.effects);
  });

  test("a closing whose worker dies or freezes past the revocation is repeated until it shows", async () => {
    scene.pause();
    for (const { name } of torn) {
      const id = String((await stateOf(of(name)))?.["id"]);
      await closeAsManager(scene.contextOf(owner.id), id);
    }
    await scene.housekeeping();
    for (const one of torn) {
      const given = of(one.name);
      given.jobId = await closingOf(given);
      await run({ ...one, point: "folder.after_revoke" });
    }
    for (let minute = 0; minute < 12; minute += 1) {
      scene.advance(61);
      await scene.housekeeping();
    }
    scene.resume();
    for (const { name } of torn) {
      const state = async (): Promise<unknown> => {
        await scene.housekeeping();
        return (await stateOf(of(name)))?.["state"];
      };
      await pollUntil(state, (found) => found === "cerrada", 60);
      of(name).child?.process.kill("SIGCONT");
      await of(name).child?.ended;
      expect(await truth(of(name))).toMatchObject([{ revocada: true }]);
    }
  }, 180_000);

  test("all are closed: the portal has none open", async () => {
    for (const { name, ends } of cells) {
      if (ends === "inconclusa") continue;
      const made = of(name);
      const solicitudId = String((await stateOf(made))?.["id"]);
      const call = { key: owner.key, connection: made.connection };
      const answer = await scene.call("carpeta.cerrar", { solicitudId }, call);
      expect([name, answer.body.data, answer.body.error]).toEqual([
        name,
        { estado: "cerrada" },
        undefined,
      ]);
      expect(await truth(made)).toMatchObject([{ revocada: true }]);
    }
    const log = await scene.log();
    const made = cells.reduce((sum, { effects }) => sum + effects, 0);
    expect(log).toMatchObject({ folders: made, folders_revoked: made, max_sessions: 1 });
  }, 120_000);
});
