import { afterAll, beforeAll, expect, test } from "vitest";
import { testApi, type TestApi } from "#tests/support/scenes/api.ts";
import { testDashboard, type TestDashboard } from "#tests/support/scenes/dashboard.ts";
import { hiddenOf, visitor, type Page, type Visitor } from "#tests/support/scenes/visitor.ts";

const password = "cuatro palabras al azar";
/** Numbers of pairs, measured one right after the other. */
const pairs = [15, 31, 61, 121];

let api: TestApi;
let dashboard: TestDashboard;
let count = 0;
beforeAll(async () => {
  api = await testApi();
  dashboard = await testDashboard(api);
  const person = { email: "primera@maule.example", name: "Ana Soto", password };
  await dashboard.deps.auth.createPerson({ ...person, emailVerified: true });
});
afterAll(async () => {
  await dashboard.close();
  await api.close();
});

/** A copy of the first person: hashing a password for each would take most of the test's time. */
async function knownMail(): Promise<string> {
  const id = `usr_copy${(count += 1)}`;
  const email = `conocida${count}@maule.example`;
  const { owner } = api.database;
  const copies: [table: string, change: object][] = [
    ["user", { id, email }],
    ["account", { id: `acc_copy${count}`, user_id: id, account_id: id }],
  ];
  for (const [table, change] of copies) {
    const text = `insert into auth."${table}" select (json_populate_record(t, $1)).* from auth."${table}" t limit 1`;
    await owner(text, [JSON.stringify(change)]);
  }
  return email;
}
const unknownMail = (): string => `desconoci${(count += 1)}@maule.example`;

const forms: [path: string, fields: (correo: string) => Record<string, string>][] = [
  ["/login", (correo) => ({ correo, clave: "no es la correcta" })],
  ["/login/registro", (correo) => ({ nombre: "Ana", correo, clave: "otra frase bien larga" })],
  ["/login/recuperar", (correo) => ({ correo })],
];

/** Without what differs on every page: seals, and the mail address itself. */
function bare({ status, text, location }: Page, mail: string): unknown {
  const same = text.replace(/name="sello" value="[^"]+"/g, "").replaceAll(mail, "MAIL");
  return { status, text: same, location };
}

test.each(forms)(
  "%s answers a known and an unknown mail alike, and as fast",
  async (path, fields) => {
    const by: Visitor = visitor(dashboard.app);
    const hidden = hiddenOf((await by.get(path)).text, path);
    const timed = async (mail: string): Promise<{ ms: number; answer: unknown }> => {
      const startedAt = performance.now();
      const page = await by.post(path, { ...hidden, ...fields(mail) });
      return { ms: performance.now() - startedAt, answer: bare(page, mail) };
    };
    await timed(await knownMail());
    const apart: number[] = [];
    // A real difference always has the same sign; noise of the machine has both.
    const pair = async (): Promise<number> => {
      const isKnownFirst = apart.length % 2 === 0;
      const mails = [await knownMail(), unknownMail()];
      const [one, other] = isKnownFirst ? mails : mails.toReversed();
      const first = await timed(one ?? "");
      const second = await timed(other ?? "");
      expect(first.answer).toEqual(second.answer);
      const [a, b] = isKnownFirst ? [first.ms, second.ms] : [second.ms, first.ms];
      return (a - b) / Math.max(a, b);
    };
    // With few pairs the median may be noise, so up to the last count it may still fall below a tenth.
    for (const count of pairs) {
      while (apart.length < count) apart.push(await pair());
      if (Math.abs(median(apart)) < 0.1) break;
    }
    expect(Math.abs(median(apart)), `${apart.length} pairs`).toBeLessThan(0.1);
  },
  240_000,
);

function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}
