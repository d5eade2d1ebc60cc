import { afterAll, beforeAll, expect, test } from "vitest";
import { testDatabase, type TestDatabase } from "#tests/support/databases/test-database.ts";
import { hourMs, minuteMs, peopleScene, type PeopleScene } from "#tests/support/scenes/people.ts";
import { admitSignIn, forgetSignIns, type Admission } from "./sign-in-limits.ts";
import { dropOldForms } from "./used-forms.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.close());

const mail = "ana@maule.example";

/** Starts at the beginning of a counting hour. */
async function scene(): Promise<PeopleScene> {
  const made = await peopleScene(database);
  made.advance(hourMs - (made.clock.now().getTime() % hourMs));
  return made;
}

async function wrong({ ctx }: PeopleScene, times: number, who = mail, from = "192.0.2.1") {
  const kinds: Admission["kind"][] = [];
  for (let n = 0; n < times; n += 1) kinds.push((await admitSignIn(ctx, who, from)).kind);
  return kinds;
}

async function right({ ctx }: PeopleScene, who = mail, from = "192.0.2.1"): Promise<string> {
  const admission = await admitSignIn(ctx, who, from);
  if (admission.kind === "admitted") await admission.passed();
  return admission.kind;
}

test("five wrong tries in a row cause a pause of 15 minutes by the clock, even for the right password", async () => {
  const at = await scene();
  expect(await wrong(at, 6)).toEqual([...Array<string>(5).fill("admitted"), "blocked"]);
  expect(await right(at)).toBe("blocked");
  at.advance(15 * minuteMs - 1_000);
  expect(await right(at)).toBe("blocked");
  at.advance(1_001);
  expect(await right(at)).toBe("admitted");
});

test("housekeeping ends no pause", async () => {
  const at = await scene();
  await wrong(at, 5);
  await dropOldForms({ ...at.ctx, db: database.keeper });
  expect(await right(at)).toBe("blocked");
});

test("a right one in between starts the count again", async () => {
  const at = await scene();
  await wrong(at, 4);
  expect(await right(at)).toBe("admitted");
  expect(await wrong(at, 5)).not.toContain("blocked");
});

test("fifty at once from one address count as five tries", async () => {
  const at = await scene();
  const all = await Promise.all(
    Array.from({ length: 50 }, () => admitSignIn(at.ctx, mail, "192.0.2.1")),
  );
  expect(all.filter(({ kind }) => kind === "admitted")).toHaveLength(5);
});

test("twenty wrong in an hour, from anywhere, leave only recovery until the hour is over", async () => {
  const at = await scene();
  const all = await Promise.all(
    Array.from({ length: 40 }, (_, n) => admitSignIn(at.ctx, mail, `192.0.2.${n}`)),
  );
  expect(all.filter(({ kind }) => kind === "admitted")).toHaveLength(20);
  const refused = await admitSignIn(at.ctx, mail, "198.51.100.7");
  expect(refused.kind).toBe("recovery_only");
  expect(await right(at, "eva@maule.example")).toBe("admitted");
  at.advance(hourMs);
  expect(await right(at, mail, "198.51.100.7")).toBe("admitted");
});

test("strangers' tries do not lock out a known browser, and known browsers have twenty of their own", async () => {
  const at = await scene();
  const known = async (n: number): Promise<Admission> =>
    admitSignIn(at.ctx, mail, `192.0.2.${n}`, true);
  await wrong(at, 5);
  for (let n = 100; n < 115; n += 1) await wrong(at, 1, mail, `192.0.2.${n}`);
  expect(await right(at)).toBe("recovery_only");
  const tries: Admission["kind"][] = [];
  for (let n = 1; n <= 21; n += 1) tries.push((await known(n)).kind);
  expect(tries).toEqual([...Array<string>(20).fill("admitted"), "recovery_only"]);
  await forgetSignIns(at.ctx, mail);
  expect([(await known(99)).kind, await right(at, mail, "198.51.100.7")]).toEqual([
    "admitted",
    "admitted",
  ]);
});

test("choosing a new password unlocks the mail", async () => {
  const at = await scene();
  for (let n = 0; n < 20; n += 1) await wrong(at, 1, mail, `192.0.2.${n}`);
  expect(await right(at, mail, "198.51.100.7")).toBe("recovery_only");
  await forgetSignIns(at.ctx, mail);
  expect(await right(at, mail, "198.51.100.7")).toBe("admitted");
});

test("one address gets a hundred wrong tries an hour", async () => {
  const at = await scene();
  for (let n = 0; n < 100; n += 1) await wrong(at, 1, `p${n}@maule.example`, "203.0.113.9");
  expect(await wrong(at, 1, "otra@maule.example", "203.0.113.9")).toEqual(["too_many"]);
  expect(await right(at, "otra@maule.example", "203.0.113.10")).toBe("admitted");
});

const inHousehold = (n: number): string => `2001:db8:7:1::${(n + 1).toString(16)}`;

test("all addresses of a household's /64 count as one, both in a row and in an hour", async () => {
  const at = await scene();
  for (let n = 0; n < 5; n += 1) await wrong(at, 1, mail, inHousehold(n));
  expect(await right(at, mail, inHousehold(5))).toBe("blocked");
  expect(await right(at, mail, "2001:db8:7:2::1")).toBe("admitted");
  for (let n = 0; n < 95; n += 1) await wrong(at, 1, `p${n}@maule.example`, inHousehold(n));
  expect(await wrong(at, 1, "otra@maule.example", inHousehold(100))).toEqual(["too_many"]);
  expect(await right(at, "otra@maule.example", "2001:db8:7:2::1")).toBe("admitted");
});

test("right passwords never count", async () => {
  const at = await scene();
  for (let n = 0; n < 130; n += 1) expect(await right(at)).toBe("admitted");
});

test("neither mails nor addresses can be read from what is stored", async () => {
  const at = await scene();
  await wrong(at, 2);
  const rows = await database.owner("select * from tallies");
  expect(rows.length).toBeGreaterThan(2);
  expect(JSON.stringify(rows)).not.toMatch(/maule|192\.0/);
});
