import { silence } from "../../system/silence.ts";
import type { Ctx, Tributario } from "./session.ts";

/** What an irreversible request does, and what the portal answers. */
interface Sending {
  refuse(): Response | Promise<Response>;
  carryOut(): Response | Promise<Response>;
}

/** The faults of every sending. Each request is carried out: nobody checks whether it came before. */
export async function sendNow(
  c: Ctx,
  { world }: Tributario,
  { refuse, carryOut }: Sending,
): Promise<Response> {
  const fault = world.faults.take("send_rejected", "send_lost", "send_dropped");
  if (fault?.kind === "send_rejected") return refuse();
  if (fault?.kind === "send_dropped") return silence(c, world, fault.delayMs);
  const answer = await carryOut();
  return fault ? silence(c, world, fault.delayMs) : answer;
}
