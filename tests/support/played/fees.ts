import { createHash } from "node:crypto";
import { periodoOfDay, plazoAnulacion, retencionHonorarios, type Fecha } from "#lib/chile/index.ts";
import type {
  FeeReceiptRequest,
  FeeReceipts,
  FeeSendAnswer,
  ListedReceipt,
  PortalDriver,
  PreviewedReceipt,
} from "#lib/contract/index.ts";
import { AppError } from "#lib/kernel/errors/index.ts";
import type { PlayedFolders } from "./folders.ts";

/** What the played portal does with the next request to issue. */
type Fate =
  | "accepts"
  /** Says that nothing was issued. */
  | "refuses"
  /** Issued, but no answer. */
  | "loses"
  /** Not issued, and no answer. */
  | "drops"
  /** Delayed: issued when nobody waits any more. */
  | "delays"
  /** Issued, but the answer is a refusal. */
  | "lies";

/** Its text is only in the PDF, which tells apart two that look alike in the list. */
export interface PlayedReceipt extends ListedReceipt {
  texto: string;
}

export interface PlayedFees {
  /** Every receipt of the company, by folio. */
  receipts: PlayedReceipt[];
  sends: number;
  /** The texts of the receipts sent, and the folios of the annulments sent. */
  sent: string[];
  annulments: number[];
  /** Delayed requests. */
  late: (() => void)[];
  visits: number;
  fate: Fate;
  /** How many of the newest receipts its list does not show yet. */
  hidden: number;
  /** Fields that its confirmation shows instead of the requested ones. */
  confirms: Partial<PreviewedReceipt>;
  refusesForm: boolean;
  /** `another`: returns the PDF of another receipt. */
  papers: "ready" | "late" | "another";
  /** The largest amount that it annuls. */
  ceiling: number;
  today(): Fecha;
  driver(folders?: Pick<PlayedFolders, "folders">): PortalDriver;
}

/** A portal of fee receipts without pages: a test says what it does. */
export function playedFees(today: () => Fecha): PlayedFees {
  const portal: PlayedFees = {
    receipts: [],
    sends: 0,
    sent: [],
    annulments: [],
    late: [],
    visits: 0,
    fate: "accepts",
    hidden: 0,
    confirms: {},
    refusesForm: false,
    papers: "ready",
    ceiling: 100_000_000,
    today,
    driver: (folders) => driverOf(portal, folders),
  };
  return portal;
}

function driverOf(portal: PlayedFees, folders?: Pick<PlayedFolders, "folders">): PortalDriver {
  // Any company of the connection, as its own login opens it.
  let issuer = "";
  return {
    login: async (_fields, companyRut, { submitting }) => {
      await submitting();
      portal.visits += 1;
      issuer = companyRut ?? "";
      const company = { rut: issuer, razonSocial: "Comercial Ñuble Ltda." };
      return { kind: "ok", company: { ...company, acceso: "empresa" } };
    },
    read: () => Promise.reject(new TypeError("nothing is read")),
    logout: () => Promise.resolve(),
    feeReceipts: feesOf(portal, () => issuer),
    ...(folders !== undefined && { folders: folders.folders(() => issuer) }),
  };
}

