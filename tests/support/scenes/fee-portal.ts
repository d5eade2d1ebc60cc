import { expect } from "vitest";
import { Fecha } from "#lib/chile/index.ts";
import type {
  FeeReceiptRequest,
  FeeReceipts,
  ListedReceipt,
  PortalDriver,
  PreviewedReceipt,
} from "#lib/contract/index.ts";
import { bankScene, companyRut, month, untold, type TruthRow } from "./bank-scene.ts";
import { sharedBrowser } from "../browsers/shared-browser.ts";

const november = month("2026-11");
export const receiver = "77879240-0";

/** 500.000 to a company of Ñuñoa, the day before the portal's today: 15,25 % is 76.250. */
export const receipt: FeeReceiptRequest = {
  receptor: {
    rut: receiver,
    nombre: "Servicios Íñigo Peña E.I.R.L.",
    domicilio: "Av. Ñuble 12",
    comuna: "Ñuñoa",
  },
  fecha: Fecha.parse("2026-11-20"),
  lineas: [
    { descripcion: "Asesoría de año", monto: 400_000 },
    { descripcion: "Informe", monto: 100_000 },
  ],
  retiene: "receptor",
  domicilioEmisor: null,
};

/** The portal's fee receipts, visited by its real driver; for the top of a test file. */
export function feePortal() {
  const portal = bankScene("tributario", "clave-tributario");

  async function logIn(rut: string, empresa: string): Promise<PortalDriver> {
    const { driver } = await portal.open({ browser: await sharedBrowser() });
    const credential = { rut, clave: "clave-tributario", empresa };
    expect(await driver.login(credential, empresa, untold)).toMatchObject({ kind: "ok" });
    return driver;
  }

  async function control(method: string, path: string, body: object): Promise<void> {
    const url = `${portal.origin()}/control${path}`;
    const answer = await fetch(url, { method, body: JSON.stringify(body) });
    expect(answer.status, await answer.text()).toBe(200);
  }

  return {
    fault: portal.fault,
    log: portal.log,
    logIn,
    enter: async (rut: string = companyRut, empresa: string = companyRut): Promise<FeeReceipts> =>
      feesOf(await logIn(rut, empresa)),
    set: (switches: object) => control("PATCH", "/portals/tributario", switches),
    goTo: (now: string) => control("POST", "/clock", { now }),
    receiverAnswers: (answer: string) =>
      control("POST", "/portals/tributario/receivers", { rut: receiver, answer }),
    /** What it issued in November, in the portal's own words. */
    issued: (): Promise<TruthRow[]> => portal.truth("boletas", november, "&lado=emitidas"),
    async truthOf(folio: number): Promise<TruthRow | undefined> {
      const rows = await portal.truth("boletas", november, "&lado=emitidas");
      return rows.find((row) => row["folio"] === folio);
    },
    async listed(fees: FeeReceipts, folio: number): Promise<ListedReceipt | undefined> {
      return (await fees.listMonth(november)).find((row) => row.folio === folio);
    },
  };
}

export function feesOf({ feeReceipts }: PortalDriver): FeeReceipts {
  if (feeReceipts === undefined) throw new Error("a driver without fee receipts");
  return feeReceipts;
}

/** The confirmation page of a form that the portal accepts. */
export async function previewed(fees: FeeReceipts, asked = receipt): Promise<PreviewedReceipt> {
  const shown = await fees.previewReceipt(asked);
  if (shown.kind === "refused") throw new Error(JSON.stringify(shown.issues));
  return shown;
}
