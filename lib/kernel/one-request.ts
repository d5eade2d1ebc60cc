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
 * One request on a connection of its own: no redirect is followed, and nothing is sent twice because
 * a kept connection was cut. The answer's body is still to be read.
 */
export function sendOnce(
  url: URL,
  { method, headers, signal }: OnceOptions,
  body?: Buffer,
): Promise<IncomingMessage> {
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  const options: RequestOptions = {
    method: method ?? "GET",
    // A small answer could be unpacked into a very large one.
    headers: { ...headers, "accept-encoding": "identity" },
    ...(signal !== undefined && { signal }),
    agent: false,
  };
  const request = (url.protocol === "https:" ? askSecure : askPlain)(url, options, resolve);
  // Also after the answer began: its reader then has the same error.
  request.on("error", reject);
  request.end(body);
  return promise;
}

/** What there is to say of an answer that is not read to its end. */
interface AnswerBounds {
  maxBytes: number;
  tooLong: AppError;
  packed: AppError;
}

/** The body, counted while it is read. */
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
