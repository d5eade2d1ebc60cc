import { localSigner, startProtocolServer, type ProtocolServer } from "./protocol-server.ts";

/** In front of a queue server: checks and records what is sent to it, and passes it on. */
export function startQueueRecorder(queues: string, signer = localSigner): Promise<ProtocolServer> {
  return startProtocolServer({ ...signer, service: "sqs" }, async ({ headers, body, path }) => {
    const { host: _, connection: __, "content-length": ___, ...passed } = headers;
    const answer = await fetch(`${queues}${path}`, { method: "POST", headers: passed, body });
    return { status: answer.status, body: await answer.text(), headers: errorOf(answer.headers) };
  });
}

/** Older error codes of this protocol are in a separate header. */
function errorOf(headers: Headers): Record<string, string> {
  const names = ["x-amzn-query-error", "x-amzn-errortype"];
  const kept = names.map((name) => [name, headers.get(name)] as const);
  return Object.fromEntries(kept.filter((pair): pair is [string, string] => pair[1] !== null));
}
