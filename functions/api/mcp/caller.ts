import * as z from "zod";
import { CLIENT_INFO_META_KEY } from "@modelcontextprotocol/server";
import type { Answered } from "./results.ts";

/** One HTTP request of an MCP client: its sender, and the outcome of its tool call. */
export interface Caller {
  authorization: string | undefined;
  address: string | null;
  traceLabel: string | undefined;
  clientLabel: string | undefined;
  /** Set by the tool that ran; null if the message called none. */
  answered: Answered["answer"] | null;
  /** Called once there is something to send before the answer; null if nothing can be sent before it. */
  onProgress: (() => void) | null;
  /** Logs a progress message that could not be sent any more. */
  onLost: (error: unknown) => void;
}

export function callerOf(headers: Headers, address: string | null, message: unknown): Caller {
  return {
    authorization: headers.get("authorization") ?? undefined,
    address,
    traceLabel: headers.get("x-client-trace-id") ?? undefined,
    clientLabel: headers.get("x-connect-client") ?? clientInfoOf(message),
    answered: null,
    onProgress: null,
    onLost: () => {},
  };
}

const metaKey = "_meta";
const Naming = z.object({
  params: z.object({
    [metaKey]: z.object({
      [CLIENT_INFO_META_KEY]: z.object({ name: z.string(), version: z.string() }),
    }),
  }),
});

/** Clients of the current revision identify themselves in every message. */
function clientInfoOf(message: unknown): string | undefined {
  const naming = Naming.safeParse(message);
  if (!naming.success) return undefined;
  const { name, version } = naming.data.params[metaKey][CLIENT_INFO_META_KEY];
  return `${name}/${version}`;
}
