import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { isWholePdf, pdfLines } from "../../testing/pdf-text.ts";
import { startTestSandbox, type TestSandbox } from "../../testing/sandbox.ts";
import { ran } from "../../testing/script-page.ts";
import * as at from "../../testing/tributario.ts";
import { isCut, paperFaults, provoke } from "../../testing/tributario-faults.ts";
import * as fees from "../../testing/tributario-fees.ts";
import * as folders from "../../testing/tributario-folder.ts";
import { alertOf } from "../../testing/tributario-invoicer.ts";
import { visitorOf, type Visitor } from "../../testing/visitor.ts";
import { feeAlerts } from "./fees/alerts.ts";

let sandbox: TestSandbox;
let visitor: Visitor;
const log = async () => (await sandbox.control("GET", "/portals/tributario/log")).body;
const fault = (kind: string, more?: { times?: number; delayMs?: number }) =>
  provoke(sandbox, kind, more);

beforeAll(async () => {
  sandbox = await startTestSandbox();
});
beforeEach(async () => {
  await sandbox.control("POST", "/reset");
  await sandbox.control("PATCH", "/portals/tributario", { carpetaMs: 0 });
  visitor = visitorOf(`${sandbox.url}/portals/tributario`);
  await at.logIn(visitor, at.ownLogin);
});
afterAll(() => sandbox.close());

/** Each entry provokes its kind once and shows that the next request works again. */
const provoked: Record<(typeof paperFaults)[number], () => Promise<void>> = {
  async summary_differs() {
    const gross = async () => {
      const shown = await visitor.get("/honorarios/anual?lado=EMITIDAS&anio=2026");
      return Number(ran(shown).variable("mes")["honorarios_9"]);
    };

    expect(await gross()).toBe((await gross()) + 1000);
  },
  async pdf_late() {
    const { receipt } = await documents();
    expect((await receipt()).text).toContain('id="documento-en-proceso"');
    expect(isWholePdf((await receipt()).bytes)).toBe(true);
    await fault("pdf_late");
    const { id } = folders.answerOf(await folders.generate(visitor));
    expect(await folders.service(visitor, `estado?id=${id}`)).toEqual({ estado: 2 });
    expect(await folders.service(visitor, `estado?id=${id}`)).toEqual({ estado: 3 });
  },
  pdf_other: () =>
    inBoth("pdf_other", (bytes) => {
      const lines = pdfLines(bytes).join();
      expect(lines).toContain("77.879.240-0");
      expect(lines).not.toContain("76.555.835-2");
    }),
  pdf_html: () =>
    inBoth("pdf_html", (bytes) => expect(Buffer.from(bytes).toString()).toMatch(/^<html>/)),
  pdf_encrypted: () =>
    inBoth("pdf_encrypted", (bytes) => {
      expect(isWholePdf(bytes)).toBe(true);
      expect(Buffer.from(bytes).toString("latin1")).toMatch(/trailer\n<<[^]*\/Encrypt \d+ 0 R/);
    }),
  pdf_empty: () => inBoth("pdf_empty", (bytes) => expect(bytes).toHaveLength(0)),
  pdf_large: () =>
    inBoth("pdf_large", (bytes) => {
      expect(bytes.length).toBeGreaterThan(11 * 1024 * 1024);
      expect(isWholePdf(bytes)).toBe(true);
    }),
  async revoke_unconfirmed() {
    await folders.generate(visitor);
    const shown = async () => (await folders.service(visitor, "generadas")).carpetas?.[0];
    const codigo = String((await shown())?.["codigo"]);
    expect(folders.answerOf(await folders.revoke(visitor, codigo))).toEqual({ resultado: 0 });
    expect(await shown()).toMatchObject({ situacion: 1 });
    await folders.revoke(visitor, codigo);
    expect(await shown()).toMatchObject({ situacion: 2 });
  },
};

/** A receipt's document and a folder's. */
async function documents() {
  const row = fees.listedRows(await visitor.get(fees.listPath("emitidas", "2026-09")))[0];
  const code = fees.barCodeIn(row?.["ver"] ?? "");
  return {
    receipt: () => visitor.get(`/honorarios/documento?txt_codigobarras=${code}`),
    async folder(): Promise<Uint8Array> {
      const { id, llave } = folders.answerOf(await folders.generate(visitor));
      const answer = await folders.service(visitor, `documento?id=${id}&llave=${llave}`);
      return Buffer.from(answer.contenido ?? "", "base64");
    },
  };
}

