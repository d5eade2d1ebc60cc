import { expect, test } from "vitest";
import { cookieOf } from "./set-cookie.ts";

const sender = new URL("https://www.banco.example/privado/inicio");
const now = Date.parse("2026-11-01T00:00:00Z");
const plain = { expires: -1, httpOnly: false, secure: false, sameSite: "Lax" };

test.each([
  ["a=1", { name: "a", value: "1", domain: "www.banco.example", path: "/privado", ...plain }],
  [
    "a=b=c; Domain=.Banco.example; path=/; Secure; HttpOnly; SameSite=none; Max-Age=60",
    {
      name: "a",
      value: "b=c",
      domain: ".banco.example",
      path: "/",
      expires: now / 1000 + 60,
      httpOnly: true,
      secure: true,
      sameSite: "None",
    },
  ],
  ["a=; max-age=0", { expires: 1 }],
  ["a=; Expires=Thu, 01 Jan 1970 00:00:00 GMT", { expires: 1 }],
  ["a=1; Expires=Sun, 01 Nov 2026 00:01:00 GMT", { expires: now / 1000 + 60 }],
])("%s", (line, cookie) => {
  expect(cookieOf(line, sender, now)).toMatchObject({ name: "a", ...cookie });
});

test.each(["=1", "", "a=1; domain=otro.example", "a=1; domain=example", "a=1; domain=o.example"])(
  "%s is not this sender's cookie",
  (line) => expect(cookieOf(line, sender, now)).toBeNull(),
);
