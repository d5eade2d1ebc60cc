import type { ConsentFacts } from "./consent-facts.ts";
import { consentLines } from "./consent-words.ts";

/** What a person agrees to, shown before there is anything to type or press. */
export function ConsentBox({ facts }: { facts: ConsentFacts }) {
  const { legalName, contact, privacyUrl, termsUrl } = facts.responsible;
  return (
    <>
      {facts.reads.length > 0 && (
        <section class="box">
          <h2>{facts.byPermission ? "Qué podrá hacer" : "Qué podrá leer"}</h2>
          <Marks lines={facts.reads} />
        </section>
      )}
      {facts.acts.length + Number(facts.issues) > 0 && (
        <section class="box">
          <h2>{facts.byPermission ? "Qué podrá hacer en su nombre" : "Qué podrá emitir"}</h2>
          <Marks lines={[...(facts.issues ? [issued] : []), ...facts.acts]} />
        </section>
      )}
      <section class="box">
        <h2>Qué pasa si aceptas</h2>
        <Marks lines={consentLines(facts)} />
      </section>
      <section class="box">
        <h2>Quién responde</h2>
        <p class="hint">
          Connect es de {legalName}. Contacto:{" "}
          {contact.includes("@") ? <a href={`mailto:${contact}`}>{contact}</a> : contact}.{" "}
          <a href={privacyUrl} rel="noopener noreferrer">
            Qué hacemos con los datos
          </a>{" "}
          ·{" "}
          <a href={termsUrl} rel="noopener noreferrer">
            Condiciones
          </a>
        </p>
      </section>
    </>
  );
}

/** Reading can be revoked; an issued document cannot. */
const issued =
  "Documentos en nombre de la empresa, y su anulación. Son de verdad: una vez emitidos no se pueden deshacer.";

function Marks({ lines }: { lines: readonly string[] }) {
  return (
    <ul class="marks">
      {lines.map((line) => (
        <li>{line}</li>
      ))}
    </ul>
  );
}
