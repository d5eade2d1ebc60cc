import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { withTx, type Context } from "#lib/db/context.ts";
import { actors } from "#lib/db/actors.ts";
import { newId } from "#lib/kernel/ids.ts";
import { MovableClock } from "#lib/kernel/clock.ts";
import type { Mail } from "#lib/platform/mail.ts";
import { createVault, type Vault } from "#lib/vault/index.ts";
import { masterKeys } from "#infra/server/master-keys.ts";
import { testDatabase, type TestDatabase } from "#tests/support/databases/test-database.ts";
import { readableLog } from "#tests/support/log.ts";
import type { MailContent } from "./mail-text.ts";
import { queueMail } from "./queue-mail.ts";
import { dropEndedMails } from "./drop-ended-mails.ts";
import { sendDueMails, sendMail, type MailSender } from "./send-mails.ts";

const minuteMs = 60_000;
const code: MailContent = { kind: "verify_code", code: "01234567" };
const news: MailContent = { kind: "member_changed", organization: "Ñuble", change: "Eres dueño." };

let database: TestDatabase;
let clock: MovableClock;
let sent: Mail[];
let fails: boolean;
let ctx: Context & { vault: Vault };
let sender: MailSender;
const { log, lines } = readableLog();

beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.close());
beforeEach(async () => {
  await database.owner("delete from outbox");
  lines.length = 0;
  clock = new MovableClock();
  sent = [];
  fails = false;
  const organization = { id: newId("org", clock.now()) };
  const vault = createVault(masterKeys(randomBytes(32)), clock);
  const actor = actors.system("tests");
  ctx = { db: database.db, clock, log, vault, organization, actor, requestId: "req_tests" };
  const send = async (mail: Mail): Promise<void> => {
    if (fails) throw new Error("451");
    sent.push(mail);
  };
  sender = { ...ctx, db: database.keeper, mail: { send } };
});

const queue = (content: MailContent, to = "ana@maule.example", isDecoy = false) =>
  withTx(ctx, (tx) => queueMail(tx, { organizationId: ctx.organization.id, to, content, isDecoy }));
const pass = (minutes: number): void => clock.advance(minutes * minuteMs);
const rows = () => database.owner("select state, attempts, sealed is null as empty from outbox");

