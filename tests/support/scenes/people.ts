import { randomBytes } from "node:crypto";
import { actors } from "#lib/db/actors.ts";
import { createOrganization } from "#lib/identity/index.ts";
import type { InvitationContext } from "#lib/identity/members/invite-member.ts";
import { MovableClock } from "#lib/kernel/clock.ts";
import { ServiceSecret } from "#lib/kernel/secrets.ts";
import type { Mail } from "#lib/platform/mail.ts";
import { createVault } from "#lib/vault/index.ts";
import { masterKeys } from "#infra/server/master-keys.ts";
import { sendDueMails } from "#lib/notices/index.ts";
import type { TestDatabase } from "../databases/test-database.ts";
import { plantMember, type NewMember } from "./grants.ts";
import { silentLog } from "../log.ts";

export interface PeopleScene {
  ctx: InvitationContext;
  clock: MovableClock;
  /** A person of the organization, as actor. */
  member(given?: NewMember): Promise<{ id: string; ctx: InvitationContext }>;
  advance(ms: number): void;
  /** Sends what is waiting, and returns it. */
  mails(): Promise<Mail[]>;
}

export const minuteMs = 60_000;
export const hourMs = 60 * minuteMs;

/** An organization without people, and what its people's verbs need. */
export async function peopleScene(database: TestDatabase): Promise<PeopleScene> {
  const clock = new MovableClock();
  const system = { db: database.db, clock, log: silentLog };
  const organization = await createOrganization(system, { name: "Comercial Ñuble" });
  const ctx: InvitationContext = {
    ...system,
    organization,
    actor: actors.operator("tests"),
    requestId: "req_tests",
    vault: createVault(masterKeys(randomBytes(32)), clock),
    secret: new ServiceSecret({ SERVICE_SECRET: randomBytes(32).toString("base64") }),
    baseUrl: "https://connect.test",
  };
  return {
    ctx,
    clock,
    member: async (given) => {
      const id = await plantMember(database, organization.id, given);
      return { id, ctx: { ...ctx, actor: actors.member(id) } };
    },
    advance: (ms) => clock.advance(ms),
    mails: async () => {
      const sent: Mail[] = [];
      const mail = { send: async (one: Mail) => void sent.push(one) };
      await sendDueMails({ ...ctx, db: database.keeper, mail });
      return sent;
    },
  };
}
