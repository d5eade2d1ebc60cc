import * as fc from "fast-check";
import { expect, test } from "vitest";
import { isPublicAddress } from "./addresses.ts";
import { allowedPorts, checkUrl, urlRefusals } from "./check-url.ts";
import { parseAddress } from "./parse-address.ts";
import { isPublicName } from "./public-name.ts";

const long = (length: number) => `https://example.com/${"a".repeat(length - 20)}`;

test.each([
  [long(2048), undefined],
  [long(2049), "url longer than 2048 characters"],
  [`https://example.com/${"ñ".repeat(1000)}`, "url longer than 2048 characters"],
  ["https://example.com/ñandú?q=企業", undefined],
  ["https://españa.example.com/", undefined],
  ["https://example.com/a b", "url has a space, a backslash or an invisible character"],
  ["https://example.com/a\u200bb", "url has a space, a backslash or an invisible character"],
  ["https://exam\u2060ple.com/", "url has a space, a backslash or an invisible character"],
  ["https://example.com/\u202e", "url has a space, a backslash or an invisible character"],
  ["https://example.com/\ufeff", "url has a space, a backslash or an invisible character"],
  ["https://example.com/\u3164", "url has a space, a backslash or an invisible character"],
  ["https://example.com/\ud800", "url has a space, a backslash or an invisible character"],
  ["https://example.com/\t", "url has a space, a backslash or an invisible character"],
  ["https:/example.com/", "url does not begin with https://"],
  ["https:example.com", "url does not begin with https://"],
  ["//example.com/", "url does not begin with https://"],
  ["javascript:alert(1)//https://example.com/", "url does not begin with https://"],
  ["https://?example.com", "url not readable"],
  ["https://#example.com", "url not readable"],
  ["https://user@example.com/", "url has a user name or a password"],
  ["https://:pass@example.com/", "url has a user name or a password"],
  ["https://example.com/@path", undefined],
  ["https://example.com?a@b", undefined],
  ["https://%31%32%37.0.0.1/", "host not a public name"],
  ["https://%65xample.com/", "host not a public name"],
  ["https://[fe80::1%25eth0]/", "host not a public name"],
  ["https://example.com:/", undefined],
  ["https://example.com:443/", undefined],
  ["https://example.com:8443/", undefined],
  ["https://example.com:0/", "port not allowed"],
  ["https://example.com:22/", "port not allowed"],
  ["https://example.com:80/", "port not allowed"],
  ["https://example.com:9200/", "port not allowed"],
  ["https://example.com:27017/", "port not allowed"],
  ["https://8.8.8.8/", undefined],
  ["https://8.8.8.8:8443/", undefined],
  ["https://8.8.8.8./", "address not in its usual form"],
  ["https://8.8.2056/", "address not in its usual form"],
  ["https://010.8.8.8/", "address not in its usual form"],
  ["https://８.8.8.8/", "address not in its usual form"],
  ["https://[2606:4700::1111]:8443/", undefined],
  ["https://[2606:4700:0:0::1111]/", undefined],
  ["https://example.com../", "host not a public name"],
  ["https://.example.com/", "host not a public name"],
  ["https://example-.com/", "host not a public name"],
  ["https://ex*mple.com/", "host not a public name"],
  ["https://example.c/", "host not a public name"],
  ["https://example.c0m/", "host not a public name"],
  ["https://hooks.sandbox.test/", "host not a public name"],
  ["https://metadata.google.internal/", "host not a public name"],
  ["https://home.arpa/", "host not a public name"],
  ["https://abc.onion/", "host not a public name"],
  ["https://a.invalid/", "host not a public name"],
  ["https://a.LOCAL./", "host not a public name"],
] as const)("%s: %s", (text, reason) => {
  expect(checkUrl(text)).toMatchObject(reason === undefined ? { ok: true } : { ok: false, reason });
});

test.each(allowedPorts)("port %s, which people are told, is taken", (port) => {
  expect(checkUrl(`https://example.com:${port}/`)).toMatchObject({ ok: true });
});

test("a name is at most 253 characters of labels of at most 63", () => {
  const of = (...lengths: number[]) => lengths.map((length) => "a".repeat(length)).join(".");
  expect(isPublicName(of(63, 63, 63, 57, 3))).toBe(true);
  expect(isPublicName(of(63, 63, 63, 58, 3))).toBe(false);
  expect(isPublicName(of(64, 3))).toBe(false);
});

test("any text is refused with a listed reason, or leads to a public host", () => {
  const pieces = fc.constantFrom(
    "https://",
    "http://",
    "/",
    "//",
    "\\",
    "@",
    ":",
    "443",
    "8443",
    "22",
    "example.com",
    "localhost",
    "127.0.0.1",
    "[::1]",
    "[2606:4700::1]",
    "8.8.8.8",
    ".",
    "%31",
    "0x7f",
    "①",
    "。",
    "#",
    "?",
    " ",
    "\t",
    "\u00ad",
    "xn--",
    "a",
    "-",
    "_",
  );
  let accepted = 0;
  fc.assert(
    fc.property(fc.array(pieces, { maxLength: 8 }), (parts) => {
      for (const text of [parts.join(""), `https://${parts.join("")}`]) {
        const checked = checkUrl(text);
        if (!checked.ok) {
          expect(urlRefusals).toContain(checked.reason);
          continue;
        }
        accepted += 1;
        const again = new URL(checked.url.href);
        expect([again.protocol, again.username, again.password, again.hash]).toEqual([
          "https:",
          "",
          "",
          "",
        ]);
        const safe = parseAddress(checked.host) ? isPublicAddress : isPublicName;
        expect(safe(checked.host), text).toBe(true);
        // An accepted URL is accepted again unchanged in its canonical form.
        expect(checkUrl(checked.url.href)).toEqual(checked);
      }
    }),
    { numRuns: 20_000, seed: 11 },
  );
  expect(accepted).toBeGreaterThan(50);
});