describe("a mail", () => {
  test("is sent right after its commit, once, and none of it is kept", async () => {
    const id = await queue(code);
    await sendMail({ ...sender, db: database.db }, { organizationId: ctx.organization.id, id });
    await sendDueMails(sender);
    expect(sent).toMatchObject([{ id, to: "ana@maule.example", kind: "verify_code" }]);
    expect(sent[0]?.text).toContain("\n01234567\n");
    expect(await rows()).toEqual([{ state: "sent", attempts: 1, empty: true }]);
  });

  test("that hangs at the mail system does not hold up the others", async () => {
    const others = Promise.withResolvers<void>();
    const send = async (mail: Mail): Promise<void> => {
      if (mail.to === "lenta@maule.example") await others.promise;
      else others.resolve();
      sent.push(mail);
    };
    await queue(code, "lenta@maule.example");
    await queue(code);
    await sendDueMails({ ...sender, mail: { send } });
    expect(sent.map(({ to }) => to)).toEqual(["ana@maule.example", "lenta@maule.example"]);
  });

  test("is sent with any number of others in a run", async () => {
    for (let n = 0; n < 23; n += 1) await queue(news, `ana${n}@maule.example`);
    await sendDueMails(sender);
    expect(new Set(sent.map(({ to }) => to)).size).toBe(23);
    expect(sent).toHaveLength(23);
  });

  test("that has ended is dropped a day later, a decoy too; a waiting one is not", async () => {
    const keeper = { ...ctx, db: database.keeper };
    await queue(news);
    await queue(code, "nadie@maule.example", true);
    await sendDueMails(sender);
    pass(23 * 60);
    await dropEndedMails(keeper);
    expect(await rows()).toHaveLength(2);
    fails = true;
    await queue(news, "eva@maule.example");
    await sendDueMails(sender);
    pass(2 * 60);
    await dropEndedMails(keeper);
    expect(await rows()).toMatchObject([{ state: "waiting", attempts: 1 }]);
  });

  test("is gone along with its act after a rollback", async () => {
    const failing = withTx(ctx, async (tx) => {
      const to = "ana@maule.example";
      await queueMail(tx, { organizationId: ctx.organization.id, to, content: news });
      throw new Error("the act failed");
    });
    await expect(failing).rejects.toThrow("the act failed");
    await sendDueMails(sender);
    expect(sent).toEqual([]);
  });

  test("whose process died between commit and sending is sent by the next run, once", async () => {
    await queue(news);
    await sendDueMails(sender);
    await sendDueMails(sender);
    expect(sent).toHaveLength(1);
  });

  test("whose process died after its claim is sent a minute later", async () => {
    const id = await queue(code);
    const dies: MailSender = { ...sender, mail: { send: () => new Promise(() => undefined) } };
    void sendMail({ ...dies, db: database.db }, { organizationId: ctx.organization.id, id });
    await expect.poll(rows).toMatchObject([{ attempts: 1 }]);
    await sendDueMails(sender);
    expect(sent).toEqual([]);
    pass(1);
    await sendDueMails(sender);
    await sendDueMails(sender);
    expect(sent).toMatchObject([{ id }]);
  });

  test("is sent once by ten senders at once", async () => {
    await Promise.all([queue(news), queue(news, "eva@maule.example")]);
    await Promise.all(Array.from({ length: 10 }, () => sendDueMails(sender)));
    expect(sent.map(({ to }) => to).toSorted()).toEqual(["ana@maule.example", "eva@maule.example"]);
  });

  test("is tried six times, at growing intervals, and then given up with a log line", async () => {
    fails = true;
    await queue(news);
    for (const minutes of [0, 1, 10, 60, 240, 720, 720]) {
      pass(minutes);
      await sendDueMails(sender);
    }
    expect(await rows()).toEqual([{ state: "dropped", attempts: 6, empty: true }]);
    expect(lines.filter((line) => line.includes("mail.dropped"))).toHaveLength(1);
    expect(lines.join("\n")).not.toContain("maule.example");
    fails = false;
    pass(5_000);
    await sendDueMails(sender);
    expect(sent).toEqual([]);
  });

  test("with a code is useless after 15 minutes, and is not sent then", async () => {
    fails = true;
    await queue(code);
    for (const minutes of [0, 1, 2, 3, 4]) {
      pass(minutes);
      await sendDueMails(sender);
    }
    fails = false;
    pass(5);
    await sendDueMails(sender);
    expect(sent).toEqual([]);
    expect(await rows()).toMatchObject([{ state: "dropped", empty: true }]);
  });

  test("that is a decoy takes the same work, and no word of it is stored", async () => {
    await queue(code, "nadie@maule.example", true);
    expect(await rows()).toEqual([{ state: "dropped", attempts: 0, empty: true }]);
    await sendDueMails(sender);
    expect(sent).toEqual([]);
  });

  test("that fails does not hold up the others", async () => {
    await queue(news);
    await queue(news, "eva@maule.example");
    const { mail } = sender;
    const send = (one: Mail): Promise<void> =>
      one.to.startsWith("ana") ? Promise.reject(new Error("550")) : mail.send(one);
    await sendDueMails({ ...sender, mail: { send } });
    expect(sent.map(({ to }) => to)).toEqual(["eva@maule.example"]);
  });

  test("cannot be read in the database, nor opened in another's place", async () => {
    await queue(code);
    await queue(code, "eva@maule.example");
    const [one, other] = await database.owner("select id, sealed from outbox order by id");
    expect(String(one?.["sealed"])).not.toContain("01234567");
    await database.owner("update outbox set sealed = $1 where id = $2", [
      other?.["sealed"],
      one?.["id"],
    ]);
    await sendDueMails(sender);
    expect(sent).toHaveLength(1);
  });
});
