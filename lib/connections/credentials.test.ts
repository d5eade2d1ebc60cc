import { randomBytes } from "node:crypto";
import { expect, test } from "vitest";
import { ServiceSecret } from "#lib/kernel/secrets.ts";
import { loginOf } from "./credentials.ts";

const secret = new ServiceSecret({ SERVICE_SECRET: randomBytes(32).toString("base64") });
const identity = (fields: Record<string, string>): string =>
  loginOf(secret, "facturacion", fields).loginIdentity.toString("hex");

test("one person is one login, whatever the company and the password", () => {
  const person = identity({ rut: "1-9", clave: "a", empresa: "76555835-2" });
  expect(identity({ rut: "1-9", clave: "b", empresa: "76177907-9" })).toBe(person);
  expect(identity({ rut: "2-7", clave: "a", empresa: "76555835-2" })).not.toBe(person);
});

test("a key is its own login where nobody logs in", () => {
  const [one, other] = ["key-1", "key-2"].map((apiKey) => identity({ apiKey, empresa: "1-9" }));
  expect(one).not.toBe(other);
});

test("a credential that names nobody is refused: it would be everybody's", () => {
  expect(() => identity({ clave: "x", empresa: "76555835-2" })).toThrow(TypeError);
});
