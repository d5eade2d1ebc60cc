import { plainText } from "../texts/words.ts";
import type { ConnectionProps } from "./connection-props.ts";
import { connectionsPath } from "./connections-page.tsx";
import { Field, Form, Submit, Tick } from "./parts.tsx";
import { TypedConfirm } from "./typed-confirm.tsx";

/** What a member may do with it, and what owners and admins may. */
export function ConnectionForms(props: ConnectionProps) {
  const { organizationId, connection, month, isManager, seal } = props;
  const path = `${connectionsPath(organizationId)}/${connection.id}`;
  const form = (act: string) => ({ action: `${path}/${act}`, seal: seal(`${path}/${act}`) });
  return (
    <>
      <section class="part" id="leer">
        <h2>Leer ahora</h2>
        <Form {...form("sincronizar")}>
          <Field
            name="periodo"
            label="Mes"
            value={month}
            hint="Como 2026-08, hasta 24 meses atrás"
            maxlength={7}
          />
          <Submit>Sincronizar</Submit>
        </Form>
        <Form {...form("verificar")}>
          <Submit kind="button plain">Probar la clave</Submit>
        </Form>
      </section>
      {isManager && <ManagerForms {...props} path={path} form={form} />}
    </>
  );
}

interface ManagerProps extends ConnectionProps {
  path: string;
  form(act: string): { action: string; seal: string };
}

function ManagerForms({ connection, manifest, path, seal, form, wrongWord }: ManagerProps) {
  const { id: system } = manifest;
  const { version, scopes, alcances, nombre, disabledAt } = connection;
  return (
    <>
      <section class="part">
        <h2>Enlace de reconexión</h2>
        <p>Quien tenga la clave la entrega ahí, y nadie más la ve. Se muestra una vez.</p>
        <Form {...form("enlace")}>
          <Submit kind="button plain">Crear el enlace</Submit>
        </Form>
      </section>
      <section class="part">
        <h2>Editar</h2>
        <Form action={path} seal={seal(path)} version={version}>
          <Field name="nombre" label="Nombre" value={nombre} maxlength={120} />
          <fieldset>
            <legend>Funciona</legend>
            <Tick name="habilitada" value="si" checked={disabledAt === null}>
              Habilitada
              <span class="hint">Sin marcar, nadie la lee ni la usa.</span>
            </Tick>
          </fieldset>
          <fieldset>
            <legend>Qué permite a quien la use</legend>
            <Tick
              name="permiso"
              value={`${system}:read`}
              checked={scopes.includes(`${system}:read`)}
            >
              <code>{`${system}:read`}</code>
              <span class="hint">Leer sus datos y sincronizarlos</span>
            </Tick>
            <Tick
              name="permiso"
              value={`${system}:write`}
              checked={scopes.includes(`${system}:write`)}
              kind="acts"
            >
              <code>{`${system}:write`}</code>
              <span class="hint">Actuar en el portal, sin vuelta atrás</span>
            </Tick>
          </fieldset>
          <fieldset>
            <legend>Módulos que se leen</legend>
            {manifest.alcances.map(({ id, label, currentPeriodOnly }) => (
              <Tick name="modulo" value={id} checked={alcances.includes(id)}>
                {label}
                {currentPeriodOnly && <span class="hint">Solo del mes en curso</span>}
              </Tick>
            ))}
          </fieldset>
          <Submit>Guardar</Submit>
        </Form>
      </section>
      {connection.credencial !== "revocada" && connection.credencial !== "ausente" && (
        <section class="part">
          <h2>Olvidar la clave</h2>
          <TypedConfirm
            {...form("olvidar")}
            word={plainText(nombre)}
            label="Olvidar la clave"
            isWrong={wrongWord === true}
          >
            <p>
              La clave guardada se borra y no se puede recuperar; lo que se está leyendo se cancela.
              Los datos leídos se quedan. Para volver a leer hace falta un enlace de reconexión.
            </p>
          </TypedConfirm>
        </section>
      )}
    </>
  );
}
