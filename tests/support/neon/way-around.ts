import { readFile } from "node:fs/promises";
import path from "node:path";
import { loginRoles } from "#lib/db/rights.ts";
import { asOwner } from "../databases/as-owner.ts";
import { relayName } from "./run.ts";

const roles = loginRoles.map((role) => `'${role}'`).join(", ");

type Ask = (text: string) => Promise<Record<string, unknown>[]>;

/** From now on this database, and any made from it, refuses the service unless it uses the relay. */
export async function closeWayAround(owner: Ask): Promise<void> {
  await owner(refusal);
  const inside = await owner(
    `select 1 from pg_stat_activity
     where usename in (${roles}) and datname = current_database()
       and application_name <> '${relayName}'`,
  );
  if (inside.length > 0) throw new Error("the service went around the relay");
}

/** The same for local mode's own running server. */
export async function closeLocalWayAround(dataDir: string): Promise<void> {
  const password = await readFile(path.join(dataDir, "postgres.password"), "utf8");
  const status = await readFile(path.join(dataDir, "postgres", "postmaster.pid"), "utf8");
  const [, , , port = ""] = status.split("\n");
  const url = `postgres://connect_owner:${password.trim()}@127.0.0.1:${port}/connect`;
  await closeWayAround((text) => asOwner(url, text));
}

const refusal = `
  create or replace function refuse_way_around() returns event_trigger language plpgsql as $$
  begin
    if session_user in (${roles}) and current_setting('application_name') <> '${relayName}' then
      raise exception 'the service went around the relay';
    end if;
  end $$;
  drop event trigger if exists refuse_way_around;
  create event trigger refuse_way_around on login execute function refuse_way_around();`;
