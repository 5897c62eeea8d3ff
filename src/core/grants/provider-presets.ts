import type { MailProviderValues, ProviderKind, ProviderServer } from '../../db/grants/mail-providers-store.ts'

/** What Quarry knows about providers; the operator adds their own client, because Quarry does not ship one. */

type Preset = Pick<
  MailProviderValues,
  'issuer' | 'authorize_url' | 'token_url' | 'device_url' | 'revoke_url' | 'scopes' | 'extra_params' | 'smtp' | 'imap'
>

const server = (
  host: string,
  port: number,
  security: ProviderServer['security'],
  more_hosts: string[] = [],
): ProviderServer => ({ host, port, security, more_hosts })

/** @param tenant `common`, `organizations`, `consumers` or the id of a directory. */
function microsoft(tenant: string, isAppOnly: boolean): Preset {
  const base = `https://login.microsoftonline.com/${tenant}/oauth2/v2.0`
  return {
    // Each tenant has its own; with `common` it is unknown until somebody signs in.
    issuer: null,
    authorize_url: isAppOnly ? null : `${base}/authorize`,
    token_url: `${base}/token`,
    device_url: isAppOnly ? null : `${base}/devicecode`,
    revoke_url: null,
    scopes: isAppOnly
      ? ['https://outlook.office365.com/.default']
      : [
          'https://outlook.office.com/SMTP.Send',
          'https://outlook.office.com/IMAP.AccessAsUser.All',
          'offline_access',
          'openid',
          'profile',
          'email',
        ],
    extra_params: isAppOnly ? {} : { prompt: 'select_account' },
    smtp: server('smtp.office365.com', 587, 'starttls', ['smtp-mail.outlook.com']),
    imap: server('outlook.office365.com', 993, 'tls', ['imap-mail.outlook.com']),
  }
}

const GOOGLE: Preset = {
  issuer: 'https://accounts.google.com',
  authorize_url: 'https://accounts.google.com/o/oauth2/v2/auth',
  token_url: 'https://oauth2.googleapis.com/token',
  // Google's device flow does not offer the mail scope.
  device_url: null,
  revoke_url: 'https://oauth2.googleapis.com/revoke',
  scopes: ['https://mail.google.com/', 'openid', 'email'],
  extra_params: { access_type: 'offline', prompt: 'consent' },
  smtp: server('smtp.gmail.com', 465, 'tls'),
  imap: server('imap.gmail.com', 993, 'tls'),
}

/** Null for a provider about which nothing is known. */
export function providerPreset(kind: ProviderKind, tenant: string | null, isAppOnly: boolean): Preset | null {
  if (kind === 'microsoft') return microsoft(tenant ?? 'common', isAppOnly)
  return kind === 'google' ? GOOGLE : null
}

/** Parameters that may be added to the consent page's URL; none that the flow itself sets. */
export const EXTRA_PARAMS: ReadonlySet<string> = new Set([
  'access_type',
  'audience',
  'domain_hint',
  'hd',
  'include_granted_scopes',
  'prompt',
  'resource',
])

/** Domains at which Microsoft runs private people's mailboxes: their mail is sent through another host. */
const CONSUMER_DOMAIN = /^(?:outlook|hotmail|live|msn)\.[a-z.]{2,6}$/

/** The server that a mailbox sends through. */
export function smtpServerFor(
  { kind, smtp }: Pick<MailProviderValues, 'kind' | 'smtp'>,
  email: string,
): ProviderServer {
  const [consumer] = smtp.more_hosts
  const isConsumer = kind === 'microsoft' && CONSUMER_DOMAIN.test(email.slice(email.lastIndexOf('@') + 1))
  return isConsumer && consumer !== undefined ? { ...smtp, host: consumer } : smtp
}
