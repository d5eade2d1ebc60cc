import { type CredentialState, syncableOf, syncedMonths } from "#lib/contract/index.ts";
import { longestName } from "#lib/identity/index.ts";
import { moduleHint } from "../../texts/connection-words.ts";
import { plainText } from "../../texts/words.ts";
import { AccessField } from "../parts/access-field.tsx";
import { deleteField, type ConnectionProps } from "./connection-props.ts";
import { connectionsPath } from "./connections-page.tsx";
import { Field, Form, Submit, Tick } from "../parts/parts.tsx";
import { TypedConfirm } from "../parts/typed-confirm.tsx";

/** What a member may do with it, and what owners and admins may. */
export function ConnectionForms(props: ConnectionProps) {
  const { organizationId, connection, manifest, month, isWrongMonth, isManager, seal } = props;
  const path = `${connectionsPath(organizationId)}/${connection.id}`;
  const form = (act: string) => ({ action: `${path}/${act}`, seal: seal(`${path}/${act}`) });
  return (
    <>
      {syncableOf(manifest.alcances).length > 0 && (
        <section class="part" id="leer">
          <h2>Leer ahora</h2>
          <Form {...form("sincronizar")}>
            <Field
              name="periodo"
              label="Mes"
              value={month}
              hint={`Como 2026-08, hasta ${syncedMonths} meses atrás`}
              problem={isWrongMonth ? "Ese mes no se puede leer: revísalo." : null}
              maxlength={20}
            />
            <Submit>Sincronizar</Submit>
          </Form>
          <Form {...form("verificar")}>
            <Submit kind="button plain">Probar la clave</Submit>
          </Form>
        </section>
      )}
      {isManager && <ManagerForms {...props} path={path} form={form} />}
    </>
  );
}

interface ManagerProps extends ConnectionProps {
  path: string;
  form(act: string): { action: string; seal: string };
}

function ManagerForms(props: ManagerProps) {
  const { connection, manifest, permissions, path, seal, form, wrongWord } = props;
  const { version, scopes, alcances, nombre, disabledAt } = connection;
  const shown = new Set(permissions.map(({ scope }) => scope));
  // Nothing uses them yet, and saving another field does not take them away.
  const unshown = scopes.filter((scope) => !shown.has(scope));
  return (
    <>
      <section class="part">
        <h2>Enlace de reconexión</h2>
        <p>
          {manifest.autorizacion === undefined
            ? "Quien tenga la clave la entrega ahí, y nadie más la ve."
            : "Quien tenga la cuenta da el permiso desde ahí, en su proveedor."}{" "}
          Se muestra una vez.
        </p>
        <Form {...form("enlace")}>
          <AccessField access={props.access} />
          <Submit kind="button plain">Crear el enlace</Submit>
        </Form>
      </section>
      <section class="part">
        <h2>Editar</h2>
        <Form action={path} seal={seal(path)} version={version}>
          <Field name="nombre" label="Nombre" value={nombre} maxlength={longestName} />
          <fieldset>
            <legend>Funciona</legend>
            <Tick name="habilitada" value="si" checked={disabledAt === null}>
              Habilitada
              <span class="hint">Sin marcar, nadie la lee ni la usa.</span>
            </Tick>
          </fieldset>
          <fieldset>
            <legend>Qué permite a quien la use</legend>
            {permissions.map(({ scope, title, acts }) => (
              <Tick
                name="permiso"
                value={scope}
                checked={scopes.includes(scope)}
                {...(acts && { kind: "acts" })}
              >
                <code>{scope}</code>
                <span class="hint">{title}</span>
              </Tick>
            ))}
            {unshown.map((scope) => (
              <input type="hidden" name="permiso" value={scope} />
            ))}
          </fieldset>
          <fieldset>
            <legend>Módulos que se leen</legend>
            {manifest.alcances.map((module) => (
              <Tick name="modulo" value={module.id} checked={alcances.includes(module.id)}>
                {module.label}
                <span class="hint">{moduleHint(module)}</span>
              </Tick>
            ))}
          </fieldset>
          <Submit>Guardar</Submit>
        </Form>
      </section>
      {isKept(connection.credencial) && (
        <section class="part">
          <h2>Olvidar la clave</h2>
          <TypedConfirm
            {...form("olvidar")}
            word={plainText(nombre)}
            label="Olvidar la clave"
            isWrong={wrongWord === "olvidar"}
          >
            <p>
              La clave guardada se borra y no se puede recuperar; lo que se está leyendo se cancela.
              Los datos leídos se quedan. Para volver a leer hace falta un enlace de reconexión.
            </p>
          </TypedConfirm>
        </section>
      )}
      {props.isOwner && (
        <section class="part">
          <h2>Eliminar la conexión</h2>
          <TypedConfirm
            {...form("eliminar")}
            word={plainText(nombre)}
            name={deleteField}
            label="Eliminar la conexión"
            isWrong={wrongWord === "eliminar"}
          >
            <p>
              Deja de existir desde la próxima llamada, con su clave. Todo lo leído se borra en un
              día y no se puede recuperar; quedan la auditoría y el registro de lo emitido. La
              empresa se puede conectar de nuevo.
            </p>
          </TypedConfirm>
        </section>
      )}
    </>
  );
}

/** Whether there is anything left to forget. */
function isKept(state: CredentialState): boolean {
  return state === "viva" || state === "rechazada";
}
