import { expect, test } from "vitest";
import { wholeOrBegun } from "./begun-response.ts";

/** An unhandled rejection ends the process that all calls share. */
async function uncaughtDuring(work: () => Promise<void>): Promise<unknown[]> {
  const heard: unknown[] = [];
  const hear = (reason: unknown): void => void heard.push(reason);
  process.on("unhandledRejection", hear);
  await work();
  await new Promise(setImmediate);
  process.off("unhandledRejection", hear);
  return heard;
}

function answerInProgress(): { answer: Response; writer: WritableStreamDefaultWriter<Uint8Array> } {
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
  return { answer: new Response(readable), writer: writable.getWriter() };
}

const chunk = Buffer.from("data: {}\n\n");

test.each(["ends", "breaks off"])(
  "a reader that leaves in the middle does not disturb an answer that %s",
  async (how) => {
    const { answer, writer } = answerInProgress();
    const done = Promise.withResolvers<void>();
    const uncaught = await uncaughtDuring(async () => {
      const { response, isBegun } = await wholeOrBegun(answer, Promise.resolve(), async () => {
        done.resolve();
      });
      expect(isBegun).toBe(true);
      const reader = response.body?.getReader();
      await writer.write(chunk);
      expect((await reader?.read())?.value).toEqual(chunk);
      await reader?.cancel();
      await writer.write(chunk);
      if (how === "ends") {
        await writer.close();
        await done.promise;
      } else {
        await writer.abort(new Error("broken"));
      }
    });
    expect(uncaught).toEqual([]);
  },
);
