import { createHash } from "node:crypto";
import type { TaxDocument } from "./document.ts";
import { fieldsOf, hashOf } from "./hidden-fields.ts";

/** Replaces the signing service of the authority, with its centralised certificate. */
export function signatureOf(document: TaxDocument, signer: string): string {
  const digest = createHash("sha256").update(`${signer}|${hashOf(fieldsOf(document))}`);
  return digest.digest("base64");
}

/** The document to send. Without a signature it looks the same, except for the last element. */
export function xmlOf(document: TaxDocument, folio: number, signature: string | undefined): string {
  const { docType, day, issuer, receiver, net, exempt, vat, total, lines } = document;
  const items = lines.map(
    (line, index) =>
      `<Detalle><NroLinDet>${index + 1}</NroLinDet><NmbItem>${escaped(line.name)}</NmbItem>` +
      `<MontoItem>${line.amount}</MontoItem></Detalle>`,
  );
  return [
    '<?xml version="1.0" encoding="ISO-8859-1"?>',
    "<DTE>",
    `<Documento ID="T${docType}F${folio}">`,
    `<IdDoc><TipoDTE>${docType}</TipoDTE><FchEmis>${day}</FchEmis></IdDoc>`,
    `<Emisor><RUTEmisor>${issuer.rut}</RUTEmisor><RznSoc>${escaped(issuer.name)}</RznSoc></Emisor>`,
    `<Receptor><RUTRecep>${receiver.rut}</RUTRecep><RznSocRecep>${escaped(receiver.name)}</RznSocRecep></Receptor>`,
    `<Totales><MntNeto>${net}</MntNeto><MntExe>${exempt}</MntExe><IVA>${vat}</IVA><MntTotal>${total}</MntTotal></Totales>`,
    ...items,
    "</Documento>",
    ...(signature ? [`<Signature>${signature}</Signature>`] : []),
    "</DTE>",
  ].join("\n");
}

export function signatureIn(xml: string): string | undefined {
  return /<Signature>([^<]+)<\/Signature>/.exec(xml)?.[1];
}

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}
