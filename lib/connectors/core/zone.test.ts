import { expect, test } from "vitest";
import { isTimeZone } from "./zone.ts";

test.each(["America/Santiago", "Pacific/Easter", "UTC", "Etc/GMT+3", "america/santiago"])(
  "%s is the name of a time zone",
  (name) => expect(isTimeZone(name)).toBe(true),
);

test.each(["+03:00", "-0300", "+03", "\u221203:00", "GMT+3", "Chile", "", " UTC", "America/Nada"])(
  "%j is not one",
  (name) => expect(isTimeZone(name)).toBe(false),
);

test.each([
  "CET",
  "EET",
  "EST",
  "GMT",
  "HST",
  "MET",
  "MST",
  "PRC",
  "ROC",
  "ROK",
  "UCT",
  "WET",
  "est",
])("%s is one of the short names that IANA has", (name) => expect(isTimeZone(name)).toBe(true));

test.each(["AST", "BST", "CST", "IST", "PST", "pst"])(
  "%s, which means several zones, is not guessed",
  (name) => expect(isTimeZone(name)).toBe(false),
);
