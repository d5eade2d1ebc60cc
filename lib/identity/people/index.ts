export { acceptInvitation } from "../members/accept-invitation.ts";
export { addMember, type Person } from "../members/add-member.ts";
export { changeMember, lowerMember, removeMember } from "../members/change-member.ts";
export { changePassword, endEverything } from "./change-password.ts";
export { findInvitation, type OpenInvitation } from "../members/find-invitation.ts";
export { foundOrganization } from "../members/found-organization.ts";
export { invitationLifeMs, inviteFirstOwner } from "../members/invitation-link.ts";
export { inviteMember, resendInvitation, revokeInvitation } from "../members/invite-member.ts";
export { type Invitation, listInvitations } from "../members/list-invitations.ts";
export { markBrowser } from "./known-browser.ts";
export { listMembers, type Member } from "../members/list-members.ts";
export { MailAddress } from "../mail-address.ts";
export {
  findMembership,
  listMemberships,
  type MemberHere,
  type Membership,
} from "../members/memberships.ts";
export { askResetCode, resetPassword } from "./recover.ts";
export { type AccountContext, type MailToSend, register } from "./register.ts";
export { passwordLength } from "./password-problem.ts";
export type { Role } from "../members/roles.ts";
export { signIn, type SignIn } from "./sign-in.ts";
export { type TallyLimit, tally } from "../tally.ts";
export type { AccountProblem } from "./typed-account.ts";
export { dropOldForms, freeForm, useForm } from "./used-forms.ts";
export { askVerifyCode, verifyMail } from "./verify-mail.ts";
