import type { PageRequest } from "../../request/page-request.ts";
import { type OfferedConnections, shownField } from "../../texts/offered-connections.ts";
import type { systemsOf } from "../../texts/permissions.ts";
import { counted, plainText } from "../../texts/words.ts";
import { Filters } from "./list.tsx";
import { Field, Note, Tick } from "./parts.tsx";

interface PermissionsProps {
  systems: ReturnType<typeof systemsOf>;
  ticked: readonly string[];
}

/** Scopes by system. Each says what it can do other than reading. */
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
              {does.length > 0 && (
                <span class="hint">{`${acts ? "" : "También puede: "}${does.join(". ")}.`}</span>
              )}
            </Tick>
          ))}
        </fieldset>
      ))}
    </>
  );
}

interface LimitProps {
  offered: OfferedConnections;
  /** The ticked ones; null: all, as the radio button says. */
  limit?: readonly string[] | null;
}

/** All of the organization's connections, or some. */
export function ConnectionLimitTicks({ offered, limit = null }: LimitProps) {
  const { shown, isPart } = offered;
  return (
    <fieldset>
      <legend>Conexiones</legend>
      <Tick radio name="conexiones" value="todas" checked={limit === null}>
        Todas, también las que vengan
      </Tick>
      {(isPart || shown.length > 0 || limit !== null) && (
        <Tick radio name="conexiones" value="algunas" checked={limit !== null}>
          Solo las que marques:
        </Tick>
      )}
      <OfferedTicks offered={offered} kind="inner" limit={limit} />
    </fieldset>
  );
}

/** Either all was chosen with some ticked, or neither. */
export function UnclearLimit() {
  return (
    <Note title="¿Todas las conexiones, o solo algunas?">
      <p>Elige «Todas» sin marcar ninguna, o deja elegidas solo las que marques.</p>
    </Note>
  );
}

/** The ticks that fit on the page, and how many more there are. */
export function OfferedTicks({ offered, limit = null, kind }: LimitProps & { kind?: string }) {
  const { shown, ticked, others, isPart } = offered;
  const inLimit = new Set(limit);
  return (
    <>
      {isPart && (
        <input type="hidden" name={shownField} value={shown.map(({ id }) => id).join(" ")} />
      )}
      {shown.map(({ id, nombre }) => (
        <Tick
          name="conexion"
          value={id}
          checked={inLimit.has(id)}
          {...(kind !== undefined && { kind })}
        >
          {plainText(nombre)}
        </Tick>
      ))}
      {ticked > 0 && (
        <p class="hint">
          {`Y ${counted(ticked, "marcada más, que queda como está", "marcadas más, que quedan como están")}.`}
        </p>
      )}
      {others > 0 && <p class="hint">{`Hay ${others} sin marcar que no se muestran.`}</p>}
    </>
  );
}

export interface SearchProps {
  action: string;
  wanted: string;
  kept?: URLSearchParams;
}

/** Shown above a form that does not hold them all. */
export function ConnectionSearch({ wanted, ...form }: SearchProps) {
  return (
    <Filters {...form} isFiltered={wanted !== ""}>
      <Field name={searchField} label="Buscar conexiones por nombre" value={wanted} optional />
    </Filters>
  );
}

export const searchField = "buscar";

export function searchIn({ c }: Pick<PageRequest, "c">): string {
  return searchOf(c.req.url);
}

/** The search text in the address of the page whose form was sent. */
export function searchOf(page: string | null): string {
  return (new URLSearchParams(page?.split("?")[1]).get(searchField) ?? "").slice(0, 120);
}
