import { once } from "node:events";
import { PassThrough } from "node:stream";
import { expect, test } from "vitest";
import { watchPipe } from "./browser-pipe.ts";
import { jobLimits } from "./job-limits.ts";

const mebibyte = 1_048_576;
const block = Buffer.alloc(mebibyte, "x");
const end = Buffer.from("\0");

/** What is reported after each block was read; a message ends after so many of them. */
async function reported(blocks: number, blocksOfMessage: number): Promise<string[]> {
  const pipe = new PassThrough();
  const told: string[] = [];
  const stop = watchPipe(pipe, (what) => void told.push(what));
  for (let count = 1; count <= blocks; count += 1) {
    pipe.write(block);
    if (count % blocksOfMessage === 0) pipe.write(end);
  }
  pipe.end();
  await once(pipe, "end");
  stop();
  return told;
}

const most = jobLimits.messageBytes / mebibyte;

test("messages up to the limit are heard, and a longer one is reported once", async () => {
  expect(await reported(most * 2, most)).toEqual([]);
  expect(await reported(most * 2, most * 2)).toEqual(["said more than it may"]);
});

test("more messages than a visit needs are reported once", async () => {
  const all = jobLimits.saidBytes / mebibyte;
  expect(await reported(all - 1, 1)).toEqual([]);
  expect(await reported(all + 9, 1)).toEqual(["said more than it may"]);
});
