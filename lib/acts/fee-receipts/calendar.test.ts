import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { maintainAuditPartitions } from "#lib/audit/index.ts";
import {
  feeLane,
  feeReceipt,
  type FeeCaller,
  type FeeLane,
} from "#tests/support/scenes/fee-lane.ts";

// Receipts and annulments across New Year, both clock changes and the ends of their terms. Instants
// in UTC, worked out by hand: Santiago is three hours behind in summer, four from 4 April to 4
// September 2027.

let lane: FeeLane;
let owner: FeeCaller & { id: string };
beforeAll(async () => {
  lane = await feeLane();
});
afterAll(() => lane.close());
beforeEach(() => {
  Object.assign(lane.portal, { receipts: [], sends: 0 });
});

async function moveTo(instant: string): Promise<void> {
  lane.clock.moveTo(new Date(instant));
  await maintainAuditPartitions({ ...lane.deps, db: lane.database.keeper });
}

const ask = (referencia: string, fecha: string) =>
  lane.call("honorarios.solicitar", { ...feeReceipt(referencia), fecha }, owner);
const limits = async (answer: ReturnType<typeof ask>): Promise<unknown> => {
  const { data, error } = (await answer).body;
  return data?.["state"] ?? error?.details?.["limits"] ?? error;
};
const oneTooMany = [{ limite: "cantidad_diaria", maximo: 1, recibido: 2 }];

async function found(referencia: string): Promise<unknown> {
  const { body } = await lane.call("honorarios.consultar", { referencia }, owner);
  return ((body.data?.["solicitudes"] ?? []) as unknown[])[0];
}

test("at New Year the receipt's own day decides its rate, whenever it is requested", async () => {
  owner = await lane.issuer();
  const before = { bruto: 500_000, retencion: 76_250, liquido: 423_750, state: "issued" };
  const after = { bruto: 500_000, retencion: 80_000, liquido: 420_000, state: "issued" };
  // Half past eleven in the evening of 31 December, and half past midnight.
  await moveTo("2027-01-01T02:30:00Z");
  await ask("OC-1", "2026-12-31");
  await ask("OC-2", "2027-01-01");
  await moveTo("2027-01-01T03:30:00Z");
  // The previous one looks the same in the list, but belongs to the other request.
  await ask("OC-3", "2026-12-31");
  await ask("OC-4", "2027-01-01");
  expect(await found("OC-1")).toMatchObject({ fecha: "2026-12-31", ...before });
  expect(await found("OC-2")).toMatchObject({ fecha: "2027-01-01", ...after });
  expect(await found("OC-3")).toMatchObject({ fecha: "2026-12-31", ...before });
  expect(await found("OC-4")).toMatchObject({ fecha: "2027-01-01", ...after });
  expect(lane.portal.sends).toBe(4);
});

describe("a day's limit", () => {
  beforeEach(async () => {
    owner = await lane.issuer({ cantidadDiaria: 1 });
  });

  test("lasts twenty-five hours when clocks go back, and the hour that comes twice is one", async () => {
    await moveTo("2027-04-03T03:30:00Z");
    expect(await limits(ask("OC-1", "2027-04-03"))).toBe("issued");
    await moveTo("2027-04-04T02:30:00Z");
    expect(await limits(ask("OC-2", "2027-04-03"))).toEqual(oneTooMany);
    await moveTo("2027-04-04T03:30:00Z");
    expect(await limits(ask("OC-2", "2027-04-03"))).toEqual(oneTooMany);
    await moveTo("2027-04-04T04:00:00Z");
    expect(await limits(ask("OC-2", "2027-04-04"))).toBe("issued");
  });

  test("ends with the skipped hour when clocks go forward", async () => {
    await moveTo("2027-09-05T03:55:00Z");
    expect(await limits(ask("OC-1", "2027-09-04"))).toBe("issued");
    expect(await limits(ask("OC-2", "2027-09-04"))).toEqual(oneTooMany);
    await moveTo("2027-09-05T04:00:00Z");
    expect(await limits(ask("OC-2", "2027-09-05"))).toBe("issued");
    await moveTo("2027-09-06T02:55:00Z");
    expect(await limits(ask("OC-3", "2027-09-05"))).toEqual(oneTooMany);
    await moveTo("2027-09-06T03:00:00Z");
    expect(await limits(ask("OC-3", "2027-09-06"))).toBe("issued");
  });
});

test("an annulment's terms end with their day, in winter and in summer", async () => {
  owner = await lane.issuer();
  const mode = async (solicitudId: unknown): Promise<unknown> => {
    const asked = { solicitudId, causa: 3 };
    const { data, error } = (await lane.call("honorarios_anulacion.previsualizar", asked, owner))
      .body;
    return data?.["modo"] ?? error?.details?.["limits"];
  };
  const issued = async (fecha: string): Promise<unknown> =>
    (await ask(fecha, fecha)).body.data?.["solicitudId"];
  await moveTo("2027-10-05T12:00:00Z");
  const ofSeptember = await issued("2027-09-30");
  await moveTo("2027-10-11T02:55:00Z");
  expect(await mode(ofSeptember)).toBe("inmediata");
  await moveTo("2027-10-11T03:00:00Z");
  expect(await mode(ofSeptember)).toBe("con_receptor");
  await moveTo("2028-03-02T02:55:00Z");
  expect(await mode(ofSeptember)).toBe("con_receptor");
  await moveTo("2028-03-02T03:00:00Z");
  expect(await mode(ofSeptember)).toEqual([
    { limite: "plazo_anulacion", maximo: "2028-03-01", recibido: "2028-03-02" },
  ]);
  await moveTo("2028-05-02T12:00:00Z");
  const ofApril = await issued("2028-04-30");
  await moveTo("2028-05-11T03:55:00Z");
  expect(await mode(ofApril)).toBe("inmediata");
  await moveTo("2028-05-11T04:00:00Z");
  expect(await mode(ofApril)).toBe("con_receptor");
});
