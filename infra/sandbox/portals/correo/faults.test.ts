import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import {
  account,
  consent,
  createDraft,
  exchange,
  listedToken,
  logIn,
  mailCallerFor,
  mailTruth,
  rawMail,
  refresh,
  type Brief,
  type DraftAnswer,
  type MailCaller,
} from "../../testing/correo.ts";
import { startTestSandbox, type TestSandbox } from "../../testing/sandbox.ts";
import { correo } from "./portal.ts";

let sandbox: TestSandbox;
let mail: MailCaller;

beforeAll(async () => {
  sandbox = await startTestSandbox();
});
beforeEach(async () => {
  await sandbox.control("POST", "/reset");
  mail = await mailCallerFor(sandbox);
});
afterAll(() => sandbox.close());

const me = () => mail.ask("GET", "/cuenta");
const sendDraft = (id: string) => mail.ask<Brief>("POST", "/borradores/enviar", { id });
const log = async () => (await sandbox.control("GET", "/portals/correo/log")).body;
const draftIds = async () =>
  (await mail.ask<{ borradores: DraftAnswer[] }>("GET", "/borradores")).body.borradores.map(
    ({ id }) => id,
  );

async function fault(kind: string, delayMs?: number): Promise<void> {
  const body = { kind, ...(delayMs === undefined ? {} : { delayMs }) };
  const { status } = await sandbox.control("POST", "/portals/correo/faults", body);
  expect(status).toBe(200);
}

