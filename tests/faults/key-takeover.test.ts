import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { connectors } from "#lib/tools/connectors.ts";
import { turnFolders } from "#lib/acts/folders/index.ts";
import { createCatalogue } from "#lib/tools/catalogue.ts";
import { callTool, type Answered } from "#tests/support/scenes/api.ts";
import { openLane, type Client, type Lane } from "./emission-histories/lane.ts";
import { lives, MortalProcess, type Fate } from "./emission-histories/mortal-process.ts";

// A key whose call died without an answer runs again when its lease is over: nothing irreversible may rely only on
// the lease, and what is stored here must survive a second run.

let lane: Lane;
let client: Client;
beforeAll(async () => {
  lane = await openLane();
  [client] = (await lane.newCompany(false)).clients;
});
afterAll(() => lane.api.close());

const { tools } = createCatalogue(connectors);
const leaseSeconds = 90;

test("irreversible tools have a ledger with a barrier, whatever happens to the key's lease", () => {
  const destructive = tools.filter(({ effect }) => effect === "destructive");
  expect(destructive.map(({ id }) => id)).toEqual(
    expect.arrayContaining([
      "tributario.anulacion.emitir",
      "tributario.boleta.emitir",
      "tributario.dte.emitir",
    ]),
  );
  const onLease = destructive.filter(({ idempotency }) => idempotency !== "ledger");
  // Revoked access stays revoked: revoking it again changes nothing.
  expect(onLease.map(({ id }) => id)).toEqual(["tributario.carpeta.cerrar"]);
});

test("every tool that changes what is stored here is played below", () => {
  const writing = tools.filter(({ effect }) => effect === "write").map(({ id }) => id);
  expect(writing.toSorted()).toEqual([
    "conexiones.enlace.anular",
    "conexiones.enlace.crear",
    "tributario.carpeta_destinatario.configurar",
    "tributario.emisor.configurar",
  ]);
});

/** Dies when all is done but the answer is not stored; then the same key again, late enough. */
async function takenOver(toolId: string, input: unknown, connection?: string): Promise<Answered> {
  const idempotencyKey = randomUUID();
  const ask = async (fate: Fate): Promise<Answered | null> => {
    const heard: { answer: Answered | null } = { answer: null };
    const caller = { key: client.key, idempotencyKey, ...(connection && { connection }) };
    await MortalProcess.start(fate, async () => {
      heard.answer = await callTool(lane.api.app, toolId, input, caller);
    }).stopped;
    return heard.answer;
  };
  expect(await ask({ kind: "ends", at: "idempotency.before_finish", how: "dies" })).toBeNull();
  expect((await ask(lives))?.body.error?.code).toBe("idempotency_in_progress");
  lane.advance(leaseSeconds);
  const second = await ask(lives);
  expect(second?.body.meta).toMatchObject({ idempotency: "stored" });
  const third = await ask(lives);
  expect(third?.body.meta).toMatchObject({ idempotency: "replayed" });
  expect(third?.body.data).toEqual(second?.body.data);
  if (second === null) throw new Error("nobody was answered");
  return second;
}

test("the issuer's profile is the same, whether set once or twice", async () => {
  const profile = { actividad: "692000", direccion: "Calle Uno 1", ciudad: "Santiago" };
  const { body } = await takenOver("tributario.emisor.configurar", profile, client.connection);
  expect(body.data).toMatchObject(profile);
  const kept = "select activity, address, city, revision from issuer_profiles";
  expect(await lane.api.database.owner(kept, [])).toEqual([
    {
      activity: "692000",
      address: "Calle Uno 1",
      city: "Santiago",
      revision: body.data?.["revision"],
    },
  ]);
});

test("a recipient of folders is proposed once, even if requested twice", async () => {
  const { owner } = lane.api.database;
  const [of] = await owner(
    "update connections set alcances = alcances || '{carpeta}' where id = $1 returning organization_id as id",
    [client.connection],
  );
  await turnFolders(lane.api.contextOf(String(of?.["id"])), { on: true });
  const input = { otroNombre: "Arriendos", correo: "a@example.com", entrega: "destinatario" };
  const tool = "tributario.carpeta_destinatario.configurar";
  const { body } = await takenOver(tool, input, client.connection);
  expect(body.data).toEqual({ estado: "pendiente", revision: 1 });
  expect(await owner("select revision, name from tax_folder_recipients")).toEqual([
    { revision: 1, name: "Arriendos" },
  ]);
});

test("the link that nobody was told about expires unused; the reported one is another", async () => {
  const input = { sistema: "tributario", modo: "crear", expiraEnMinutos: 5 };
  const { body } = await takenOver("conexiones.enlace.crear", input);
  const links = await lane.api.database.owner("select id, token_hash, expires_at from links", []);
  expect(links).toHaveLength(2);
  expect(new Set(links.map((link) => String(link["token_hash"]))).size).toBe(2);
  expect(links.map(({ id }) => id)).toContain(body.data?.["enlaceId"]);
  const runsOut = links.map((link) => Number(link["expires_at"]) - lane.api.clock.now().getTime());
  for (const inMs of runsOut) expect(inMs).toBeLessThanOrEqual(5 * 60_000);
});

test("a link is annulled, whether requested once or twice", async () => {
  const input = { sistema: "tributario", modo: "crear" };
  const caller = { key: client.key, idempotencyKey: randomUUID() };
  const made = await callTool(lane.api.app, "conexiones.enlace.crear", input, caller);
  const enlaceId = made.body.data?.["enlaceId"];
  const { body } = await takenOver("conexiones.enlace.anular", { enlaceId });
  expect(body.data).toMatchObject({ enlaceId, estado: "anulado" });
  const kept = "select state from links where id = $1";
  expect(await lane.api.database.owner(kept, [enlaceId])).toEqual([{ state: "annulled" }]);
});
