import { expect, test } from "vitest";
import { loadOnce, lazyService } from "./load-once.ts";

test("concurrent and later callers get what the first one loaded", async () => {
  let loads = 0;
  const once = loadOnce(async () => ({ number: ++loads }));
  const [first, second] = await Promise.all([once(), once()]);
  expect(first).toEqual({ number: 1 });
  expect(second).toBe(first);
  expect(await once()).toBe(first);
});

test("a failure is for those who asked meanwhile, and the next call loads again", async () => {
  let loads = 0;
  const once = loadOnce(async () => {
    loads += 1;
    if (loads === 1) throw new Error("EMFILE");
    return loads;
  });
  const both = await Promise.allSettled([once(), once()]);
  expect(both.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
  expect([await once(), await once()]).toEqual([2, 2]);
});

interface Greeter {
  greet(name: string): Promise<string>;
  part(): Promise<void>;
}

test("a domain is loaded on first use, and answers", async () => {
  let loads = 0;
  const greeter = lazyService<Greeter>(() => {
    loads += 1;
    return Promise.resolve({
      greet: (name) => Promise.resolve(`hola, ${name}`),
      part: () => Promise.resolve(),
    });
  });
  expect(loads).toBe(0);
  expect(await greeter.greet("Rosa")).toBe("hola, Rosa");
  expect(loads).toBe(1);
});

test("a verb that the domain does not have is an error, not an empty answer", async () => {
  const greeter = lazyService<Greeter>(() => Promise.resolve({} as Greeter));
  await expect(greeter.part()).rejects.toThrow("This service has no verb part.");
});
