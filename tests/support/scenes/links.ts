import {
  consumeLink,
  createLink,
  failAttempt,
  newCutToken,
  submitAttempt,
  type ConsumedLink,
  type LinkFailure,
  type LinkTx,
  type Submission,
} from "#lib/links/index.ts";
import { actors } from "#lib/db/actors.ts";
import { withSystemTx } from "#lib/db/context.ts";
import { startJob } from "#lib/jobs/index.ts";
import { newId } from "#lib/kernel/ids.ts";
import { defineConnector, tool, type Connector, type LinkAnswer } from "#lib/contract/index.ts";
import { z } from "zod";
import {
  callTool,
  testApi,
  type TestApi,
  type TestApiOptions,
  type TestOrganization,
} from "./api.ts";
import { asMember } from "./grants.ts";

/** A bank for tests only, with the login of a real one. */
export const linkedBank: Connector = defineConnector(
  {
    id: "banco_prueba",
    name: "Banco Prueba",
    kind: "bank",
    needsConnection: true,
    alcances: [
      { id: "saldos", label: "Saldos de tus cuentas", currentPeriodOnly: true },
      { id: "movimientos", label: "Movimientos de tus cuentas", currentPeriodOnly: false },
    ],
    credentialFields: [
      { name: "rut", label: "RUT de la persona", secret: false, input: "rut" },
      { name: "clave", label: "Clave de acceso", secret: true, input: "password" },
      { name: "empresa", label: "RUT de la empresa", secret: false, input: "rut" },
    ],
  },
  [
    tool({
      id: "banco_prueba.prueba.responder",
      title: "Responder en las pruebas",
      description: "Existe para que el conector tenga una herramienta.",
      effect: "read",
      needsConnection: true,
      input: z.strictObject({}),
      output: z.strictObject({}),
      errors: [],
      example: { input: {}, output: {} },
      run: () => ({}),
    }),
  ],
);

export const company = { rut: "76555835-2", razonSocial: "Comercial Ñuble Ltda." };
export const otherCompany = { rut: "76177907-9", razonSocial: "Otra Empresa SpA" };
export const typedLogin = {
  rut: "12.345.678-5",
  clave: "s3cret0-marcado",
  empresa: "76.555.835-2",
};

/** The same fields as on the page: the company is not part of the credential. */
const readLogin = { rut: "12345678-5", clave: "s3cret0-marcado" };

const shownInTests = { version: "tests", facts: { reads: ["Saldos"], acts: [], lines: [] } };

export interface MadeLink {
  id: string;
  url: string;
  token: string;
  expiraEn: string;
}

/** The service with one connectable bank, and both ends of a link: its maker and its worker. */
export interface LinkScene extends TestApi {
  makeLink(owner: TestOrganization, input?: Record<string, unknown>): Promise<MadeLink>;
  /** The same, made by a signed-in person. */
  makeLinkByHand(organizationId: string, userId: string): Promise<MadeLink>;
  submit(token: string, typed?: Record<string, string>): Promise<Submission>;
  /** What the worker does once the login has opened a company. */
  succeed(
    linkId: string,
    opened?: { rut: string; razonSocial: string | null },
    afterConsumed?: (tx: LinkTx, consumed: ConsumedLink) => Promise<void>,
  ): Promise<ConsumedLink>;
  fail(linkId: string, failure: LinkFailure): Promise<void>;
  jobOf(linkId: string): Promise<{ linkId: string; jobId: string }>;
  /** A waiting sync of the connection. Returns its id. */
  queueSync(organizationId: string, connectionId: string, periodo: string): Promise<string>;
}

function madeLink({ enlaceId: id, url, expiraEn }: LinkAnswer): MadeLink {
  return { id, url, token: url.slice(url.lastIndexOf("/") + 1), expiraEn };
}

export async function linkScene(options: TestApiOptions = {}): Promise<LinkScene> {
  const { connectors } = await import("#lib/tools/connectors.ts");
  const api = await testApi({ connectors: [...connectors, linkedBank], ...options });
  const { deps } = api;
  const systemOf = (id: string) => deps.catalogue.manifestOf(id);
  const jobOf = async (linkId: string) => {
    const [row] = await api.database.owner("select job_id from links where id = $1", [linkId]);
    return { linkId, jobId: String(row?.["job_id"]) };
  };
  /** A worker's last transaction: ends the job and the link together. */
  const endJob = async <T>(linkId: string, status: string, also: (tx: LinkTx) => Promise<T>) => {
    const { jobId } = await jobOf(linkId);
    const result = await withSystemTx(deps, also);
    const end = "update sync_jobs set status = $2, finished_at = $3 where id = $1";
    await api.database.owner(end, [jobId, status, deps.clock.now()]);
    return result;
  };
  return {
    ...api,
    jobOf,
    queueSync: (organizationId, connectionId, periodo) =>
      withSystemTx(deps, (tx) =>
        startJob(tx, {
          kind: "sync",
          trigger: "manual",
          actor: actors.system("tests"),
          organizationId,
          connectionId,
          connector: "banco_prueba",
          periodo,
          alcances: ["saldos"],
          requestId: "req_tests",
        }),
      ),
    makeLink: async (owner, input = {}) => {
      const given = { sistema: "banco_prueba", modo: "crear", ...input };
      const answer = await callTool(api.app, "conexiones.enlace.crear", given, { key: owner.key });
      if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
      return madeLink(answer.body.data as unknown as LinkAnswer);
    },
    makeLinkByHand: async (organizationId, userId) => {
      const by = asMember(api.contextOf(organizationId), userId);
      const maker = { ...by, secret: deps.secret, baseUrl: deps.baseUrl, systemOf };
      const request = { sistema: "banco_prueba", modo: "crear", expiraEnMinutos: 60 } as const;
      return madeLink(await createLink({ ...maker, isEnabled: () => true }, request));
    },
    submit: (token, typed: Record<string, string> = typedLogin) =>
      submitAttempt(
        { ...api.appDeps, systemOf, requestId: newId("req", deps.clock.now()) },
        token,
        (name) => typed[name] ?? null,
        { shown: shownInTests, cutToken: newCutToken() },
      ),
    succeed: async (linkId, opened = company, afterConsumed) => {
      const ended = await jobOf(linkId);
      const consumed = await endJob(linkId, "succeeded", (tx) =>
        consumeLink(
          { ...tx, vault: deps.vault, secret: deps.secret },
          { ...ended, company: opened, verified: true, fields: readLogin },
          afterConsumed,
        ),
      );
      if (consumed === null) throw new Error(`${linkId} was annulled`);
      return consumed;
    },
    fail: async (linkId, failure) => {
      const ended = await jobOf(linkId);
      await endJob(linkId, "failed", (tx) => failAttempt(tx, { ...ended, failure }));
    },
  };
}
