import { formatRut, parseRut } from "#lib/chile/index.ts";
import type { LinkCompany } from "#lib/links/index.ts";

export function CompanyBox({ company }: { company: LinkCompany }) {
  const rut = company.rut === null ? null : shownRut(company.rut);
  return (
    <section class="box company">
      <h2 class="hidden">Empresa</h2>
      <strong>{company.razonSocial ?? "Empresa sin nombre registrado"}</strong>
      {company.razonSocial === null && company.nombre !== "" && (
        <span>Conexión «{company.nombre}»</span>
      )}
      {rut !== null && <span>RUT {rut}</span>}
    </section>
  );
}

/** Formats a tax id for people, if it is one. */
export function shownRut(text: string): string {
  const rut = parseRut(text);
  return rut === null ? text : formatRut(rut);
}
