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

test.each([true, false])(
  "an answer that breaks off ends what made it, be it begun or not: %s",
  async (isBegun) => {
    const { answer, writer } = answerInProgress();
    const begun = Promise.withResolvers<void>();
    if (isBegun) begun.resolve();
    let isDone = false;
    const sent = wholeOrBegun(answer, begun.promise, async () => {
      isDone = true;
    });
    const read = isBegun ? sent.then(({ response }) => response.text()) : sent;
    const [failed] = await Promise.all([
      read.catch((error: unknown) => error),
      writer.abort(new Error("broken")).catch(() => undefined),
    ]);
    expect(failed).toMatchObject({ message: "broken" });
    expect(isDone).toBe(true);
  },
);
