import { randomUUID } from "node:crypto";
import { checkDigitOf, periodoOf } from "#lib/chile/index.ts";
import type { CrashPoint } from "#lib/kernel/crash-point.ts";
import type { Answered, TestOrganization } from "#tests/support/scenes/api.ts";
import { processState, type Child } from "#tests/support/processes/child-process.ts";
import { startWorker, type Signal } from "#tests/support/processes/child-worker.ts";
import { invoice, type TributarioScene } from "#tests/support/scenes/tributario-scene.ts";
import { pollUntil } from "#tests/support/poll-until.ts";
import type { Dice } from "./dice.ts";

const points: CrashPoint[] = [
  "emission.after_claim",
  "emission.before_barrier",
  "emission.after_barrier",
  "emission.after_send",
  "emission.before_record",
  "emission.after_record",
];

export interface Stage {
  scene: TributarioScene;
  owner: TestOrganization;
  dice: Dice;
}

/** One emission in the real portal. Within a company all prices differ. */
export interface BrowserHistory {
  company: string;
  connection: string;
  price: number;
  previewRef: string;
  key: string;
  told: Answered[];
  waiting: Promise<unknown>[];
  workers: Child[];
}

/** The sandbox's further logins, each with its own company. */
export function connectFurther({ scene, owner }: Stage, place: number) {
  const [rut = "", company = ""] = [16_000_000 + place, 77_100_100 + place].map(
    (body) => `${body}-${checkDigitOf(body)}`,
  );
  const login = { rut, clave: "clave-tributario", claveCertificado: "firma-tributario" };
  return scene
    .connect(owner.id, { ...login, empresa: company })
    .then((connection) => ({ company, connection }));
}

export async function preview(
  stage: Stage,
  on: { company: string; connection: string },
  price: number,
): Promise<BrowserHistory> {
  const call = { key: stage.owner.key, connection: on.connection };
  const { body } = await stage.scene.call("dte.previsualizar", invoice(price), call);
  // A busy machine: the call stops waiting for its worker, and nothing was issued.
  if (body.error?.code === "timeout") return preview(stage, on, price);
  const previewRef = body.data?.["previewRef"];
  if (typeof previewRef !== "string") throw new Error(JSON.stringify(body));
  return { ...on, price, previewRef, key: randomUUID(), told: [], waiting: [], workers: [] };
}

/** A client that calls, and remembers the answers. */
export function ask({ scene, owner }: Stage, history: BrowserHistory, key = history.key) {
  const { connection, previewRef } = history;
  const call = { key: owner.key, connection, idempotencyKey: key };
  const asking = scene.call("dte.emitir", { previewRef }, call).then((answer) => {
    if (key === history.key) history.told.push(answer);
    return answer;
  });
  history.waiting.push(asking);
  return asking;
}

export async function operationOf({ scene }: Stage, { key }: BrowserHistory) {
  const [row] = await scene.database.owner(
    `select o.id, o.job_id, o.state, o.folio::int as folio,
      (select count(*) from operation_evidence e where e.operation_id = o.id)::int as steps
    from operations o where o.idempotency_key = $1 order by o.created_at desc, o.id desc limit 1`,
    [key],
  );
  return row as { id: string; job_id: string; state: string; folio: number; steps: number };
}

/** A separate worker for the emission, which dies or freezes at a point, or at any time. */
export async function tear(stage: Stage, history: BrowserHistory): Promise<void> {
  const { scene, dice } = stage;
  const signal = dice.pick(["SIGKILL", "SIGKILL", "SIGSTOP"] as const);
  const fate = dice.pick(["point", "point", "whenever", "lives"] as const);
  const jobId = (await operationOf(stage, history)).job_id;
  const crashPoint = fate === "point" ? dice.pick(points) : "";
  const start = () => startWorker(scene, { takes: "emissions", jobId, crashPoint, signal });
  history.workers.push(start());
  // Another worker has the same message at the same time.
  if (dice.percent(20)) history.workers.push(start());
  if (fate === "whenever") await signalAfter(stage, history, signal, 1 + dice.below(6));
  for (const { pid, process } of history.workers) {
    const state = (): Promise<string | null> =>
      process.exitCode === null && process.signalCode === null
        ? processState(pid)
        : Promise.resolve(null);
    await pollUntil(state, (found) => found === null || found === "T" || found === "Z", 90);
  }
}

/** From outside: after that many recorded steps, wherever the worker is by then. */
async function signalAfter(
  stage: Stage,
  history: BrowserHistory,
  signal: Signal,
  steps: number,
): Promise<void> {
  const [worker] = history.workers;
  const ended = (): boolean => worker?.process.exitCode !== null;
  await pollUntil(
    () => operationOf(stage, history),
    (row) => row.steps >= steps || ended(),
    90,
  );
  worker?.process.kill(signal);
}

export async function thaw({ workers }: BrowserHistory): Promise<void> {
  for (const { process } of workers) process.kill("SIGCONT");
  await Promise.all(workers.map(({ ended }) => ended));
}

/** Folios of the company's issued documents with this price, by the portal's own account. */
export async function foliosOf({ scene }: Stage, history: BrowserHistory): Promise<number[]> {
  const periodo = periodoOf(scene.clock.now());
  const path = `/portals/tributario/truth?resource=dte&periodo=${periodo}&rut=${history.company}`;
  const { body } = await scene.sandbox.control<{
    rows: { folio: number; neto: number; emitidoPor: string | null }[];
  }>("GET", path);
  return body.rows
    .filter(({ neto, emitidoPor }) => neto === history.price && emitidoPor !== null)
    .map(({ folio }) => folio);
}
