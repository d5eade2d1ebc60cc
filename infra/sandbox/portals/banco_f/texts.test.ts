import { describe, expect, test } from "vitest";
import { accountsOf } from "../../generator/accounts.ts";
import { mainCompany } from "../../generator/companies.ts";
import { monthOf } from "../../generator/month.ts";
import { textsOf } from "./texts.ts";
import type { PrintedTexts } from "./transfer-texts.ts";

const accounts = accountsOf("banco_f", mainCompany, ["CLP", "CLP", "USD"]);
const movements = accounts.flatMap((account) => monthOf(account, "2026-09"));
const texts = movements.map((movement) => ({ movement, ...textsOf(movement) }));
const of = (caso: string) => texts.filter((one) => one.caso === caso);

/** Modulo 11, written independently: digits from the right times 2 to 7. */
function isRut(token: string): boolean {
  const compact = token.replace(/[.-]/g, "").toUpperCase().replace(/^0+/, "");
  const sum = [...compact.slice(0, -1).matchAll(/\d/g)]
    .toReversed()
    .reduce((total, [digit], index) => total + Number(digit) * (2 + (index % 6)), 0);
  return "0123456789K"[(11 - (sum % 11)) % 11] === compact.slice(-1);
}

const tokens = ({ glosa, detalle }: PrintedTexts) =>
  `${glosa} ${detalle ?? ""}`.match(/\b\d[\d.]{5,9}\d-?[\dKk](?=\s|$)/g) ?? [];

const casos = [
  "traspaso",
  "tef",
  "transferencia",
  "con_cuenta",
  "detalle",
  "estructurada",
  "repetida",
  "ambigua_glosa",
  "ambigua_detalle",
  "digito_invalido",
  "sin_rut",
  "solo_nombre",
  "no_soportada",
  "vacia",
  "sin_contraparte",
];

describe("the texts of banco_f", () => {
  test.each(casos)("contain the case %s often enough", (caso) => {
    expect(of(caso).length).toBeGreaterThanOrEqual(5);
  });

  test("contain no unlisted case", () => {
    expect(new Set(texts.map(({ caso }) => caso))).toEqual(new Set(casos));
  });

  test("of a valid case print the counterparty's own RUT, in five formats", () => {
    const valid = [...of("traspaso"), ...of("tef"), ...of("transferencia")];
    for (const one of valid) {
      expect(one.counterparty.rut).toBe(one.movement.party?.rut);
      expect(tokens(one)).toHaveLength(1);
      expect(tokens(one).every(isRut)).toBe(true);
    }
    const all = valid.flatMap(tokens);
    for (const shape of [
      /^\d+\.\d{3}\.\d{3}-[\dK]$/,
      /^\d+-[\dK]$/,
      /^\d+[\dK]$/,
      /^0\d{8}[\dK]$/,
      /k$/,
    ]) {
      expect(all.some((token) => shape.test(token))).toBe(true);
    }
  });

  test("of an ambiguous case print two RUTs, of an invalid one a wrong digit, and their truth has no RUT", () => {
    for (const one of [...of("ambigua_glosa"), ...of("ambigua_detalle")]) {
      expect(new Set(tokens(one).map((token) => token.replace(/\D/g, "").slice(-8, -1))).size).toBe(
        2,
      );
      expect(one.counterparty.rut).toBeNull();
    }
    for (const one of of("digito_invalido")) {
      expect(tokens(one).map(isRut)).toEqual([false]);
      expect(one.counterparty).toMatchObject({ rut: null, banco: null });
    }
  });

  test("begin like the known texts, by direction", () => {
    const known: Record<string, RegExp> = {
      "traspaso in": /^TRASPASO DE: \S/,
      "traspaso out": /^TRASPASO A: \S/,
      "tef in": /^TEF DE \S/,
      "tef out": /^TEF A \S/,
      "transferencia in": /^Transferencia desde \S/,
      "transferencia out": /^Transferencia hacia \S/,
    };
    const seen = new Set<string>();
    for (const { caso, glosa, movement } of texts) {
      const pattern = known[`${caso} ${movement.direction}`];
      if (!pattern) continue;
      seen.add(`${caso} ${movement.direction}`);
      expect(glosa).toMatch(pattern);
    }
    expect(seen).toEqual(new Set(Object.keys(known)));
    expect(of("detalle").every(({ detalle }) => detalle?.startsWith("Rut Origen: "))).toBe(true);
    expect(of("solo_nombre").every(({ detalle }) => detalle?.startsWith("Nombre Origen: "))).toBe(
      true,
    );
  });

  test("are the same for twins", () => {
    const keyOf = ({ movement }: (typeof texts)[number]) =>
      [movement.day, movement.kind, movement.party?.rut, movement.document, movement.amount].join();
    const twins = texts.filter(
      (one, index) => one.movement.party && keyOf(one) === keyOf(texts[index + 1] ?? one),
    );
    const pairs = twins.map((one) => [one, texts[texts.indexOf(one) + 1]]);
    expect(pairs.length).toBeGreaterThan(2);
    for (const [one, other] of pairs) {
      expect([other?.glosa, other?.detalle]).toEqual([one?.glosa, one?.detalle]);
    }
  });
});
