import type { JSX } from "hono/jsx/jsx-runtime";
import { connectHeaders } from "./shell.tsx";

export async function respond(page: JSX.Element, status: number): Promise<Response> {
  return new Response(`<!doctype html>${await page}`, { status, headers: connectHeaders });
}

/** After a form: the browser asks for the next page, and going back does not send it again. */
export function redirectTo(path: string): Response {
  return new Response(null, { status: 303, headers: { ...connectHeaders, location: path } });
}