async function inBoth(kind: string, looks: (bytes: Uint8Array) => void): Promise<void> {
  const { receipt, folder } = await documents();
  looks((await receipt()).bytes);
  await fault(kind);
  looks(await folder());
  expect(isWholePdf((await receipt()).bytes)).toBe(true);
  expect(isWholePdf(await folder())).toBe(true);
}

describe("the faults of fee receipts and tax folders", () => {
  test.each(paperFaults)("the portal can be made to show: %s", async (kind) => {
    await fault(kind);
    await provoked[kind]();
  });

  test("layout_changed removes a form field, the number of what was issued, and the ticket", async () => {
    await fault("layout_changed");
    const empty = ran(await fees.receiptForm(visitor)).form("boleta");
    expect(empty.fields).not.toHaveProperty("txt_nombre_dest");
    const confirmation = await fees.confirm(visitor);
    await fault("layout_changed");
    expect(fees.barCodeIn((await fees.accept(visitor, confirmation)).text)).toBeUndefined();
    await fault("layout_changed");
    expect(await folders.ticket(visitor)).toBe("");
    expect(await log()).toMatchObject({ emitted: 1 });
  });
});

describe("an answer that never comes", () => {
  test("is that of a receipt, of an annulment, or of a folder", async () => {
    const confirmation = await fees.confirm(visitor);
    await fault("send_dropped", { delayMs: 0 });
    await isCut(fees.accept(visitor, confirmation));
    expect(await log()).toMatchObject({ sends: 1, emitted: 0 });
    await fault("send_rejected");
    const refused = await fees.accept(visitor, confirmation);
    expect(alertOf(refused)).toBe(feeAlerts.rejectedIssue);
    await fault("send_lost", { delayMs: 0 });
    await isCut(fees.accept(visitor, confirmation));
    expect(await log()).toMatchObject({ sends: 3, emitted: 1 });
    const asked = await fees.askToAnnul(visitor, 500_001);
    await fault("send_dropped", { delayMs: 0 });
    await isCut(fees.acceptAnnulment(visitor, asked));
    expect(await log()).toMatchObject({ sends: 4, annulled: 0 });
    await fault("send_lost", { delayMs: 0 });
    await isCut(fees.acceptAnnulment(visitor, asked));
    expect(await log()).toMatchObject({ sends: 5, annulled: 1 });
    await fault("send_dropped", { delayMs: 0 });
    await isCut(folders.generate(visitor));
    await fault("send_rejected");
    expect(folders.answerOf(await folders.generate(visitor))).toEqual({ resultado: 50 });
    expect(await log()).toMatchObject({ folders: 0 });
    await fault("send_lost", { delayMs: 0 });
    await isCut(folders.generate(visitor));
    expect(await log()).toMatchObject({ folders: 1, sends: 5 });
  });
});

describe("a late list", () => {
  test("keeps back fee receipts and their annulments, and tax folders and their revocations", async () => {
    const shown = async () =>
      fees
        .listedRows(await visitor.get(fees.listPath("emitidas", "2026-11")))
        .filter(({ nroboleta }) => nroboleta === "500001")
        .map(({ estado }) => estado);
    await fees.issue(visitor);
    await fault("issued_list_late");
    expect(await shown()).toEqual([]);
    expect(await shown()).toEqual(["N"]);
    await fees.annul(visitor, 500_001);
    await fault("issued_list_late");
    expect(await shown()).toEqual(["N"]);
    expect(await shown()).toEqual(["S"]);
    const states = async () =>
      (await folders.service(visitor, "generadas")).carpetas?.map(({ situacion }) => situacion);
    await folders.generate(visitor);
    await fault("issued_list_late");
    expect(await states()).toEqual([]);
    expect(await states()).toEqual([1]);
    const codigo = (await folders.service(visitor, "generadas")).carpetas?.[0]?.["codigo"];
    await folders.revoke(visitor, String(codigo));
    await fault("issued_list_late");
    expect(await states()).toEqual([1]);
    expect(await states()).toEqual([2]);
  });
});
