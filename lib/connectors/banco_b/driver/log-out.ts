import { AppError } from "#lib/kernel/errors/index.ts";
import { unknownShape } from "#lib/tools/define/bank/index.ts";
import { codes } from "../portal.ts";
import type { BancoBApi } from "./api.ts";

const limitMs = 10_000;

/**
 * With a token of its own, since the last call may have spent one and brought none. A session left
 * open locks its holder out for minutes, so a portal that is down for a moment is asked once more.
 */
export async function logOut(api: BancoBApi): Promise<void> {
  const leaving = api.within(AbortSignal.timeout(limitMs));
  try {
    await leave(leaving);
  } catch (error) {
    if (!(error instanceof AppError) || !error.entry.retry) throw error;
    await leave(leaving);
  }
}

async function leave(api: BancoBApi): Promise<void> {
  await api.start();
  const { codigo } = await api.post("/sesion/salir");
  // "Ended" is as good: nothing was open any more.
  if (codigo !== codes.ok && codigo !== codes.sessionEnded) {
    throw unknownShape("the portal did not confirm the logout");
  }
}
