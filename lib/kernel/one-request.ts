import {
  request as askPlain,
  type IncomingMessage,
  type OutgoingHttpHeaders,
  type RequestOptions,
} from "node:http";
import { request as askSecure } from "node:https";
import type { AppError } from "./errors/index.ts";

interface OnceOptions extends Pick<RequestOptions, "method" | "signal"> {
  headers?: OutgoingHttpHeaders;
}

/**
 * One request on its own connection: no redirect is followed, and nothing is repeated because a
 * reused connection was cut. The body of the answer is still to be read.
 */
export function sendOnce(
  url: URL,
  { method, headers, signal }: OnceOptions,
  body?: Buffer,
): Promise<IncomingMessage> {
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  const options: RequestOptions = {
    method: method ?? "GET",
    // A small answer could unpack into a very large one.
    headers: { ...headers, "accept-encoding": "identity" },
    ...(signal !== undefined && { signal }),
    agent: false,
  };
  const request = (url.protocol === "https:" ? askSecure : askPlain)(url, options, (answer) => {
    // Node would end a body without a length as if it were whole.
    signal?.addEventListener("abort", () => answer.destroy(signal.reason as Error), { once: true });
    resolve(answer);
  });
  request.once("upgrade", (_answer, socket) => {
    socket.destroy();
    reject(new Error("the answer changes to another protocol"));
  });
  // Also after the answer began: its reader then gets the same error.
  request.on("error", reject);
  request.end(body);
  return promise;
}

/** The limit for an answer, and the errors for one that is too long or compressed. */
interface AnswerBounds {
  maxBytes: number;
  tooLong: AppError;
  packed: AppError;
}

/** Reads the body, counting its bytes. */
export async function readAtMost(
  answer: IncomingMessage,
  { maxBytes, tooLong, packed }: AnswerBounds,
): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  const encoding = answer.headers["content-encoding"] ?? "identity";
  try {
    if (encoding !== "identity") throw packed;
    for await (const chunk of answer as AsyncIterable<Buffer>) {
      size += chunk.length;
      if (size > maxBytes) throw tooLong;
      chunks.push(chunk);
    }
  } finally {
    answer.destroy();
  }
  return Buffer.concat(chunks);
}

/** The whole seconds that an answer asks to wait; null if it names none, or more than five digits of them. */
export function pauseSecondsIn({ headers }: Pick<IncomingMessage, "headers">): number | null {
  const asked = headers["retry-after"] ?? "";
  return /^\d{1,5}$/.test(asked) ? Number(asked) : null;
}
