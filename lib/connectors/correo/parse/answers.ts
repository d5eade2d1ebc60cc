import * as z from "zod";

// The provider's answers. Fields not listed are ignored: it may add some.

const Header = z.object({ nombre: z.string(), valor: z.string() });
export type Header = z.infer<typeof Header>;

export const Brief = z.object({
  id: z.string().min(1),
  hilo: z.string().min(1),
  etiquetas: z.array(z.string()),
  /** Milliseconds, as text. */
  recibido: z.string().regex(/^\d{1,15}$/),
  fragmento: z.string(),
});

export const WithHeaders = Brief.extend({ cabeceras: z.array(Header) });
export type WithHeaders = z.infer<typeof WithHeaders>;

export const WithParts = WithHeaders.extend({
  partes: z.array(
    z.object({
      tipo: z.string(),
      nombre: z.string().nullable(),
      tamano: z.int().nonnegative(),
      /** Text only, in UTF-8 as base64url. */
      datos: z.string().nullable(),
    }),
  ),
});
export type WithParts = z.infer<typeof WithParts>;

export const Found = z.object({
  mensajes: z.array(Brief),
  siguiente: z.string().nullable(),
});

export const Draft = z.object({ id: z.string().min(1), mensaje: Brief });
export const DraftWithHeaders = z.object({ id: z.string().min(1), mensaje: WithHeaders });
export const Drafts = z.object({ borradores: z.array(Draft) });
export const Thread = z.object({ mensajes: z.array(WithParts) });
