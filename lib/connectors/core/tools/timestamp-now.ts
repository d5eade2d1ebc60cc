import * as z from "zod";
import { tool } from "#lib/contract/index.ts";
import { isoInZone, isTimeZone } from "../zone.ts";

export const timestampNow = tool({
  id: "core.timestamp.now",
  title: "Consultar la hora",
  description:
    "Responde la hora del servicio en la zona pedida (nombre IANA, por ejemplo America/Santiago). Úsala para saber qué día es hoy en Chile antes de pedir un periodo.",
  effect: "read",
  needsConnection: false,
  input: z.strictObject({
    timezone: z
      .string()
      .max(64)
      .refine(isTimeZone, "Not the name of an IANA time zone")
      .default("America/Santiago")
      .describe("Zona horaria IANA; por omisión America/Santiago"),
  }),
  output: z.strictObject({
    iso: z.iso
      .datetime({ offset: true })
      .describe("La hora de esa zona, con su diferencia con UTC"),
    unix: z.int().describe("Segundos desde 1970 en UTC, sin decimales"),
    timezone: z.string().describe("La zona en que está iso"),
  }),
  errors: [],
  example: {
    input: { timezone: "America/Santiago" },
    output: {
      iso: "2026-08-11T09:30:00.000-04:00",
      unix: 1_786_455_000,
      timezone: "America/Santiago",
    },
  },
  run: ({ now }, { timezone }) => ({
    iso: isoInZone(now, timezone),
    unix: Math.floor(now.getTime() / 1000),
    timezone,
  }),
});
