// Loaded before the bootstrap: `Date` follows the machine's clock, which may have moved on while frozen.
import { openSync, readSync } from "node:fs";

const file = process.env["MACHINE_CLOCK"];
if (file !== undefined) readTimeFrom(openSync(file, "r"));

function readTimeFrom(handle: number): void {
  const bytes = Buffer.alloc(8);
  const RealDate = Date;
  const now = (): number => {
    readSync(handle, bytes, 0, 8, 0);
    return RealDate.now() + bytes.readDoubleLE();
  };
  globalThis.Date = new Proxy(RealDate, {
    apply: () => new RealDate(now()).toString(),
    construct: (target, given: [], asked) =>
      Reflect.construct(target, given.length === 0 ? [now()] : given, asked) as object,
    get: (target, name, receiver) =>
      name === "now" ? now : (Reflect.get(target, name, receiver) as unknown),
  });
}
