import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  allow,
  password,
  consentScene,
  type ConsentScene,
  type Person,
} from "#tests/support/scenes/consent-scene.ts";
import { plantMember } from "#tests/support/scenes/grants.ts";
import { filledOf, hiddenOf } from "#tests/support/scenes/visitor.ts";

const minute = 60_000;

let scene: ConsentScene;
beforeAll(async () => {
  scene = await consentScene();
});
afterAll(() => scene.close());

describe("a consent that is sent", () => {
  const leftBy = async (own: Person) => ({
    grants: await scene.grantsOf(own),
    record: await scene.consentRows(own),
  });
  const nothing = { grants: [], record: [] };

  test("with a broken seal, or one field of the offer changed, grants nothing", async () => {
    const own = await scene.person();
    const page = await scene.askingPage(own);
    const { oferta = "", ...hidden } = hiddenOf(page.text, "/consent");
    const [payload = "", proof = ""] = oferta.split(".");
    const offer = JSON.parse(Buffer.from(payload, "base64url").toString()) as Record<
      string,
      unknown
    >;
    const changed = Object.keys(offer).map((name) => {
      const text = JSON.stringify({ ...offer, [name]: name === "madeAt" ? 9e15 : ["otro"] });
      return `${Buffer.from(text).toString("base64url")}.${proof}`;
    });
    expect(changed.length).toBeGreaterThanOrEqual(7);
    for (const seal of [
      ...changed,
      "",
      ".",
      `${payload}.`,
      `${payload}.${proof}.x`,
      `${payload}.${proof.slice(2)}`,
    ]) {
      const sent = await own.visitor.post("/consent", { ...hidden, ...allow, oferta: seal });
      expect(sent.status).toBe(400);
    }
    expect(await leftBy(own)).toEqual(nothing);
  });

  test("in another session grants nothing", async () => {
    const own = await scene.person();
    const page = await scene.askingPage(own);
    const other = await scene.person();
    const fresh = hiddenOf((await scene.askingPage(other)).text, "/consent");
    // A colleague: only the session tells the two apart.
    const { organizations } = own;
    await plantMember(scene.api.database, organizations[0]?.id ?? "", { userId: other.userId });
    const { oferta = "" } = hiddenOf(page.text, "/consent");
    const sent = await other.visitor.post("/consent", { ...fresh, ...allow, oferta });
    expect(sent.status).toBe(400);
    expect([await leftBy(own), await leftBy(other)]).toEqual([nothing, nothing]);
  });

  test("after 10 minutes returns to the client without a grant", async () => {
    const own = await scene.person();
    const page = await scene.askingPage(own);
    scene.api.clock.advance(10 * minute + 1_000);
    const late = await scene.answer(own, page);
    expect(late.status).toBe(410);
    expect(late.text).toMatch(/href="http:\/\/127\.0\.0\.1:3000\/callback\?error=access_denied/);
    expect(await leftBy(own)).toEqual(nothing);
  });

  test("twice makes one code, and so does 5 times at once", async () => {
    const own = await scene.person();
    const page = await scene.askingPage(own);
    const sent = await Promise.all(Array.from({ length: 5 }, () => scene.answer(own, page)));
    expect(sent.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
      303, 409, 409, 409, 409,
    ]);
    expect(sent.filter(({ location }) => location?.includes("code=") === true)).toHaveLength(1);
    expect((await scene.answer(own, page)).status).toBe(409);
    expect((await leftBy(own)).grants).toHaveLength(1);
  });

  test("for a scope that acts, 10 minutes after the password, asks for the password again", async () => {
    const own = await scene.person();
    scene.api.clock.advance(11 * minute);
    const page = await scene.askingPage(own);
    const acts = { ...allow, permiso: ["tributario:read", "tributario:write"] };
    const again = await scene.answer(own, page, acts);
    expect(again.status).toBe(403);
    expect(await leftBy(own)).toEqual(nothing);
    const form = { ...hiddenOf(again.text, "/login/otra-vez"), clave: password };
    const fresh = await own.visitor.post("/login/otra-vez", form);
    // The page is shown with the same ticks and nothing else.
    const { permiso, ...rest } = filledOf(fresh.text, "/consent");
    expect(permiso).toEqual(acts.permiso);
    const sent = await own.visitor.post("/consent", { ...rest, ...acts });
    expect(sent.location).toContain("code=");
    expect((await leftBy(own)).grants).toMatchObject([{ scopes: acts.permiso }]);
  });

  test.each(["localhost", "127.0.0.1"])(
    "may redirect to any port of %s, one after another",
    async (host) => {
      const own = await scene.person();
      for (const port of [49_152, 49_153]) {
        const redirect_uri = `http://${host}:${port}/callback`;
        const sent = await scene.answer(own, await scene.askingPage(own, { redirect_uri }));
        expect(sent.location).toMatch(new RegExp(`^${redirect_uri}[?].*code=`));
        expect(await scene.redeem(sent.location, redirect_uri)).toMatchObject({
          scope: expect.stringContaining("banco_a:read"),
        });
      }
    },
  );

  test("that denies tells the client, and stores nothing", async () => {
    const own = await scene.person();
    const denied = await scene.answer(own, await scene.askingPage(own), { decision: "rechazar" });
    const url = new URL(denied.location ?? "");
    expect([url.searchParams.get("error"), url.searchParams.get("state")]).toEqual([
      "access_denied",
      "abc",
    ]);
    expect(await leftBy(own)).toEqual(nothing);
  });

  test("with nothing ticked asks for a tick", async () => {
    const own = await scene.person();
    const sent = await scene.answer(own, await scene.askingPage(own), {
      decision: "permitir",
      conexiones: "todas",
    });
    expect(sent.status).toBe(422);
    expect(await leftBy(own)).toEqual(nothing);
  });

  test("from another site, or without its own seal, is refused", async () => {
    const own = await scene.person();
    const page = await scene.askingPage(own);
    const fields = { ...hiddenOf(page.text, "/consent"), ...allow };
    const foreign = await own.visitor.post("/consent", fields, { "sec-fetch-site": "cross-site" });
    const unsealed = { ...fields, sello: "" };
    expect([foreign.status, (await own.visitor.post("/consent", unsealed)).status]).toEqual([
      403, 403,
    ]);
    expect(await leftBy(own)).toEqual(nothing);
  });

  test("by a former member grants nothing", async () => {
    const own = await scene.person();
    const page = await scene.askingPage(own);
    await scene.api.database.owner("delete from members where user_id = $1", [own.userId]);
    expect((await scene.answer(own, page)).status).toBe(400);
    expect(await leftBy(own)).toEqual(nothing);
  });
});
