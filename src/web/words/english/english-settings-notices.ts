import type { NoticeValues } from './notice-values.ts'

/** Notices about settings and system. */
export const englishSettingsNotices = {
  'team.renamed': ({ name }) => `The account is now called ${name}.`,
  'team.invitationRevoked': ({ email }) => `The invitation for ${email} has been withdrawn.`,
  'team.roleChanged': ({ name, role }) => `${name} is now: ${role}.`,
  'team.removed': ({ name }) => `${name} has been removed, with their keys and sessions.`,
  'team.keyChanged': ({ name }) => `The key “${name}” has been changed.`,
  'team.keyRevoked': ({ name }) => `The key “${name}” has been revoked.`,
  'optOuts.added': ({ email }) => `This account no longer writes to ${email}.`,
  'optOuts.removed': ({ email }) => `${email} has been taken off the list.`,
  'optOuts.lifted': ({ email }) => `The unsubscribe of ${email} has been lifted.`,
  'webhooks.tested': () => 'The test is on its way. The log below shows the result.',
  'webhooks.again': () => 'It is being delivered again.',
  'webhooks.deleted': ({ target }) => `${target} will not get anything more.`,
  'system.crawlRequested': ({ domain }) => `${domain} is in the queue.`,
  'system.crawlUnderWay': ({ domain }) => `${domain} is already waiting or being read.`,
  'system.optedOut': () => 'Done. What was stored has been deleted and will not be stored again.',
  'system.optOutLifted': () => 'The opt-out has been lifted.',
  'system.suspended': ({ id }) => `Account ${id} is suspended.`,
  'system.resumed': ({ id }) => `Account ${id} is active again.`,
  'system.operatorGranted': ({ email }) => `${email} is now an operator.`,
  'system.operatorRevoked': ({ email }) => `${email} is no longer an operator.`,
} satisfies Record<string, (values: NoticeValues) => string>
