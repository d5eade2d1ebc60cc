import type { DashboardDeps } from "../deps.ts";
import type { Frame } from "../frame/frame.tsx";
import { accountRoutes } from "./account.tsx";
import { applicationRoutes } from "./applications.tsx";
import { confirmationRoutes } from "./confirmations.tsx";
import { invitationRoutes } from "./invitation.tsx";
import { operationRoutes } from "./operations.tsx";
import { organizationRoutes } from "./organizations.tsx";
import { recoverRoutes } from "./recover.tsx";
import { signInRoutes } from "./sign-in.tsx";
import { signUpRoutes } from "./sign-up.tsx";

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
