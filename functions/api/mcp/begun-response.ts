/**
 * An answer that is sent whole or, once `begun` resolves, streamed: progress of a waiting call must not be held back
 * until the call ends.
 */
export async function wholeOrBegun(
  { status, headers, body }: Response,
  begun: Promise<void>,
  done: () => Promise<void>,
): Promise<{ response: Response; isBegun: boolean }> {
  if (body === null) {
    await done();
    return { response: new Response(null, { status, headers }), isBegun: false };
  }
  const reader = body.getReader();
  const read: Uint8Array[] = [];
  const readAll = async (): Promise<"whole"> => {
    try {
      for (let next = await reader.read(); !next.done; next = await reader.read()) take(next.value);
    } finally {
      await done();
    }
    return "whole";
  };
  let take = (chunk: Uint8Array): void => void read.push(chunk);
  const all = readAll();
  const first = await Promise.race([all, begun.then(() => "begun" as const)]);
  if (first === "whole") {
    return { response: new Response(Buffer.concat(read), { status, headers }), isBegun: false };
  }
  let isRead = true;
  const rest = new ReadableStream<Uint8Array>({
    start: (controller) => {
      for (const chunk of read) controller.enqueue(chunk);
      take = (chunk) => controller.enqueue(chunk);
      all.then(
        // A stream that its reader has closed cannot be closed again.
        () => isRead && controller.close(),
        (error: unknown) => controller.error(error),
      );
    },
    // Nobody is reading any more; the call finishes anyway.
    cancel: () => {
      isRead = false;
      take = () => {};
    },
  });
  return { response: new Response(rest, { status, headers }), isBegun: true };
}