/** Each entry provokes its kind and shows that the next call works again. */
const provoked: Record<string, () => Promise<void>> = {
  wrong_password: async () => {
    await fault("wrong_password");
    expect((await logIn(sandbox)).text).toContain("Cuenta o clave incorrecta");
    expect((await logIn(sandbox)).text).toContain(account);
  },
  account_blocked: async () => {
    await fault("account_blocked");
    expect((await logIn(sandbox)).text).toContain("bloqueada");
    expect((await logIn(sandbox)).text).not.toContain("bloqueada");
  },
  unavailable: async () => {
    await fault("unavailable");
    expect((await me()).status).toBe(503);
    expect((await me()).status).toBe(200);
  },
  slow: async () => {
    await fault("slow", 250);
    const from = performance.now();
    expect((await me()).status).toBe(200);
    expect(performance.now() - from).toBeGreaterThanOrEqual(250);
  },
  hang: async () => {
    await fault("hang");
    const hanging = me();
    const pending = () => sandbox.control("GET", "/portals/correo/faults");
    await expect.poll(pending).toMatchObject({ body: { faults: [] } });
    expect((await me()).status).toBe(200);
    await sandbox.control("DELETE", "/portals/correo/faults");
    expect((await hanging).status).toBe(503);
  },
  consent_denied: async () => {
    await fault("consent_denied");
    expect((await consent(sandbox)).get("error")).toBe("access_denied");
    expect((await consent(sandbox)).get("error")).toBeNull();
  },
  scope_missing: async () => {
    await fault("scope_missing");
    const scopes = async () => {
      const answer = await consent(sandbox);
      return (await exchange(sandbox, answer.get("code") ?? "")).body.scope;
    };
    expect(await scopes()).toBe("buzon.leer buzon.redactar");
    expect(await scopes()).toBe("buzon.leer buzon.redactar buzon.enviar");
    await fault("scope_missing");
    expect((await me()).status).toBe(200);
    expect((await mail.ask("GET", "/mensajes")).status).toBe(403);
    expect((await mail.ask("GET", "/mensajes")).status).toBe(200);
  },
  refresh_lost: async () => {
    const token = await listedToken(sandbox);
    const before = Number((await log())["token_refreshes"]);
    await fault("refresh_lost", 20);
    await expect(refresh(sandbox, token)).rejects.toThrow("fetch failed");
    const { status, body } = await refresh(sandbox, token);
    expect(status).toBe(200);
    expect((await log())["token_refreshes"]).toBe(before + 1);
    expect((await refresh(sandbox, body.refresh_token)).status).toBe(200);
  },
  draft_lost: async () => {
    await fault("draft_lost", 20);
    const create = () => mail.ask("POST", "/borradores", { mensaje: { crudo: rawMail() } });
    await expect(create()).rejects.toThrow("fetch failed");
    expect(await draftIds()).toHaveLength(1);
    expect((await create()).status).toBe(201);
    expect(await draftIds()).toHaveLength(2);
  },
  mail_lost: async () => {
    const { id } = await createDraft(mail);
    await fault("mail_lost", 20);
    await expect(sendDraft(id)).rejects.toThrow("fetch failed");
    expect(await mailTruth(sandbox)).toMatchObject([{ operacion: "oper_1" }]);
    expect(await draftIds()).toEqual([]);
    expect((await sendDraft(id)).status).toBe(404);
    expect(await mailTruth(sandbox)).toHaveLength(1);
  },
  mail_dropped: async () => {
    const { id } = await createDraft(mail);
    await fault("mail_dropped", 20);
    await expect(sendDraft(id)).rejects.toThrow("fetch failed");
    expect(await mailTruth(sandbox)).toEqual([]);
    expect(await draftIds()).toEqual([id]);
    expect((await sendDraft(id)).status).toBe(200);
    expect(await mailTruth(sandbox)).toHaveLength(1);
  },
  mail_lingers: async () => {
    const { id, mensaje } = await createDraft(mail);
    const labels = async () => {
      type Thread = { mensajes: Brief[] };
      const { body } = await mail.ask<Thread>("GET", `/hilos/${mensaje.hilo}`);
      return body.mensajes.map(({ etiquetas }) => etiquetas);
    };
    await fault("mail_lingers", 90_000);
    expect((await sendDraft(id)).status).toBe(200);
    expect(await mailTruth(sandbox)).toHaveLength(1);
    expect([await draftIds(), await labels()]).toEqual([[id], [["DRAFT"]]]);
    expect((await sendDraft(id)).status).toBe(404);
    expect((await mail.ask("DELETE", `/borradores/${id}`)).status).toBe(204);
    expect([await draftIds(), await mailTruth(sandbox)]).toMatchObject([
      [],
      [{ hilo: mensaje.hilo }],
    ]);
    await sandbox.control("POST", "/clock", { advance: "PT91S" });
    expect(await labels()).toEqual([["SENT"]]);
    const next = await createDraft(mail);
    await sendDraft(next.id);
    expect(await draftIds()).toEqual([]);
  },
  draft_lingers: async () => {
    const { id, mensaje } = await createDraft(mail);
    const places = async () => {
      const { body } = await mail.ask<{ mensajes: Brief[] }>("GET", `/hilos/${mensaje.hilo}`);
      return body.mensajes.flatMap(({ etiquetas }) => etiquetas).toSorted();
    };
    await fault("draft_lingers", 90_000);
    await sendDraft(id);
    expect([await draftIds(), await places()]).toEqual([[id], ["DRAFT", "SENT"]]);
    expect((await sendDraft(id)).status).toBe(404);
    await sandbox.control("POST", "/clock", { advance: "PT91S" });
    expect([await draftIds(), await places()]).toEqual([[], ["SENT"]]);
    expect(await mailTruth(sandbox)).toHaveLength(1);
  },
  layout_changed: async () => {
    await fault("layout_changed");
    expect((await me()).body).toEqual({ version: 2 });
    expect((await me()).body).toMatchObject({ cuenta: account });
  },
  rate_limited: async () => {
    const { id } = await createDraft(mail);
    await fault("rate_limited");
    const { status, headers } = await sendDraft(id);
    expect([status, headers.get("retry-after")]).toEqual([429, "3"]);
    expect(await mailTruth(sandbox)).toEqual([]);
    await fault("rate_limited", 60_000);
    expect((await me()).headers.get("retry-after")).toBe("60");
    expect((await sendDraft(id)).status).toBe(200);
  },
};

describe("the faults of correo", () => {
  test("are all provoked here", () => {
    expect(Object.keys(provoked).toSorted()).toEqual(correo.faults.toSorted());
  });

  test.each(Object.entries(provoked))("the portal can be made to show: %s", async (_, provoke) => {
    await provoke();
  });
});
