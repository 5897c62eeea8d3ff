/** What has to hold; the file below `test` that shows it, and what the name of the test there contains. */
export type Scenario = readonly [sentence: string, file: string, test: string]

const LOGIN = 'net/token-login.test.ts'
const SENDING = 'core/grants/sending-with-tokens.test.ts'
const WORKERS = 'core/grants/many-workers.test.ts'
const REFUSED = 'core/campaigns/refused-messages.test.ts'
const CONNECTS = 'core/connects/mailbox-oauth.test.ts'
const UNUSUAL = 'core/connects/unusual-consents.test.ts'
const SHELL = 'cli/mailbox-connect-command.test.ts'
const PROVIDERS = 'cli/mailbox-provider-commands.test.ts'

const OUTAGE = 'does not stop sending while the token is valid, and makes mail wait'

/** In this order: connecting, mechanisms, age and trouble, revocation, many workers, secrets. */
export const SCENARIOS: readonly Scenario[] = [
  ['a browser, approved: it sends and reads', CONNECTS, 'is connected in a browser by one click'],
  ['a browser, denied', CONNECTS, 'when its owner denies'],
  ['a state used again', CONNECTS, 'a state that was already used'],
  ['a state that is too old', CONNECTS, 'or has expired'],
  ['a callback of another issuer', UNUSUAL, 'brings the answer of another issuer is not believed'],
  ['the exchange of the code fails once', UNUSUAL, 'whose code the provider fails to take once'],
  ['an id token of another address', CONNECTS, 'when somebody else signs in'],
  ['a shared mailbox', UNUSUAL, 'a shared mailbox'],
  [
    'a confirmation that nobody posts stores nothing',
    CONNECTS,
    'is connected in a browser by one click, and not before',
  ],
  ['a nonce of another consent', UNUSUAL, 'applies only to its own consent'],
  ['two tabs, one mailbox', UNUSUAL, 'with two tabs connects one mailbox'],
  ['a device, approved', SHELL, 'connected with a code'],
  ['a device that asks too fast', UNUSUAL, 'asked about more slowly'],
  ['a device, denied', UNUSUAL, 'a device that is denied'],
  ['a device that is too late', UNUSUAL, 'one that comes too late'],
  ['a device at Google is refused without a request', UNUSUAL, 'gets no code from Google'],
  ['from a shell, over a port of the machine', SHELL, 'over a port of this machine'],
  ['from a shell, by pasting', SHELL, 'by pasting the address where'],
  ['a public client', UNUSUAL, 'a public client connects and refreshes'],
  ['an app-only provider with an operator key', UNUSUAL, 'connects them for operator keys'],
  ['the same with an account key is forbidden', UNUSUAL, 'connects none for keys of an account'],
  ['a custom provider by discovery', PROVIDERS, 'providers are registered'],
  ['a discovery that names another issuer is refused', PROVIDERS, 'providers are registered'],
  ['SMTP offers only OAUTHBEARER', LOGIN, 'sending that offers ["OAUTHBEARER"]'],
  ['SMTP offers only XOAUTH2', LOGIN, 'sending that offers ["XOAUTH2"]'],
  ['SMTP offers only passwords: nothing is shown', LOGIN, 'sending that takes passwords alone'],
  ['IMAP offers both', LOGIN, 'reading that offers ["XOAUTH2","OAUTHBEARER"]'],
  ['IMAP offers none: nothing is shown', LOGIN, 'reading that takes passwords alone'],
  ['a token ends in the middle of a campaign', SENDING, 'sends and reads on over the end of a token'],
  ['a token dies between two mails of a session', SENDING, 'dies between two emails of one session'],
  ['334 with JSON, then 535', SENDING, '{"status":"400"}'],
  ['535 5.7.3 at once', SENDING, '535 5.7.3'],
  ['535 5.7.139: SMTP is switched off', SENDING, 'ask an administrator if SMTP is turned off'],
  ['550 5.7.30 on a mailbox with a password', REFUSED, 'that says 550 5.7.30'],
  ['refreshing fails, the token lives: sending goes on', SENDING, OUTAGE],
  ['refreshing fails, the token is dead: mail waits', SENDING, OUTAGE],
  [
    'invalid_grant pauses; a new consent resumes, nobody twice',
    SENDING,
    'a new one lets it continue without sending twice',
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
  ['fewer scopes than asked for', UNUSUAL, 'granted less than requested'],
  ['mailboxes with passwords send as before', REFUSED, 'that refuses for a reason of its own'],
]
