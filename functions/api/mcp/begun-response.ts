/**
 * An answer that is whole, or, once `begun` holds, one that is passed on while it is written: what a call
 * tells while it waits must not be kept until it has ended.
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
    for (let next = await reader.read(); !next.done; next = await reader.read()) take(next.value);
    await done();
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
        // What its reader has closed cannot be closed again.
        () => isRead && controller.close(),
        (error: unknown) => controller.error(error),
      );
    },
    // Nobody reads on: what the call does it does all the same.
    cancel: () => {
      isRead = false;
      take = () => {};
    },
  });
  return { response: new Response(rest, { status, headers }), isBegun: true };
}
