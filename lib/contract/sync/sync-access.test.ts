import { describe, expect, test } from "vitest";
import { Periodo } from "#lib/chile/index.ts";
import type { Alcance } from "../tool/connector.ts";
import { splitByAccess } from "./sync-access.ts";
import { splitByPeriodo } from "./sync-periods.ts";

const offered: Alcance[] = [
  { id: "rcv", label: "RCV", currentPeriodOnly: false },
  { id: "boletas", label: "Boletas", currentPeriodOnly: false, servedBy: ["empresa"] },
];
const alcances = ["rcv", "boletas"];

describe("modules that a login is not shown", () => {
  test.each([null, "empresa"])("are asked for while the login is %s", (acceso) => {
    const all = { alcances, omitidos: [] };
    expect(splitByAccess({ named: null, offered }, { acceso, alcances })).toEqual(all);
    expect(splitByAccess({ named: ["boletas"], offered }, { acceso, alcances })).toEqual({
      alcances: ["boletas"],
      omitidos: [],
    });
  });

  const representative = { acceso: "representante", alcances };

  test("are left out when no modules are named, and reported", () => {
    expect(splitByAccess({ named: null, offered }, representative)).toEqual({
      alcances: ["rcv"],
      omitidos: [{ alcance: "boletas", motivo: "solo_acceso_empresa" }],
    });
  });

  test("are refused when they are named, or when nothing else is left", () => {
    const refused = expect.objectContaining({
      code: "alcance_scheme_unsupported",
      details: { alcance: "boletas", acceso: "representante", servedBy: ["empresa"] },
    });
    const onlyFees = { ...representative, alcances: ["boletas"] };
    expect(() => splitByAccess({ named: alcances, offered }, representative)).toThrow(refused);
    expect(() => splitByAccess({ named: null, offered }, onlyFees)).toThrow(refused);
  });
});

describe("modules that no sync reads", () => {
  const all: Alcance[] = [
    ...offered,
    { id: "honorarios", label: "Emitir", currentPeriodOnly: false, syncable: false },
  ];

  test("are left out of a sync that names none, and are not reported as omitted", () => {
    const connection = { acceso: null, alcances: ["honorarios", "rcv"] };
    expect(splitByAccess({ named: null, offered: all }, connection)).toEqual({
      alcances: ["rcv"],
      omitidos: [],
    });
  });

  test("leave a connection that has nothing else without a sync, and this is reported", () => {
    const connection = { acceso: null, alcances: ["honorarios"] };
    const { alcances: left } = splitByAccess({ named: null, offered: all }, connection);
    const now = new Date("2026-08-11T14:00:00Z");
    expect(() => splitByPeriodo(left, all, Periodo.parse("2026-08"), now)).toThrow(
      expect.objectContaining({
        code: "validation_error",
        details: {
          issues: [
            {
              path: ["alcances"],
              code: "not_allowed",
              message: "The connection has no module that a sync brings",
            },
          ],
        },
      }),
    );
  });
});