function feesOf(portal: PlayedFees, issuer: () => string): FeeReceipts {
  let confirmed: FeeReceiptRequest | null = null;
  let annulling: ListedReceipt | null = null;
  return {
    limits: { lineas: 4, montoLinea: 999_999_999, mesesDeFecha: 3 },
    previewReceipt: async (request) => {
      if (portal.refusesForm) {
        return { kind: "refused", issues: [{ path: ["receptor", "nombre"], code: "not_allowed" }] };
      }
      confirmed = request;
      return { ...confirmationOf(request, issuer()), ...portal.confirms };
    },
    sendReceipt: async (): Promise<FeeSendAnswer> => {
      if (confirmed === null) throw new TypeError("nothing was confirmed");
      const request = confirmed;
      portal.sends += 1;
      portal.sent.push(textOf(request));
      const { fate } = portal;
      if (fate === "refuses") return { kind: "refused", refusal: "rejected" };
      if (fate === "delays") portal.late.push(() => void issue(portal, request));
      if (fate === "drops" || fate === "delays") throw new Error("no word");
      const { folio, codigoBarras } = issue(portal, request);
      if (fate === "loses") throw new Error("no word");
      if (fate === "lies") return { kind: "refused", refusal: "rejected" };
      return { kind: "accepted", folio, codigoBarras };
    },
    listMonth: async (periodo) =>
      portal.receipts
        .slice(0, portal.receipts.length - portal.hidden)
        .filter(({ fecha }) => periodoOfDay(fecha) === periodo),
    readPdf: async (codigoBarras, { folio }) => {
      if (portal.papers === "late") return { kind: "late" };
      if (portal.papers === "another") throw new AppError("upstream_unexpected_response");
      const receipt = portal.receipts.find((one) => one.codigoBarras === codigoBarras);
      const anulada = receipt?.estado === "ANULADA";
      const text = `%PDF-1.4 ${folio}${anulada ? " ANULADA" : ""}`;
      return { kind: "ready", bytes: Buffer.from(text), anulada };
    },
    previewAnnulment: async (folio) => {
      const receipt = portal.receipts.find((one) => one.folio === folio);
      const shown = annulmentOf(portal, receipt);
      annulling = shown.kind === "previewed" ? (receipt ?? null) : null;
      return shown;
    },
    sendAnnulment: async () => {
      const receipt = annulling;
      if (receipt === null) throw new TypeError("nothing was confirmed");
      portal.sends += 1;
      portal.annulments.push(receipt.folio);
      const { fate } = portal;
      if (fate === "refuses") return { kind: "refused", refusal: "rejected" };
      const annul = (): void => {
        const atOnce = plazoAnulacion(receipt.fecha, portal.today())?.modo === "inmediata";
        receipt.estado = atOnce ? "ANULADA" : "VIGENTE_ANULACION_PENDIENTE";
      };
      if (fate === "delays") portal.late.push(annul);
      if (fate === "drops" || fate === "delays") throw new Error("no word");
      annul();
      if (fate === "loses") throw new Error("no word");
      return { kind: "accepted" };
    },
  };
}

function annulmentOf(
  { today, ceiling }: PlayedFees,
  receipt: ListedReceipt | undefined,
): Awaited<ReturnType<FeeReceipts["previewAnnulment"]>> {
  if (receipt === undefined) return { kind: "refused", reason: "unknown" };
  const { folio, fecha, rutReceptor, bruto, estado } = receipt;
  if (estado === "ANULADA") return { kind: "refused", reason: "annulled" };
  if (estado !== "VIGENTE") return { kind: "refused", reason: "already_asked" };
  if (bruto > ceiling) return { kind: "refused", reason: "too_much", maximo: ceiling };
  const window = plazoAnulacion(fecha, today());
  if (window === null) return { kind: "refused", reason: "too_late" };
  const huella = createHash("sha256").update(`${folio} ${window.modo}`).digest("hex");
  return { kind: "previewed", folio, fecha, rutReceptor, bruto, ...window, huella };
}

function confirmationOf(request: FeeReceiptRequest, rutEmisor: string): PreviewedReceipt {
  const { receptor, fecha, lineas, retiene } = request;
  const bruto = lineas.reduce((sum, { monto }) => sum + monto, 0);
  const { puntosBase, retencion, liquido } = retencionHonorarios(bruto, fecha);
  return {
    kind: "previewed",
    fecha,
    rutEmisor,
    rutReceptor: receptor.rut,
    nombreReceptor: receptor.nombre.toUpperCase(),
    bruto,
    tasaRetencion: puntosBase,
    retencion,
    liquido,
    retiene,
    huella: createHash("sha256").update(JSON.stringify(request)).digest("hex"),
    domicilios: [{ codigo: "1", texto: "Calle 1" }],
    cortados: [],
  };
}

/** Like anybody with the company's password, even by hand. */
export function issue(
  portal: Pick<PlayedFees, "receipts">,
  { receptor, fecha, lineas }: Pick<FeeReceiptRequest, "receptor" | "fecha" | "lineas">,
): ListedReceipt {
  const folio = portal.receipts.length + 500_001;
  const receipt: PlayedReceipt = {
    folio,
    codigoBarras: `765558352${folio}4321${portal.receipts.length}`,
    fecha,
    rutReceptor: receptor.rut,
    bruto: lineas.reduce((sum, { monto }) => sum + monto, 0),
    estado: "VIGENTE",
    fechaAnulacion: null,
    texto: textOf({ lineas }),
  };
  portal.receipts.push(receipt);
  return receipt;
}

function textOf({ lineas }: Pick<FeeReceiptRequest, "lineas">): string {
  return lineas.map(({ descripcion }) => descripcion).join("|");
}
