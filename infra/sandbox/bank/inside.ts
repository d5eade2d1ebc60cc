import type { Context } from "hono";
import { unavailable } from "../system/interference.ts";
import type { Session } from "../system/sessions.ts";
import type { SandboxEnv } from "../system/system.ts";
import { sessionOf, type Bank, type BankVisit } from "./bank.ts";
import { sectionGate } from "./section-gate.ts";

type Ctx = Context<SandboxEnv>;
type Answer = Response | Promise<Response>;

/** A visit with a chosen company. */
export type Inside<More extends object = object> = BankVisit & More & { company: string };

interface SectionAnswers {
  ended(): Answer;
  /** `changed` when `layout_changed` renames a part of this answer. */
  open(changed: boolean): Answer;
  /** By default a page of the server. */
  cut?(): Answer;
}

/** An answer with a section's data: here a session can end or be cut in the middle. */
export function showSection(
  c: Ctx,
  { world, sessions }: Bank,
  { id, data }: Session<BankVisit>,
  section: string,
  { ended, open, cut = () => unavailable(c) }: SectionAnswers,
): Answer {
  switch (sectionGate(world, data, section)) {
    case "ended":
      sessions.drop(id);
      return ended();
    case "cut":
      return cut();
    case "open":
      return open(world.faults.take("layout_changed") !== undefined);
  }
}

/** The pages behind a login, each of which needs an open session with a chosen company. */
export function insidePages<More extends object>(bank: Bank<More>, ended: (c: Ctx) => Answer) {
  function inside(show: (c: Ctx, visit: Inside<More>, session: Session<BankVisit>) => Answer) {
    return (c: Ctx): Answer => {
      const session = sessionOf(c, bank);
      return session && hasCompany(session.data) ? show(c, session.data, session) : ended(c);
    };
  }

  function data(section: string, show: (c: Ctx, visit: Inside<More>, changed: boolean) => Answer) {
    return inside((c, visit, session) =>
      showSection(c, bank, session, section, {
        ended: () => ended(c),
        open: (changed) => show(c, visit, changed),
      }),
    );
  }
  return { inside, data };
}

function hasCompany<Visit extends BankVisit>(visit: Visit): visit is Visit & { company: string } {
  return visit.company !== undefined && !visit.variant;
}
