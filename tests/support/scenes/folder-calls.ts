import { expect } from "vitest";
import { setRecipient, turnFolders } from "#lib/acts/folders/index.ts";
import type { Answered, TestOrganization } from "./api.ts";
import { ownLogin, type TributarioScene } from "./tributario-scene.ts";

export const asked = { tipo: "creditos", finalidad: "Crédito de capital" };

/** A portal without faults, and an organization that may request folders there. */
export async function beginFolders(
  scene: TributarioScene,
  recipient: NonNullable<Parameters<typeof setRecipient>[1]>,
): Promise<{ owner: TestOrganization; connection: string }> {
  await scene.beginAnew();
  await scene.sandbox.control("DELETE", "/portals/tributario/faults");
  await scene.sandbox.control("PATCH", "/portals/tributario", { carpetaMs: 0 });
  const owner = await scene.organization();
  const connection = await scene.connect(owner.id, ownLogin);
  await turnFolders(scene.contextOf(owner.id), { on: true });
  await setRecipient(scene.contextOf(owner.id), recipient);
  return { owner, connection };
}

interface Caller {
  scene: TributarioScene;
  key: string;
  connection: string;
}

type Options = { key?: string; idempotencyKey?: string };
type Row = Record<string, unknown>;

/** The tools about tax folders, called by the current caller. */
export function folderCalls(caller: () => Caller) {
  const call = (tool: string, input: unknown, options: Options = {}): Promise<Answered> => {
    const { scene, ...own } = caller();
    return scene.call(tool, input, { ...own, ...options });
  };
  return {
    call,
    /** A folder that its recipient has. */
    made: async (more: object = {}): Promise<string> => {
      const { body } = await call("carpeta.solicitar", { ...asked, ...more });
      expect(body.data, JSON.stringify(body)).toMatchObject({ estado: "lista" });
      return String(body.data?.["solicitudId"]);
    },
    shown: async (solicitudId: string): Promise<Row> => {
      const { body } = await call("carpeta.consultar", { solicitudId });
      const rows = (body.data?.["solicitudes"] ?? []) as Row[];
      return rows[0] ?? {};
    },
    /** What the portal has. */
    truth: async (): Promise<Row[]> => {
      const path = "/portals/tributario/truth?resource=carpetas";
      const { body } = await caller().scene.sandbox.control<{ rows: Row[] }>("GET", path);
      return body.rows;
    },
    obtain: (solicitudId: string, more: object = {}, options: Options = {}) =>
      call("carpeta_documento.obtener", { solicitudId, ...more }, options),
    /** The file behind an answer's link. */
    follow: async ({ body }: Answered, key: string): Promise<Response> => {
      const { url } = Object(body.data?.["enlace"]) as { url: string };
      const headers = { authorization: `Bearer ${key}` };
      return caller().scene.app.request(new URL(url).pathname, { headers });
    },
    close: (solicitudId: string, options: Options = {}) =>
      call("carpeta.cerrar", { solicitudId }, options),
  };
}

export const codeOf = ({ body }: Answered): string | undefined => body.error?.code;

export async function answerOf(response: Response): Promise<Answered> {
  const body = (await response.json()) as Answered["body"];
  return { status: response.status, headers: response.headers, body };
}
