import { silence } from "../../system/silence.ts";
import type { Ctx, Tributario } from "./session.ts";

/** What a request that cannot be taken back does, and what the portal answers to it. */
interface Sending {
  refuse(): Response | Promise<Response>;
  carryOut(): Response | Promise<Response>;
}

/** The faults of every sending. Whatever reaches this is carried out: nobody asks whether it came before. */
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
