import { sectionGate } from "../../bank/section-gate.ts";
import { unavailable } from "../../system/interference.ts";
import { showLogin } from "./entry.ts";
import { sessionOf, type Ctx, type Tributario, type TributarioVisit } from "./session.ts";
import { notices } from "./words.ts";

type Shown = Response | Promise<Response>;
export type Show = (c: Ctx, visit: TributarioVisit) => Shown;

interface Gate {
  /** A page that needs an open session. */
  inside(show: Show): (c: Ctx) => Shown;
  /** A step of the wizard: here a session can end in the middle. */
  step(show: Show): (c: Ctx) => Shown;
  /** A page with data of one alcance: in addition, the portal may be unreachable after another alcance. */
  data(section: "rcv" | "boletas" | "dte", show: Show): (c: Ctx) => Shown;
}

export function createGate(portal: Tributario): Gate {
  const { world, sessions } = portal;
  const ended = (c: Ctx) => showLogin(c, portal, notices.ended);

  function inside(show: Show) {
    return (c: Ctx) => {
      const visit = sessionOf(c, portal)?.data;
      return visit ? show(c, visit) : ended(c);
    };
  }

  function drop(c: Ctx) {
    sessions.drop(sessionOf(c, portal)?.id ?? "");
    return ended(c);
  }

  return {
    inside,
    step: (show) =>
      inside((c, visit) => (world.faults.take("session_ended") ? drop(c) : show(c, visit))),
    data: (section, show) =>
      inside((c, visit) => {
        switch (sectionGate(world, visit, section)) {
          case "ended":
            return drop(c);
          case "cut":
            return unavailable(c);
          case "open":
            return show(c, visit);
        }
      }),
  };
}

/** Used only by pages that have another layout. */
export function layoutChanged({ world }: Tributario): boolean {
  return world.faults.take("layout_changed") !== undefined;
}
