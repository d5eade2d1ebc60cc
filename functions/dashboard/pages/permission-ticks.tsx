import type { systemsOf } from "../texts/permissions.ts";
import { plainText } from "../texts/words.ts";
import { Tick } from "./parts.tsx";

interface PermissionsProps {
  systems: ReturnType<typeof systemsOf>;
  ticked: readonly string[];
}

/** Scopes by system. What acts says each thing that it can do. */
export function PermissionTicks({ systems, ticked }: PermissionsProps) {
  return (
    <>
      {systems.map(({ name, permissions }) => (
        <fieldset>
          <legend>{name}</legend>
          {permissions.map(({ scope, title, does, acts }) => (
            <Tick
              name="permiso"
              value={scope}
              checked={ticked.includes(scope)}
              {...(acts && { kind: "acts" })}
            >
              {title} <code>{scope}</code>
              {does.length > 0 && <span class="hint">{`${does.join(". ")}.`}</span>}
            </Tick>
          ))}
        </fieldset>
      ))}
    </>
  );
}

interface LimitProps {
  connections: readonly { id: string; nombre: string }[];
}

/** All of the organization's connections, or some. */
export function ConnectionLimitTicks({ connections }: LimitProps) {
  return (
    <fieldset>
      <legend>Conexiones</legend>
      <Tick radio name="conexiones" value="todas" checked>
        Todas, también las que vengan
      </Tick>
      {connections.length > 0 && (
        <Tick radio name="conexiones" value="algunas">
          Solo las que marque:
        </Tick>
      )}
      {connections.map(({ id, nombre }) => (
        <Tick name="conexion" value={id} kind="inner">
          {plainText(nombre)}
        </Tick>
      ))}
    </fieldset>
  );
}
