import type { DashboardDeps } from "../deps.ts";
import type { Frame } from "../frame/frame.tsx";
import { accountRoutes } from "./people/account.tsx";
import { applicationRoutes } from "./access/applications.tsx";
import { confirmationRoutes } from "./confirmations.tsx";
import { invitationRoutes } from "./people/invitation.tsx";
import { operationRoutes } from "./operations.tsx";
import { organizationRoutes } from "./organizations.tsx";
import { recoverRoutes } from "./people/recover.tsx";
import { signInRoutes } from "./people/sign-in.tsx";
import { signUpRoutes } from "./people/sign-up.tsx";

/** Sign-in, a person's account, organizations and agents, and what waits for them. */
export function peopleRoutes(frame: Frame, deps: DashboardDeps): void {
  signInRoutes(frame, deps);
  signUpRoutes(frame, deps);
  recoverRoutes(frame, deps);
  accountRoutes(frame, deps);
  invitationRoutes(frame, deps);
  organizationRoutes(frame, deps);
  applicationRoutes(frame, deps);
  confirmationRoutes(frame);
  operationRoutes(frame, deps);
}
