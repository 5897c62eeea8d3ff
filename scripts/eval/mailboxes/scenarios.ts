/** What has to hold; the file below `test` that shows it, and what the name of the test there contains. Null: no test yet. */
export type Scenario = readonly [sentence: string, file: string | null, test: string]

const LOGIN = 'net/token-login.test.ts'
const SENDING = 'core/grants/sending-with-tokens.test.ts'
const WORKERS = 'core/grants/many-workers.test.ts'
const REFUSED = 'core/campaigns/refused-messages.test.ts'
const CONNECTS = 'core/connects/mailbox-oauth.test.ts'
const NOBODY = 'core/connects/refused-consents.test.ts'
const SHELL = 'cli/mailbox-connect-command.test.ts'
const PROVIDERS = 'cli/mailbox-provider-commands.test.ts'

const OUTAGE = 'keeps nobody from sending while the token lives, and makes mail wait'

/** In this order: connecting, mechanisms, age and trouble, revocation, many workers, secrets. */
export const SCENARIOS: readonly Scenario[] = [
  ['a browser, approved: it sends and reads', CONNECTS, 'is connected in a browser by one click'],
  ['a browser, denied', CONNECTS, 'when its owner denies'],
  ['a state used again', CONNECTS, 'a state that served before'],
  ['a state that is too old', CONNECTS, 'or whose time is over'],
  ['a callback of another issuer', NOBODY, 'another issuer gives is not believed'],
  ['the exchange of the code fails once', NOBODY, 'fails once when it is given the code'],
  ['an id token of another address', CONNECTS, 'when somebody else signs in'],
  ['a shared mailbox', null, ''],
  [
    'a confirmation that nobody posts stores nothing',
    CONNECTS,
    'is connected in a browser by one click, and not before',
  ],
  ['a nonce of another consent', null, ''],
  ['two tabs, one mailbox', null, ''],
  ['a device, approved', SHELL, 'connected with a code'],
  ['a device that asks too fast', NOBODY, 'asked about more slowly'],
  ['a device, denied', NOBODY, 'a device that is denied'],
  ['a device that is too late', NOBODY, 'one that comes too late'],
  ['a device at Google is refused without a request', NOBODY, 'Google is not asked for a device code'],
  ['from a shell, over a port of the machine', SHELL, 'over a port of this machine'],
  ['from a shell, by pasting', null, ''],
  ['a public client', null, ''],
  ['an app-only provider with an operator key', null, ''],
  ['the same with an account key is forbidden', null, ''],
  ['a custom provider by discovery', PROVIDERS, 'providers are registered'],
  ['a discovery that names another issuer is refused', PROVIDERS, 'providers are registered'],
  ['SMTP offers only OAUTHBEARER', LOGIN, 'sending that offers ["OAUTHBEARER"]'],
  ['SMTP offers only XOAUTH2', LOGIN, 'sending that offers ["XOAUTH2"]'],
  ['SMTP offers only passwords: nothing is shown', LOGIN, 'sending that takes passwords alone'],
  ['IMAP offers both', LOGIN, 'reading that offers ["XOAUTH2","OAUTHBEARER"]'],
  ['IMAP offers none: nothing is shown', LOGIN, 'reading that takes passwords alone'],
  ['a token ends in the middle of a campaign', SENDING, 'sends and reads on over the end of a token'],
  ['a token dies between two mails of a session', SENDING, 'dies between two mails of one session'],
  ['334 with JSON, then 535', SENDING, '{"status":"400"}'],
  ['535 5.7.3 at once', SENDING, '535 5.7.3'],
  ['535 5.7.139: SMTP is switched off', SENDING, 'ask an administrator where SMTP is switched off'],
  ['550 5.7.30 on a mailbox with a password', REFUSED, 'that says 550 5.7.30'],
  ['refreshing fails, the token lives: sending goes on', SENDING, OUTAGE],
  ['refreshing fails, the token is dead: mail waits', SENDING, OUTAGE],
  [
    'invalid_grant pauses; a new consent resumes, nobody twice',
    SENDING,
    'a new one lets it go on without sending twice',
  ],
  ['interaction_required pauses', SENDING, 'is told by interaction_required'],
  ['invalid_client is one sentence at the provider', SENDING, 'of the client itself is one sentence'],
  ['8 workers, 200 mailboxes: one refresh each', WORKERS, 'eight processes and 200 mailboxes'],
  ['a worker dies before it has asked', WORKERS, 'before it asked'],
  ['a worker dies after the answer, whatever the rotation', WORKERS, 'after the answer'],
  ['clocks half a minute apart', WORKERS, 'clocks are half a minute apart'],
  ['the key of secrets is rotated', WORKERS, 'key of secrets is rotated'],
  ['tokens, codes and secrets are nowhere else', SENDING, 'shows its tokens nowhere'],
  ['another host is refused', CONNECTS, 'sends its token to no other host'],
  ['no new refresh token keeps the old one', SENDING, 'keeps its refresh token'],
  ['fewer scopes than asked for', null, ''],
  ['mailboxes with passwords send as before', REFUSED, 'that refuses for a reason of its own'],
]
