import { otherCompany } from "../../generator/companies.ts";
import type { World } from "../../system/system.ts";
import { latin1Html } from "../../system/latin1.ts";
import { pdfFile, type PdfPages } from "../../system/pdf.ts";

interface Download {
  contentType: string;
  bytes: Uint8Array<ArrayBuffer>;
}

interface Printed {
  pagesOf(rut: string): PdfPages;
  ballastBytes?: number;
}

const documentFaults = [
  "pdf_other",
  "pdf_html",
  "pdf_encrypted",
  "pdf_empty",
  "pdf_large",
] as const;
type DocumentFault = (typeof documentFaults)[number];

const htmlType = "text/html; charset=ISO-8859-1";
const largeBytes = 11 * 1024 * 1024;
const page = "<html><body><h1>El documento no se encuentra disponible</h1></body></html>";

/** A document about a taxpayer, or what a fault replaces it with. */
export function downloadOf(
  world: World,
  rut: string,
  { pagesOf, ballastBytes = 0 }: Printed,
): Download {
  world.counters.add("downloads");
  const pdf = (bytes: Uint8Array<ArrayBuffer>) => ({ contentType: "application/pdf", bytes });
  const inItsPlace: Record<DocumentFault, () => Download> = {
    pdf_other: () => pdf(pdfFile(pagesOf(otherCompany))),
    pdf_html: () => ({ contentType: htmlType, bytes: latin1Html(page) }),
    pdf_encrypted: () => pdf(pdfFile(pagesOf(rut), { encrypted: true })),
    pdf_empty: () => pdf(new Uint8Array()),
    pdf_large: () => pdf(pdfFile(pagesOf(rut), { ballastBytes: largeBytes })),
  };
  const fault = world.faults.take(...documentFaults);
  const kind = documentFaults.find((one) => one === fault?.kind);
  return kind ? inItsPlace[kind]() : pdf(pdfFile(pagesOf(rut), { ballastBytes }));
}
