import {
  ChangePasswordInput,
  ChangePasswordOutput,
  EndSessionsInput,
  EndSessionsOutput,
  ListSessionsOutput,
  RenameInput,
  RenameOutput,
} from '../schemas/account'
import {
  AcceptLinkInput,
  AcceptLinkOutput,
  InviteMemberInput,
  ListMembersOutput,
  MadeLinkOutput,
  MemberView,
  OneMemberInput,
  OpenLinkInput,
  OpenLinkOutput,
  UpdateMemberInput,
  WithdrawLinkInput,
  WithdrawLinkOutput,
} from '../schemas/members'
import { changePassword, renameSelf } from '../services/account/change-account'
import { endOwnSessions, listSessions } from '../services/account/own-sessions'
import { acceptLink, openLink } from '../services/members/accept-link'
import { inviteMember, resetMemberPassword } from '../services/members/invite-member'
import { listMembers } from '../services/members/list-members'
import { updateMember } from '../services/members/update-member'
import { withdrawLink } from '../services/members/withdraw-link'
import { procedure, router } from './procedure'

const manage = { key: null, operator: 'manage' } as const

export const membersRouter = router({
  list: procedure(manage)
    .output(ListMembersOutput)
    .query(({ ctx }) => listMembers(ctx)),
  invite: procedure(manage)
    .input(InviteMemberInput)
    .output(MadeLinkOutput)
    .mutation(({ ctx, input }) => inviteMember(ctx, input)),
  update: procedure(manage)
    .input(UpdateMemberInput)
    .output(MemberView)
    .mutation(({ ctx, input }) => updateMember(ctx, input)),
  resetPassword: procedure(manage)
    .input(OneMemberInput)
    .output(MadeLinkOutput)
    .mutation(({ ctx, input }) => resetMemberPassword(ctx, input)),
  withdrawLink: procedure(manage)
    .input(WithdrawLinkInput)
    .output(WithdrawLinkOutput)
    .mutation(({ ctx, input }) => withdrawLink(ctx, input)),
  // By POST: a token has no business in an address.
  openLink: procedure({ isPublic: true })
    .input(OpenLinkInput)
    .output(OpenLinkOutput)
    .mutation(({ ctx, input }) => openLink(ctx, input)),
  acceptLink: procedure({ isPublic: true })
    .input(AcceptLinkInput)
    .output(AcceptLinkOutput)
    .mutation(({ ctx, input }) => acceptLink(ctx, input)),
})

const own = { key: null, operator: 'view' } as const

export const accountRouter = router({
  sessions: procedure(own)
    .output(ListSessionsOutput)
    .query(({ ctx }) => listSessions(ctx)),
  endSessions: procedure(own)
    .input(EndSessionsInput)
    .output(EndSessionsOutput)
    .mutation(({ ctx, input }) => endOwnSessions(ctx, input)),
  rename: procedure(own)
    .input(RenameInput)
    .output(RenameOutput)
    .mutation(({ ctx, input }) => renameSelf(ctx, input)),
  changePassword: procedure(own)
    .input(ChangePasswordInput)
    .output(ChangePasswordOutput)
    .mutation(({ ctx, input }) => changePassword(ctx, input)),
})
