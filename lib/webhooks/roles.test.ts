import { afterAll, beforeAll, expect, test } from "vitest";
import { updateOrganization } from "#lib/identity/index.ts";
import { sendDueMails } from "#lib/notices/index.ts";
import type { Mail } from "#lib/platform/mail.ts";
import { asMember, plantMember, refusalOf } from "#tests/support/scenes/grants.ts";
import { endsOrWaits } from "#tests/support/databases/lock-waits.ts";
import { webhookScene, type Owner, type WebhookScene } from "#tests/support/scenes/webhooks.ts";
import { changeEndpoint } from "./endpoints/change-endpoint.ts";
import { createEndpoint } from "./endpoints/create-endpoint.ts";
import { recoverEvent } from "./recover-event.ts";
import { resendDelivery } from "./resend-delivery.ts";
import { rollSecret } from "./endpoints/roll-secret.ts";
import { testEndpoint } from "./endpoints/test-endpoint.ts";

let scene: WebhookScene;
let owner: Owner;
beforeAll(async () => {
  scene = await webhookScene();
  owner = await scene.owner();
});
afterAll(() => scene.close());

const everything = async (): Promise<unknown> => [
  await scene.database.owner("select * from webhook_endpoints order by id"),
  await scene.database.owner("select * from webhook_deliveries order by id"),
  await scene.database.owner("select * from webhook_events order by id"),
];
const member = (role: "owner" | "admin" | "member"): Promise<string> =>
  plantMember(scene.database, owner.id, { role });
const as = (userId: string) => ({
  ...scene.deps,
  ...asMember(scene.contextOf(owner.id), userId),
});

/** An endpoint, an event that it missed, and a delivery that ended. */
async function prepared() {
  const missed = await scene.emit(owner);
  const endpoint = await scene.endpoint(owner, "roles");
  await scene.emit(owner);
  await scene.drain();
  const [delivery] = await scene.deliveries(owner, endpoint.id);
  return { missed, endpoint, deliveryId: delivery?.id ?? "" };
}

const acts = {
  create: ({ endpoint }, ctx) => createEndpoint(ctx, { url: endpoint.url, event_types: [] }),
  change: ({ endpoint }, ctx) =>
    changeEndpoint(ctx, endpoint.id, { url: endpoint.url, enabled: false }),
  roll: ({ endpoint }, ctx) => rollSecret(ctx, endpoint.id),
  test: ({ endpoint }, ctx) => testEndpoint(ctx, endpoint.id),
  recover: ({ endpoint, missed }, ctx) => recoverEvent(ctx, endpoint.id, missed),
  resend: ({ endpoint, deliveryId }, ctx) => resendDelivery(ctx, endpoint.id, deliveryId),
} satisfies Record<
  string,
  (on: Awaited<ReturnType<typeof prepared>>, ctx: ReturnType<typeof as>) => Promise<unknown>
>;

test.each(Object.entries(acts))("%s is for owners and admins", async (_name, act) => {
  const on = await prepared();
  const stranger = await plantMember(scene.database, (await scene.owner()).id);
  const before = await everything();
  for (const userId of [await member("member"), stranger]) {
    expect(await refusalOf(act(on, as(userId)))).toMatchObject({ code: "forbidden" });
  }
  expect(await everything()).toEqual(before);
  await act(on, as(await member("admin")));
  expect(await everything()).not.toEqual(before);
});

/** The same, with something that happens while a name server, or the vault, takes its time. */
function meanwhile(ctx: ReturnType<typeof as>, happens: () => Promise<unknown>) {
  const { egress, vault } = ctx;
  return {
    ...ctx,
    egress: {
      ...egress,
      resolveTarget: async (...asked: Parameters<typeof egress.resolveTarget>) => {
        await happens();
        return egress.resolveTarget(...asked);
      },
    },
    vault: {
      ...vault,
      sealAlone: async (...asked: Parameters<typeof vault.sealAlone>) => {
        await happens();
        return vault.sealAlone(...asked);
      },
    },
  };
}

test("nobody demoted meanwhile can make a secret, nor anybody whose plan ended meanwhile", async () => {
  const on = await prepared();
  const before = await everything();
  for (const act of [acts.create, acts.change, acts.roll]) {
    const userId = await member("admin");
    const demoted = meanwhile(as(userId), () =>
      scene.database.owner("update members set role = 'member' where user_id = $1", [userId]),
    );
    expect(await refusalOf(act(on, demoted))).toMatchObject({ code: "forbidden" });
  }
  const late = meanwhile(as(await member("admin")), () =>
    updateOrganization(scene.deps, owner.id, { plan: "free" }),
  );
  expect(await refusalOf(acts.create(on, late))).toMatchObject({ code: "feature_not_in_plan" });
  await updateOrganization(scene.deps, owner.id, { plan: "pro" });
  expect(await everything()).toEqual(before);
});

test("enabling an endpoint waits for a change of roles before it locks a role", async () => {
  const { endpoint } = await prepared();
  const admin = await member("admin");
  const query = scene.database.owner;
  await query("begin");
  await query("select 1 from organizations where id = $1 for no key update", [owner.id]);
  const enabling = changeEndpoint(as(admin), endpoint.id, { enabled: true });
  expect(await endsOrWaits(scene.database, enabling)).toBe("waits");
  await query("select 1 from members where user_id = $1 for update nowait", [admin]);
  await query("commit");
  await enabling;
});

test("five final failures disable the endpoint, and mail each owner and admin in the same transaction", async () => {
  const other = await scene.owner();
  const told = [
    await plantMember(scene.database, other.id, { role: "owner" }),
    await plantMember(scene.database, other.id, { role: "admin" }),
  ];
  await plantMember(scene.database, other.id, { role: "member" });
  const endpoint = await scene.endpoint(other, "se-cae");
  scene.program("se-cae", [], 410);
  for (let n = 0; n < 4; n += 1) await scene.emit(other);
  await scene.drain();
  expect(await scene.database.owner("select 1 from outbox")).toEqual([]);
  await scene.emit(other);
  await scene.emit(other);
  await scene.drain();

  const sent: Mail[] = [];
  const mail = { send: async (one: Mail) => void sent.push(one) };
  await sendDueMails({ ...scene.deps, db: scene.database.keeper, mail });
  expect(sent.map(({ to }) => to).toSorted()).toEqual(
    told.map((id) => `${id}@sandbox.test`).toSorted(),
  );
  for (const { kind, text } of sent) {
    expect(kind).toBe("endpoint_disabled");
    const host = new URL(endpoint.url).host.replaceAll(".", ". ");
    expect(text).toContain(`Dejamos de enviar a «${host}»: el receptor respondió 410.`);
  }
});
