import { randomBytes } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createApi } from "#functions/api/app.ts";
import { storeCredential } from "#lib/connections/index.ts";
import { withTx } from "#lib/db/context.ts";
import { createCursors } from "#lib/kernel/cursor.ts";
import { ServiceSecret, type SecretSettings } from "#lib/kernel/secrets.ts";
import { callTool } from "#tests/support/scenes/api.ts";
import { company, jobScene, type JobScene } from "#tests/support/scenes/job-scene.ts";

/* A secret leaked and is rotated. What customers hold keeps working while old and new code serve. */

let scene: JobScene;
let root: SecretSettings;
beforeAll(async () => {
  scene = await jobScene();
  root = { SERVICE_SECRET: scene.settings.SERVICE_SECRET };
});
afterAll(() => scene.close());

const newSecret = (): string => randomBytes(32).toString("base64");

function serverUnder(settings: SecretSettings) {
  const secret = new ServiceSecret(settings);
  return createApi({ ...scene.appDeps, secret, cursors: createCursors(secret) });
}

type Name = Exclude<keyof SecretSettings, "SERVICE_SECRET">;

/** The steps of `docs/operations.md`: first verify everywhere, then make with it, then use it alone. */
function stepsOf(name: Name) {
  const [old, next] = [scene.settings.SERVICE_SECRET, newSecret()];
  const settings = [[old], [old, next], [next, old], [next]].map((list) => ({
    ...root,
    [name]: list,
  }));
  return settings.map((given) => ({ settings: given, server: serverUnder(given) }));
}

describe("a key", () => {
  test("works for every call of a rotation under load, and moves to the new secret when used", async () => {
    const owner = await scene.organization();
    const idle = await scene.key(owner.id, ["core:read"]);
    const steps = stepsOf("API_KEY_SECRETS");
    const statuses: number[] = [];
    for (const [place, { server }] of steps.entries()) {
      // During a deploy functions of the previous step answer too.
      const servers = [server, steps[place - 1]?.server ?? server];
      const calls = Array.from({ length: 30 }, (_, n) =>
        callTool(servers[n % 2] ?? server, "core.timestamp.now", {}, owner),
      );
      statuses.push(...(await Promise.all(calls)).map(({ status }) => status));
      // After the deploy: in the days of a step a used key moves to the newest secret for good.
      statuses.push((await callTool(server, "core.timestamp.now", {}, owner)).status);
    }
    expect(statuses).toEqual(Array.from({ length: 124 }, () => 200));
    // The old secret has been removed by then, and with it any key not used meanwhile.
    const last = steps.at(-1)?.server ?? scene.app;
    expect((await callTool(last, "core.timestamp.now", {}, idle)).status).toBe(401);
  });
});

describe("a link and a cursor", () => {
  test("made by any step work in the next ones, and in the one before", async () => {
    const owner = await scene.organization();
    const made = { sistema: "banco_a", modo: "crear" };
    const links = stepsOf("LINK_SECRETS");
    const cursors = stepsOf("CURSOR_SECRETS");
    for (const place of [0, 1, 2]) {
      const [before, after] = [links[place], links[place + 1]];
      for (const [maker, reader] of [
        [before, after],
        [after, before],
      ]) {
        if (maker === undefined || reader === undefined) throw new Error("there are four steps");
        // What only the new secret makes is invalid under the old one.
        if (place === 2 && maker === before) continue;
        const { body } = await callTool(maker.server, "conexiones.enlace.crear", made, owner);
        const { pathname } = new URL(String(body.data?.["url"]));
        expect((await reader.server.request(pathname)).status).toBe(200);
      }
    }
    const list = (step: number, input: object) =>
      callTool(
        cursors[step]?.server ?? scene.app,
        "conexiones.enlaces.listar",
        { limit: 1, ...input },
        owner,
      );
    for (const [maker, reader] of [
      [0, 1],
      [1, 0],
      [1, 2],
      [2, 1],
      [0, 2],
      [2, 3],
    ] as const) {
      const cursor = (await list(maker, {})).body.data?.["cursor"];
      expect(cursor).toEqual(expect.any(String));
      expect((await list(reader, { cursor })).status).toBe(200);
    }
  });
});

