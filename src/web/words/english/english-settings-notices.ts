import type { NoticeValues } from './notice-values.ts'

/** What happened in settings and system. */
export const englishSettingsNotices = {
  'team.renamed': ({ name }) => `The account is now called ${name}.`,
  'team.invitationRevoked': ({ email }) => `The invitation for ${email} is withdrawn.`,
  'team.roleChanged': ({ name, role }) => `${name} is now: ${role}.`,
  'team.removed': ({ name }) => `${name} is removed. Keys are revoked and sessions have ended.`,
  'team.keyRevoked': ({ name }) => `The key “${name}” is revoked.`,
  'optOuts.added': ({ email }) => `Nobody here writes to ${email} any more.`,
  'optOuts.removed': ({ email }) => `${email} is off the list.`,
  'optOuts.lifted': ({ email }) => `The opt-out of ${email} is lifted.`,
  'webhooks.tested': () => 'The test is on its way. The log below shows what becomes of it.',
  'webhooks.again': () => 'It is delivered again.',
  'webhooks.deleted': ({ target }) => `${target} is told nothing any more.`,
  'system.crawlRequested': ({ domain }) => `${domain} is in the queue.`,
  'system.crawlUnderWay': ({ domain }) => `${domain} waits or is read already.`,
  'system.optedOut': () => 'Done. What was stored is deleted, and nothing is stored again.',
  'system.optOutLifted': () => 'The opt-out is lifted.',
  'system.suspended': ({ id }) => `Account ${id} is suspended.`,
  'system.resumed': ({ id }) => `Account ${id} goes on.`,
  'system.operatorGranted': ({ email }) => `${email} is an operator now.`,
  'system.operatorRevoked': ({ email }) => `${email} is no operator any more.`,
} satisfies Record<string, (values: NoticeValues) => string>
