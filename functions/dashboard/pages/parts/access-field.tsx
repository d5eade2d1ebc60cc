import { longDayText } from "#lib/chile/index.ts";
import type { AccessDays } from "../../texts/access-days.ts";
import { Field } from "./parts.tsx";

/** Until when a credential handed over by a link may be used. */
export function AccessField({ access: { least, most, problem } }: { access: AccessDays }) {
  return (
    <Field
      name="accesoHasta"
      label="Acceso hasta"
      type="date"
      min={least}
      max={most}
      hint={`Opcional: el último día en que se usa, entre el ${longDayText(least)} y el ${longDayText(most)}. Al terminar se borra lo que la persona entregó. Si queda vacío, dura hasta que lo corte. La página se lo dice.`}
      problem={problem}
      optional
    />
  );
}
