import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { actors } from "#lib/db/actors.ts";
import { dropHold, everyOrganization, setHold } from "#lib/operator/index.ts";
import type { AppError } from "#lib/kernel/errors/index.ts";
import { operate, type Act } from "#lib/ledger/index.ts";
import { requestSync } from "#lib/sync/index.ts";
import { callTool } from "#tests/support/scenes/api.ts";
import { jobScene, type JobScene } from "#tests/support/scenes/job-scene.ts";
import { ledgerScene, type LedgerScene } from "#tests/support/scenes/ledger-scene.ts";
import { measuringLog } from "#tests/support/log.ts";

describe("a paused system", () => {
  const { log, measured } = measuringLog();
  let scene: JobScene;
  let organization: string;
  let key: string;
  let connection: string;
  beforeAll(async () => {
    scene = await jobScene({ log });
    ({ id: organization, key } = await scene.organization());
    connection = await scene.connect(organization);
  });
  afterAll(() => scene.close());

  const system = { kind: "system", subject: "banco_a" } as const;
  const tool = (id: string, input: object) => callTool(scene.app, id, input, { key, connection });
  const sync = () => tool("banco_a.conexion.sincronizar", { periodo: "2026-10" });

  test("is not visited: waiting callers are told so, stored data is answered, nobody is woken", async () => {
    const queued = await scene.request(organization, connection, { periodo: "2026-09" });
    await setHold(scene.deps, system);
    const before = measured("call").length;
    const refused = await sync();
    expect(refused.status).toBe(503);
    expect(refused.body.error).toMatchObject({
      code: "service_unavailable",
      details: { paused: "banco_a" },
    });
    expect((await tool("banco_a.conexion.verificar", {})).status).toBe(503);
    expect((await tool("banco_a.saldos.consultar", {})).status).toBe(200);
    const owners = measured("call")
      .slice(before)
      .map(({ owner }) => owner);
    expect(owners).toEqual(["none", "none", "none"]);

    await scene.run(queued);
    expect(await scene.job(queued)).toMatchObject({ status: "queued", attempts: 0 });
    expect(scene.visits.opened).toBe(0);
  });

  test("is read by schedules once it is resumed, because their syncs have waited", async () => {
    const { jobId } = await requestSync(
      { ...scene.deps, ...scene.contextOf(organization), actor: actors.system("schedule") },
      {
        id: connection,
        connector: "banco_a",
        credencial: "viva",
        acceso: null,
        alcances: ["movimientos"],
      },
      {
        periodo: "2026-08",
        alcances: ["movimientos"],
        trigger: "scheduled",
        offered: scene.deps.catalogue.manifestOf("banco_a")?.alcances ?? [],
        pendingLimit: 12,
      },
    );
    scene.advance(3_600);
    await scene.housekeeping();
    expect(scene.visits.opened).toBe(0);
    await dropHold(scene.deps, system);
    await scene.run(jobId);
    expect(scene.visits.opened).toBe(1);
    expect((await sync()).status).toBe(200);
  });

  test("does not affect another system", async () => {
    await setHold(scene.deps, { ...system, subject: "banco_b" });
    expect((await tool("banco_a.conexion.sincronizar", { periodo: "2026-07" })).status).toBe(200);
  });
});

describe("held emissions", () => {
  const portal = { sends: 0, ready: async (): Promise<void> => undefined };
  const act: Act = {
    terms: {
      kinds: ["boleta"],
      answers: "outcome",
      words: {
        done: "hecho",
        refusals: {},
        unknown: "tributario_emission_outcome_unknown",
        overdue: "timeout",
        notFound: "tributario_emission_not_found",
        askCall: ({ id }) => ({ input: { solicitudId: id } }),
      },
    },
    place: "mesón",
    open: async () => ({
      check: async () => undefined,
      before: async () => [],
      ready: () => portal.ready(),
      send: async () => {
        portal.sends += 1;
        return { kind: "accepted", name: `code-${portal.sends}` };
      },
      ask: async () => ({ kind: "names", listed: 1, matching: [`code-${portal.sends}`] }),
      answer: ({ name }) => ({ codigo: name }),
      folioOf: () => null,
    }),
    file: async () => async () => ({
      kind: "pdf",
      version: 1,
      bytes: Buffer.from("%PDF"),
      keptDays: null,
    }),
  };
  let scene: LedgerScene;
  beforeAll(async () => {
    scene = await ledgerScene([act]);
  });
  afterAll(() => scene.api.close());

  const emit = (key: string, looksLike: string) =>
    operate(scene.ctx, scene.connection, {
      key,
      toolId: "tributario.honorarios.solicitar",
      connectionId: scene.connection.id,
      input: { looksLike },
      kind: "boleta",
      terms: act.terms,
      operationRequestId: "req_1",
      whyNotNew: null,
      describe: async () => ({ subjectId: "hon_1", looksLike, documentHash: "" }),
      explain: async (error) => error,
    });
  const refused = (asked: Promise<unknown>): Promise<AppError> =>
    asked.then(
      () => expect.fail("it was done"),
      (error: AppError) => error,
    );
  const paused = { code: "service_unavailable", details: { paused: "emissions" } };

  test.each([
    ["of all organizations", () => everyOrganization],
    ["of one", () => scene.ctx.organization.id],
  ])(
    "%s are refused before anything is opened, and continue afterwards under the same key",
    async (_, of) => {
      const hold = { kind: "emissions", subject: of() } as const;
      const sends = portal.sends;
      const key = randomUUID();
      await setHold(scene.api.deps, hold);
      expect(await refused(emit(key, key))).toMatchObject(paused);
      expect(portal.sends).toBe(sends);
      await dropHold(scene.api.deps, hold);
      await emit(key, key);
      expect(portal.sends).toBe(sends + 1);
    },
  );

  test("do not cross their barrier if the hold comes while the form is filled in", async () => {
    const hold = { kind: "emissions", subject: everyOrganization } as const;
    const sends = portal.sends;
    const key = randomUUID();
    portal.ready = async () => void (await setHold(scene.api.deps, hold));
    expect(await refused(emit(key, key))).toMatchObject(paused);
    expect(portal.sends).toBe(sends);
    portal.ready = async () => undefined;
    await dropHold(scene.api.deps, hold);
    await emit(key, key);
    expect(portal.sends).toBe(sends + 1);
  });

  test("do not hold another organization's, and earlier answers are still given", async () => {
    const key = randomUUID();
    await emit(key, key);
    await setHold(scene.api.deps, { kind: "emissions", subject: everyOrganization });
    expect(await emit(key, key)).toMatchObject({ idempotency: "replayed" });
    await dropHold(scene.api.deps, { kind: "emissions", subject: everyOrganization });
    const { id } = await scene.api.organization();
    await setHold(scene.api.deps, { kind: "emissions", subject: id });
    const sends = portal.sends;
    await emit(randomUUID(), "another");
    expect(portal.sends).toBe(sends + 1);
  });
});
