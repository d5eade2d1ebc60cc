import { expect, test } from "vitest";
import { lazyService } from "./lazy-service.ts";

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
