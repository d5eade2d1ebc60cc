import { freePort } from "#infra/local/ports.ts";
import { listen, type Listening } from "#infra/server/listen.ts";
import { connectors } from "#lib/tools/connectors.ts";
import { errorEntry, type ErrorCode } from "#lib/kernel/errors/index.ts";
import type { TestLocal } from "../scenes/start-test-local.ts";
import { createFillings } from "./fillings.ts";

const tools = new Map(connectors.flatMap(({ tools: own }) => own.map((tool) => [tool.id, tool])));

interface Answer {
  status: number;
  headers: [string, string][];
  bytes: ArrayBuffer;
}

interface Refused {
  code: ErrorCode;
  details: { jobId: string };
}

const mostTries = 30;

export interface Relay {
  url: string;
  /** The tool calls as they arrived, by sender: one line for each distinct call. */
  sent: Map<string, Set<string>>;
  close(): Promise<void>;
}

/**
 * Sits between the examples and local mode. Like a reader, it fills in placeholders. Calls that log in at a portal or
 * are irreversible are sent on once: the same call in another language gets the same answer.
 */
export async function startRelay(local: TestLocal): Promise<Relay> {
  const fillings = createFillings(local.own.connections["banco_a"] ?? "", new Date());
  const answered = new Map<string, Promise<Answer>>();
  const sent: Relay["sent"] = new Map();

  async function forward(request: Request, path: string, body: string): Promise<Answer> {
    const headers = new Headers(request.headers);
    for (const name of ["host", "content-length", "connection", "accept-encoding"]) {
      headers.delete(name);
    }
    const hasBody = request.method !== "GET";
    const response = await fetch(`${local.ready.baseUrl}${path}`, {
      method: request.method,
      headers,
      redirect: "manual",
      ...(hasBody && { body }),
    });
    const bytes = await response.arrayBuffer();
    return { status: response.status, headers: [...response.headers], bytes };
  }

  /** Retries what its code allows, as a reader would, because a portal has one session. */
  async function sendOn(request: Request, path: string, body: string): Promise<Answer> {
    for (let tries = 1; ; tries += 1) {
      const answer = await forward(request, path, body);
      const { error } = parsed(answer.bytes) as { error?: Refused };
      if (error === undefined) return answer;
      if (error.code === "connection_sync_in_progress") await ended(error.details.jobId);
      else if (errorEntry(error.code).retry && tries < mostTries) await pause(1_000);
      else return answer;
    }
  }

  /** A worker issues the receipt; until then there is nothing to annul. */
  async function issued(): Promise<void> {
    const solicitudId = fillings.feeReceipt();
    if (solicitudId === undefined) return;
    for (;;) {
      const { body } = await local.call("tributario.honorarios.consultar", { solicitudId });
      const { solicitudes } = body.data as { solicitudes: { state: string }[] };
      if (!["pending", "processing"].includes(solicitudes[0]?.state ?? "")) return;
      await pause();
    }
  }

  async function ended(jobId: string): Promise<void> {
    for (;;) {
      const { body } = await local.get(`/v1/syncs/${jobId}`);
      const { status } = body.data as { status: string };
      if (status !== "queued" && status !== "running") return;
      await pause();
    }
  }

  async function answer(request: Request): Promise<Answer> {
    const { pathname, search } = new URL(request.url);
    const body = await request.text();
    const toolId = /^\/v1\/tools\/([^/]+)\/execute$/.exec(pathname)?.[1];
    const tool = toolId === undefined ? undefined : tools.get(toolId);
    if (tool === undefined) {
      const filled = fillings.body(null, body);
      const told = await forward(request, `${fillings.path(pathname)}${search}`, filled);
      if (request.method === "POST" && pathname === "/v1/webhooks") {
        fillings.keepWebhook(parsed(told.bytes));
      }
      return told;
    }
    const connection = request.headers.get("x-connect-connection") ?? "";
    const key = request.headers.get("idempotency-key") ?? "";
    const line = [tool.id, connection, key, JSON.stringify(JSON.parse(body))].join(" ");
    const agent = (request.headers.get("user-agent") ?? "").split("/")[0] ?? "";
    sent.set(agent, (sent.get(agent) ?? new Set()).add(line));
    const send = async (): Promise<Answer> => {
      const filled = fillings.body(tool.id, body);
      if (tool.id.includes(".honorarios_anulacion.")) await issued();
      const told = await sendOn(request, pathname, filled);
      fillings.keep(tool.id, parsed(told.bytes), key);
      return told;
    };
    if (tool.effect === "read") return send();
    const known = answered.get(line) ?? send();
    answered.set(line, known);
    return known;
  }

  const port = await freePort();
  const listening: Listening = await listen(async (request) => {
    const { status, headers, bytes } = await answer(request);
    const own = headers.filter(
      ([name]) => !/^(?:content-length|content-encoding|transfer-encoding|connection)$/.test(name),
    );
    return new Response(bytes.slice(0), { status, headers: own });
  }, port);
  return { url: `http://127.0.0.1:${port}`, sent, close: () => listening.close() };
}

const pause = (ms = 250): Promise<void> => new Promise((resolve) => void setTimeout(resolve, ms));

function parsed(bytes: ArrayBuffer): Record<string, unknown> {
  const text = new TextDecoder().decode(bytes);
  return text.startsWith("{") ? (JSON.parse(text) as Record<string, unknown>) : {};
}
