import { plainText } from "../../texts/words.ts";
import { Form, Submit } from "../parts/parts.tsx";
import { Shell } from "../parts/shell.tsx";
import { TypedConfirm } from "../parts/typed-confirm.tsx";
import { When } from "../parts/when.tsx";

const settingsPath = (organizationId: string): string =>
  `/dashboard/${organizationId}/organizacion`;

interface DeletionProps {
  organizationId: string;
  deletesAt: Date;
  now: Date;
  /** For owners, who can cancel it. */
  seal: ((path: string) => string) | null;
}

/** What will happen, until when it can be cancelled, and the button to do so. */
export function OrganizationDeletes({ organizationId, deletesAt, now, seal }: DeletionProps) {
  const action = `${settingsPath(organizationId)}/conservar`;
  return (
    <section class="note" aria-labelledby="se-elimina">
      <h2 id="se-elimina">
        Esta organización se elimina el <When at={deletesAt} now={now} />
      </h2>
      <p>
        Ese día se borran sus conexiones, datos, claves y miembros. Hasta entonces las claves y
        aplicaciones no funcionan, no se lee ni se envía nada, y aquí solo se puede mirar.
      </p>
      {seal === null ? (
        <p>Un dueño puede cancelarlo, y todo vuelve a funcionar.</p>
      ) : (
        <Form action={action} seal={seal(action)}>
          <Submit>Cancelar la eliminación</Submit>
        </Form>
      )}
    </section>
  );
}

interface DeleteProps {
  organizationId: string;
  name: string;
  days: number;
  isWrong: boolean;
  seal(path: string): string;
}

/** For an owner, after typing its name. */
export function DeleteOrganization({ organizationId, name, days, isWrong, seal }: DeleteProps) {
  const action = `${settingsPath(organizationId)}/eliminar`;
  return (
    <section class="part">
      <h2>Eliminar la organización</h2>
      <TypedConfirm
        action={action}
        seal={seal(action)}
        word={plainText(name)}
        label="Eliminar la organización"
        isWrong={isWrong}
      >
        <p>
          Desde ya sus claves y aplicaciones dejan de funcionar, y no se lee ni se envía nada. En{" "}
          {days} días se borra todo menos la auditoría y el registro de lo emitido. Hasta entonces
          cualquier dueño puede cancelarlo.
        </p>
      </TypedConfirm>
    </section>
  );
}

/** The answer to any form that is refused meanwhile. */
export function WaitsForDeletion(props: {
  organizationId: string;
  organizationName: string;
  deletesAt: Date;
}) {
  const name = plainText(props.organizationName);
  return (
    <Shell title="No lo cambiamos">
      <h1>No lo cambiamos</h1>
      <p class="lead">
        {name} se elimina el <When at={props.deletesAt} />, y mientras tanto solo se puede mirar. Si
        un dueño lo cancela, todo vuelve a funcionar.
      </p>
      <a class="button" href={`/dashboard/${props.organizationId}`}>
        Ir a {name}
      </a>
    </Shell>
  );
}
