import { SetGuard } from '../../../core/guard/set-guard.ts'
import { isTicked } from '../../page/fields.ts'
import { notice } from '../../page/notice.ts'
import { to } from '../../page/page-query.ts'
import { form, see } from '../../page/screen.ts'
import { MailboxesScreen } from './mailboxes-screen.ts'

/** Sets whether a campaign starts while receivers may object to its sender. */
export const SetGuardForm = form({
  uses: [SetGuard],
  on: { path: '/mailboxes', screen: MailboxesScreen },
  act: async ({ perform, fields }) => {
    await perform(SetGuard, { guard: isTicked(fields, 'strict') ? 'strict' : 'warn' })
    return see(to('/mailboxes'), notice('mailboxes.saved'))
  },
})
