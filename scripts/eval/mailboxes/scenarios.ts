/** A requirement; the file below `test` that shows it, and what the full name of its test contains. */
export type Scenario = readonly [sentence: string, file: string, test: string]

const LOGIN = 'net/token-login.test.ts'
const SENDING = 'core/grants/sending-with-tokens.test.ts'
const WORKERS = 'core/grants/many-workers.test.ts'
const REFUSED = 'core/campaigns/refused-messages.test.ts'
const CONNECTS = 'core/connects/mailbox-oauth.test.ts'
const UNUSUAL = 'core/connects/unusual-consents.test.ts'
const SHELL = 'cli/mailbox-connect-command.test.ts'
const PROVIDERS = 'cli/mailbox-provider-commands.test.ts'

const OUTAGE = 'does not stop sending while the token is valid; once it has expired, mail waits'

/** In this order: connecting, mechanisms, age and failures, revocation, many workers, secrets. */
export const SCENARIOS: readonly Scenario[] = [
  ['a browser, approved: it sends and reads', CONNECTS, 'is connected in a browser by one click'],
  ['a browser, denied', CONNECTS, 'if its owner denies'],
  ['a state used again', CONNECTS, 'a state that was already used'],
  ['a state that is too old', CONNECTS, 'or has expired'],
  ['a callback of another issuer', UNUSUAL, 'returns the answer of another issuer is not believed'],
  ['the exchange of the code fails once', UNUSUAL, 'whose code the provider fails to exchange once'],
  ['an id token of another address', CONNECTS, 'if somebody else signs in'],
  ['a shared mailbox', UNUSUAL, 'a shared mailbox'],
  [
    'a confirmation that nobody posts stores nothing',
    CONNECTS,
    'is connected in a browser by one click, and not before',
  ],
  ['a nonce of another consent', UNUSUAL, 'applies only to its own consent'],
  ['two tabs, one mailbox', UNUSUAL, 'with two tabs connects one mailbox'],
  ['a device, approved', SHELL, 'connected with a code'],
  ['a device that asks too fast', UNUSUAL, 'polled more slowly'],
  ['a device, denied', UNUSUAL, 'a device that is denied'],
  ['a device that is too late', UNUSUAL, 'or comes too late'],
  ['a device at Google is refused without a request', UNUSUAL, 'gets no code from Google'],
  ['from a shell, over a port of the machine', SHELL, 'through a local port'],
  ['from a shell, by pasting', SHELL, 'by pasting the address where'],
  ['a public client', UNUSUAL, 'a public client connects and refreshes'],
  ['an app-only provider with an operator key', UNUSUAL, 'connects them for operator keys'],
  ['the same with an account key is forbidden', UNUSUAL, 'connects none for the keys of an account'],
  ['a custom provider by discovery', PROVIDERS, 'providers are registered'],
  ['a discovery that names another issuer is refused', PROVIDERS, 'providers are registered'],
  ['SMTP offers only OAUTHBEARER', LOGIN, 'an SMTP server that offers ["OAUTHBEARER"]'],
  ['SMTP offers only XOAUTH2', LOGIN, 'an SMTP server that offers ["XOAUTH2"]'],
  ['SMTP offers only passwords: nothing is shown', LOGIN, 'an SMTP server that accepts only passwords'],
  ['IMAP offers both', LOGIN, 'an IMAP server that offers ["XOAUTH2","OAUTHBEARER"]'],
  ['IMAP offers none: nothing is shown', LOGIN, 'an IMAP server that accepts only passwords'],
  ['a token ends in the middle of a campaign', SENDING, 'sends and reads on past the expiry of a token'],
  ['a token dies between two mails of a session', SENDING, 'expires between two emails of one session'],
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
  ['interaction_required pauses', SENDING, 'is also reported by interaction_required'],
  ['invalid_client is one sentence at the provider', SENDING, 'for the client itself is one sentence'],
  ['8 workers, 200 mailboxes: one refresh each', WORKERS, 'eight processes and 200 mailboxes'],
  ['a worker dies before it has asked', WORKERS, 'before its request'],
  ['a worker dies after the answer, whatever the rotation', WORKERS, 'after the answer'],
  ['clocks half a minute apart', WORKERS, 'clocks are half a minute apart'],
  ['the key of secrets is rotated', WORKERS, 'secret key is rotated'],
  ['tokens, codes and secrets are nowhere else', SENDING, 'shows its tokens nowhere'],
  ['another host is refused', CONNECTS, 'sends its token to no other host'],
  ['no new refresh token keeps the old one', SENDING, 'keeps its refresh token'],
  ['fewer scopes than asked for', UNUSUAL, 'granted less than requested'],
  ['mailboxes with passwords send as before', REFUSED, 'that refuses for its own reasons'],
]
