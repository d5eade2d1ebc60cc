import { offerLifeMs } from "#lib/identity/auth/consent-seal.ts";
import { firstOf } from "#lib/kernel/clean-text.ts";
import { spokenInSpanish } from "#lib/kernel/spoken.ts";
import type { Membership } from "#lib/identity/people/index.ts";
import { plainText, roleText } from "../../texts/words.ts";
import { Shell } from "../parts/shell.tsx";

interface MessageProps {
  title: string;
  line: string;
  /** Where to go next, if anywhere. */
  onward?: { href: string; label: string };
}

function Message({ title, line, onward }: MessageProps) {
  return (
    <Shell title={title}>
      <h1>{title}</h1>
      <p class="lead">{line}</p>
      {onward !== undefined && (
        <a class="button" href={onward.href}>
          {onward.label}
        </a>
      )}
    </Shell>
  );
}

/** Redirects to nowhere, because nothing in the request can be trusted. */
export function UnknownRequest({ reason }: { reason: "client" | "redirect" | "repeated" }) {
  switch (reason) {
    case "client":
      return (
        <Message
          title="No conocemos esa aplicación"
          line="No está registrada, o no pudimos leer su documento. Vuelve a la aplicación e intenta de nuevo; no te enviamos a ninguna parte."
        />
      );
    case "redirect":
      return (
        <Message
          title="Esa dirección no es de la aplicación"
          line="La aplicación pidió que la respuesta vaya a una dirección que no registró. Puede ser un engaño: no te enviamos a ninguna parte."
        />
      );
    case "repeated":
      return (
        <Message
          title="La solicitud no se entiende"
          line="Trae dos veces un mismo dato. Vuelve a la aplicación e intenta de nuevo."
        />
      );
  }
}

/** For people who are not signed in, about a client that nobody vouches for: a link and no redirect. */
export function RefusedRequest({ name, host, back }: { name: string; host: string; back: string }) {
  const shown = firstOf(plainText(name), 80);
  return (
    <Shell title="No seguimos con la solicitud">
      <h1>No seguimos con la solicitud</h1>
      <p class="lead">
        Lo que pide «{shown}» no se puede mostrar sin que entres, o le falta algo. Se registró sola
        y nadie comprobó de quién es: vuelve a ella solo si la conoces.
      </p>
      <p class="ways">
        <a href={back} rel="noreferrer">
          Volver a {host}
        </a>
      </p>
    </Shell>
  );
}

export function BrokenConsent() {
  return (
    <Message
      title="No dimos acceso"
      line="El formulario no es el que te mostramos, o es de otra sesión. No cambiamos nada: vuelve a la aplicación y empieza de nuevo."
    />
  );
}

export function ExpiredConsent({ back }: { back: string }) {
  return (
    <Message
      title={`Pasaron más de ${spokenInSpanish(offerLifeMs)}`}
      line="No dimos acceso. Vuelve a la aplicación, que puede pedirlo de nuevo."
      onward={{ href: back, label: "Volver a la aplicación" }}
    />
  );
}

export function UsedConsent({ back }: { back: string }) {
  return (
    <Message
      title="Ya respondiste"
      line="Este formulario se envió antes, y una vez basta: no lo repetimos. Si la aplicación no quedó conectada, pide el acceso desde ella otra vez."
      onward={{ href: back, label: "Volver a la aplicación" }}
    />
  );
}

export function NoOrganization() {
  return (
    <Message
      title="Todavía no participas en ninguna organización"
      line="Un agente actúa por ti en una organización. Cuando participes en una, pide el acceso de nuevo desde la aplicación."
      onward={{ href: "/dashboard", label: "Ir a tus organizaciones" }}
    />
  );
}

interface ChoiceProps {
  name: string;
  memberships: readonly Membership[];
  /** The address of the consent in that organization. */
  hrefOf(organizationId: string): string;
}

/** None is preselected: a wrong one would be accepted as quickly. */
export function ChooseOrganization({ name, memberships, hrefOf }: ChoiceProps) {
  return (
    <Shell title="Elige la organización">
      <h1>¿En qué organización va a actuar «{name}»?</h1>
      <p class="lead">Nada de las otras le queda a la vista.</p>
      <ul class="choices">
        {memberships.map(({ organizationId, organizationName, role }) => (
          <li>
            <a href={hrefOf(organizationId)}>
              <strong>{plainText(organizationName)}</strong>
              <span>{roleText(role)}</span>
            </a>
          </li>
        ))}
      </ul>
    </Shell>
  );
}
