import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Command } from "#infra/deploy/admin/command.ts";
import { keepEvidence } from "#lib/jobs/evidence.ts";
import { newId } from "#lib/kernel/ids.ts";
import { admin, type Commanded } from "./admin.ts";
import { callTool } from "./api.ts";
import { jobScene, type JobScene } from "./job-scene.ts";
import { pollUntil } from "../poll-until.ts";
import { plantOperation, plantPreparation } from "../planted/preparation.ts";

interface Action {
  command: string;
  operator: string;
  reason: string | null;
  subject: string | null;
  organization: string | null;
  options: unknown;
}

/** An organization with one of each thing that the operator's commands are about. */
export interface AdminScene {
  scene: JobScene;
  organization: string;
  key: string;
  keyId: string;
  connection: string;
  /** The fields of its portal's login. */
  clave: string;
  run(
    command: string,
    args: readonly string[],
    environment?: Record<string, string>,
  ): Promise<Commanded>;
  /** What a valid call needs in addition to the thing it is about. */
  filled(command: Command, subject?: string): string[];
  /** All that is on record. */
  actions(): Promise<Action[]>;
  /** Each makes one, and returns its id. */
  anOrganization(): Promise<string>;
  aLink(): Promise<string>;
  anOperation(state: "done" | "unknown"): Promise<string>;
  aFailedJob(): Promise<string>;
  aRequest(): Promise<string>;
  /** All parts of the stage answer this. */
  answerNextSmoke(code: string): void;
  close(): Promise<void>;
}

export async function adminScene(): Promise<AdminScene> {
  const scene = await jobScene();
  const { database, clock } = scene;
  const folder = await mkdtemp(join(tmpdir(), "admin-"));
  const clave = "la-clave-del-portal";
  const samples: Record<string, string> = {
    file: join(folder, "lines.log"),
    point: clock.now().toISOString(),
  };
  await writeFile(join(folder, "lines.log"), "START RequestId: 1\n");
  const { id: organization, key, keyId } = await scene.organization();
  const connection = await scene.connect(organization, "12345678-5", clave);
  let folio = 4_000;

  const aFailedJob = async (): Promise<string> => {
    const id = await scene.request(organization, connection, { periodo: "2026-09" });
    const [row] = await database.owner(
      `update sync_jobs set status = 'running', token = 1, attempts = 1, lease_until = not_before
       where id = $1 returning *`,
      [id],
    );
    const job = { ...row, id, organizationId: organization, token: 1, attempts: 1 } as never;
    const seen = { text: "<html>El portal</html>", screenshot: Buffer.from("PNG") };
    await keepEvidence(scene.deps, job, "upstream_unexpected_response", seen);
    await database.owner("update sync_jobs set status = 'failed' where id = $1", [id]);
    return id;
  };

  return {
    scene,
    organization,
    key,
    keyId,
    connection,
    clave,
    run: (command, args, environment) =>
      admin(scene, [...command.split(" "), ...args], environment),
    filled: ({ options = {}, asks, confirms = "" }, subject = samples[confirms] ?? "") => [
      ...Object.entries(options)
        // Without any option there would be nothing to change.
        .filter(([, value], at) => value.endsWith("!") || (asks === "operator" && at === 0))
        .flatMap(([name, value]) => {
          if (value === "yes!") return [`--${name}`];
          if (value === "SCOPES") return [`--${name}`, "core:read"];
          const sample = name === "out" ? join(folder, newId("rec", clock.now())) : samples[name];
          return [`--${name}`, sample ?? "Un nombre"];
        }),
      ...(asks === "reason" || asks === "confirm" ? ["--reason", "ticket 12"] : []),
      ...(asks === "confirm" ? ["--confirm", subject] : []),
    ],
    actions: async () => {
      const columns = "command, operator, reason, subject, organization, options";
      const rows = await database.owner(`select ${columns} from operator_actions order by id`);
      return rows as unknown as Action[];
    },
    anOrganization: async () => (await scene.organization()).id,
    aLink: async () => {
      const input = { sistema: "banco_a", modo: "crear" };
      const { body } = await callTool(scene.app, "conexiones.enlace.crear", input, { key });
      return String(body.data?.["enlaceId"]);
    },
    anOperation: async (state) => {
      const preparationId = await plantPreparation(scene, organization, keyId);
      folio += 1;
      return plantOperation(scene, organization, { preparationId, state, folio });
    },
    aFailedJob,
    aRequest: async () => {
      const { body } = await callTool(scene.app, "conexiones.estado.consultar", {}, { key });
      return String(body.meta["request_id"]);
    },
    answerNextSmoke: (code) => {
      const part = { step: "seal", code, ms: 1, release: null, at: "2027-01-01T00:00:00Z" };
      const parts = { sync: part, emission: part, drain: part, housekeeping: part };
      const answered = () =>
        database.owner("update smokes set results = $1 where results = '{}' returning id", [parts]);
      void pollUntil(answered, (rows) => rows.length > 0, 60);
    },
    close: async () => {
      await scene.close();
      await rm(folder, { recursive: true });
    },
  };
}