describe("a receipt", () => {
  const kids = async (settings: SecretSettings, receiptPublicKeys: string[] = []) => {
    const server = createApi({
      ...scene.appDeps,
      secret: new ServiceSecret(settings),
      receiptPublicKeys,
    });
    const answer = await server.request("/.well-known/connect-receipts.json");
    const { keys } = (await answer.json()) as { keys: { kid: string; x: string }[] };
    return keys;
  };

  test("of every key stays verifiable: its public half is published as long as it is listed", async () => {
    const steps = stepsOf("RECEIPT_KEYS").map(({ settings }) => settings);
    const [old, both, turned, alone] = await Promise.all(steps.map((settings) => kids(settings)));
    expect(old).toHaveLength(1);
    expect(both).toEqual([...(old ?? []), ...(alone ?? [])]);
    expect(turned).toEqual([...(alone ?? []), ...(old ?? [])]);
    // Retired, or used elsewhere: the process that publishes it has no private half.
    const named = [...(alone ?? []), ...(old ?? [])].map(({ x }) => x);
    expect(await kids({}, named)).toEqual(turned);
    expect(await kids(steps[3] ?? {}, named)).toEqual(turned);
  });
});

describe("a login", () => {
  const stored = async (
    organizationId: string,
    connectionId: string,
    rut: string,
    settings: SecretSettings,
  ) => {
    const given = {
      organizationId,
      connectionId,
      connector: "banco_a",
      fields: { rut, clave: "una-clave", empresa: company.rut },
    };
    await withTx(scene.contextOf(organizationId), (tx) =>
      storeCredential(
        { ...tx, vault: scene.deps.vault, secret: new ServiceSecret(settings) },
        given,
      ),
    );
  };

  test("has one session, whichever secret its credentials and workers hash it with", async () => {
    const [, known, turned] = stepsOf("LOGIN_SECRETS").map(({ settings }) => settings);
    const owner = await scene.organization();
    const person = "16000000-0";
    const ids = await Promise.all([0, 1].map(() => scene.connection(owner.id, "banco_a")));
    const [first = "", second = ""] = ids;
    await stored(owner.id, first, person, known ?? {});
    await stored(owner.id, second, person, turned ?? {});
    let open = 0;
    let most = 0;
    scene.play({
      login: async () => {
        most = Math.max(most, (open += 1));
        await pause(300);
        open -= 1;
        return { kind: "ok", company };
      },
    });
    const jobs = await Promise.all(ids.map((id) => scene.request(owner.id, id)));
    const workers = [known, turned].map((settings) =>
      scene.workerUnder(new ServiceSecret(settings ?? {})),
    );
    const ended = async () =>
      (await Promise.all(jobs.map((id) => scene.job(id)))).every(
        ({ status }) => status === "succeeded",
      );
    for (let round = 0; round < 6 && !(await ended()); round++) {
      await Promise.all(
        jobs.map(async (jobId, n) => {
          const record = { messageId: "one", body: JSON.stringify({ jobId }) };
          await workers[(n + round) % 2]?.({ Records: [record] }, 300_000);
        }),
      );
      scene.advance(200);
    }
    expect(await ended()).toBe(true);
    expect(most).toBe(1);
  });

  test("refused under the old secret is refused under the new one, and after it", async () => {
    const [old, , turned, alone] = stepsOf("LOGIN_SECRETS").map(({ settings }) => settings);
    const owner = await scene.organization();
    const person = "16000001-9";
    const run = async (settings: SecretSettings | undefined) => {
      const id = await scene.connection(owner.id, "banco_a");
      await stored(owner.id, id, person, settings ?? {});
      const jobId = await scene.request(owner.id, id);
      const worker = scene.workerUnder(new ServiceSecret(settings ?? {}));
      const record = { messageId: "one", body: JSON.stringify({ jobId }) };
      await worker({ Records: [record] }, 300_000);
    };
    const logins = () => scene.visits.logins;
    const before = logins();
    scene.play({ login: () => ({ kind: "rejected" }) });
    await run(old);
    expect(logins()).toBe(before + 1);
    // The same password again: never tried automatically, whichever secret hashes it.
    await run(turned);
    await run(alone);
    expect(logins()).toBe(before + 1);
  });
});
