import { afterAll, beforeAll, expect, test } from "vitest";
import { withPersonalTx } from "#lib/db/context.ts";
import { testDatabase, type TestDatabase } from "#tests/support/databases/test-database.ts";
import { hourMs, minuteMs, peopleScene, type PeopleScene } from "#tests/support/scenes/people.ts";
import { issueCode, redeemCode, type CodeSubject } from "./mail-codes.ts";
import { dropOldForms, useForm } from "./used-forms.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.close());

const subject: CodeSubject = { purpose: "verify", mail: "ana@maule.example", browser: "b-1" };

async function scene(): Promise<PeopleScene> {
  const made = await peopleScene(database);
  made.advance(hourMs - (made.clock.now().getTime() % hourMs));
  return made;
}

const issue = ({ ctx }: PeopleScene, of = subject, from: string | null = null) =>
  withPersonalTx(ctx, (tx) => issueCode(tx, of, from));

const redeem = ({ ctx }: PeopleScene, of: CodeSubject, typed: string) =>
  withPersonalTx(ctx, (tx) => redeemCode(tx, of, typed));

async function code(at: PeopleScene, of = subject): Promise<string> {
  const issued = await issue(at, of);
  if (issued.kind !== "issued") throw new Error("no code was issued");
  return issued.code;
}

test("a code works once, even with spaces, and for one of many requests at once", async () => {
  const at = await scene();
  const typed = await code(at);
  expect(typed).toMatch(/^\d{8}$/);
  const spaced = `${typed.slice(0, 4)} ${typed.slice(4)}`;
  const tries = await Promise.all([1, 2, 3].map(() => redeem(at, subject, spaced)));
  expect(tries.filter(Boolean)).toHaveLength(1);
  expect(await redeem(at, subject, typed)).toBe(false);
});

test.each<[string, Partial<CodeSubject>]>([
  ["another browser", { browser: "b-2" }],
  ["another purpose", { purpose: "reset" }],
  ["another mail", { mail: "eva@maule.example" }],
])("a code does not work for %s", async (_, other) => {
  const at = await scene();
  const typed = await code(at);
  expect(await redeem(at, { ...subject, ...other }, typed)).toBe(false);
  expect(await redeem(at, subject, typed)).toBe(true);
});

test("after three wrong tries the right code is refused too", async () => {
  const at = await scene();
  const typed = await code(at);
  const other = typed === "00000000" ? "11111111" : "00000000";
  const guesses = await Promise.all(Array.from({ length: 20 }, () => redeem(at, subject, other)));
  expect(guesses).not.toContain(true);
  expect(await redeem(at, subject, typed)).toBe(false);
});

test("tries and requests in other browsers use up nobody's code", async () => {
  const at = await scene();
  const typed = await code(at);
  const elsewhere = { ...subject, browser: "b-2" };
  for (let n = 0; n < 5; n += 1) expect(await redeem(at, elsewhere, typed)).toBe(false);
  at.advance(minuteMs);
  await code(at, elsewhere);
  for (let n = 0; n < 5; n += 1) expect(await redeem(at, elsewhere, typed)).toBe(false);
  expect(await redeem(at, subject, typed)).toBe(true);
});

test("guessing from many browsers has three tries per code that a mail is sent in an hour", async () => {
  const at = await scene();
  let tries = 0;
  for (let n = 0; n < 30; n += 1) {
    const own = { ...subject, browser: `b-${n}` };
    const issued = await issue(at, own);
    const other = issued.kind === "issued" && issued.code === "00000000" ? "11111111" : "00000000";
    for (let guess = 0; guess < 5; guess += 1) await redeem(at, own, other);
    const right = issued.kind === "issued" ? issued.code : "00000000";
    expect(await redeem(at, own, right)).toBe(false);
    if (issued.kind === "issued") tries += 3;
    at.advance(minuteMs);
  }
  expect(tries).toBe(15);
});

test("a code ends after 15 minutes by the clock, or with the next one", async () => {
  const at = await scene();
  const first = await code(at);
  at.advance(minuteMs);
  const second = await code(at);
  expect(await redeem(at, subject, first)).toBe(first === second);
  at.advance(15 * minuteMs);
  expect(await redeem(at, subject, second)).toBe(false);
});

test("codes are a minute apart, and five an hour for one mail", async () => {
  const at = await scene();
  const kinds: string[] = [];
  for (let n = 0; n < 7; n += 1) {
    kinds.push((await issue(at)).kind);
    at.advance(30_000);
    kinds.push((await issue(at)).kind);
    at.advance(30_000);
  }
  expect(kinds.filter((kind) => kind === "issued")).toHaveLength(5);
  expect(kinds.slice(0, 4)).toEqual(["issued", "wait", "issued", "wait"]);
  expect(await issue(at)).toMatchObject({ kind: "wait" });
  at.advance(hourMs);
  expect((await issue(at)).kind).toBe("issued");
});

test("strangers' requests leave five an hour to the mail's known browsers", async () => {
  const at = await scene();
  const next = async (isKnown: boolean): Promise<string> => {
    at.advance(minuteMs);
    const answer = await withPersonalTx(at.ctx, (tx) => issueCode(tx, subject, null, isKnown));
    return answer.kind;
  };
  for (let n = 0; n < 5; n += 1) expect(await next(false)).toBe("issued");
  expect(await next(false)).toBe("wait");
  for (let n = 0; n < 5; n += 1) expect(await next(true)).toBe("issued");
  expect(await next(true)).toBe("wait");
});

test("of ten requests at once, one gets a code", async () => {
  const at = await scene();
  const all = await Promise.all(Array.from({ length: 10 }, () => issue(at)));
  expect(all.filter(({ kind }) => kind === "issued")).toHaveLength(1);
});

test.each<[string, (n: number) => string]>([
  ["address", () => "192.0.2.1"],
  ["household's network", (n) => `2001:db8:7:1::${n + 1}`],
])("one %s may ask for twenty an hour, for any mails", async (_, from) => {
  const at = await scene();
  const kinds: string[] = [];
  for (let n = 0; n < 22; n += 1) {
    kinds.push((await issue(at, { ...subject, mail: `p${n}@maule.example` }, from(n))).kind);
  }
  expect(kinds.filter((kind) => kind === "issued")).toHaveLength(20);
});

test("a form's number is used once, unless its act failed, and is forgotten after a day", async () => {
  const { ctx, advance } = await scene();
  const use = () => withPersonalTx(ctx, (tx) => useForm(tx, "number"));
  const failing = withPersonalTx(ctx, async (tx) => {
    await useForm(tx, "number");
    throw new Error("failed");
  });
  await expect(failing).rejects.toThrow("failed");
  expect((await Promise.all([use(), use(), use()])).filter(Boolean)).toHaveLength(1);
  expect(await use()).toBe(false);
  const rows = () => database.owner("select (select count(*) from used_forms)::int as forms");
  advance(23 * hourMs);
  await dropOldForms({ ...ctx, db: database.keeper });
  expect(await use()).toBe(false);
  advance(2 * hourMs);
  await dropOldForms({ ...ctx, db: database.keeper });
  expect(await rows()).toEqual([{ forms: 0 }]);
});
