/** What an operator registers with a mail provider, step by step. */

export interface RegisteredProvider {
  name: string
  kind: 'microsoft' | 'google' | 'custom'
  app_only: boolean
  tenant: string | null
  scopes: string[]
  redirect_uri: string
  device_url: string | null
}

/** Lines for people; none contains a secret. */
export function registrationSteps(provider: RegisteredProvider): string[] {
  return [...STEPS[provider.kind](provider), '', afterwards(provider)].map((line, at, { length }) =>
    at < length - 2 ? `${at + 1}. ${line}` : line,
  )
}

const afterwards = ({ name, app_only: isAppOnly }: RegisteredProvider): string =>
  isAppOnly
    ? `Then connect each mailbox through the API, with an operator key, its address and "provider": "${name}".`
    : `Then connect a mailbox: quarry mailbox connect ines@example.com --provider ${name}`

const STEPS: Record<RegisteredProvider['kind'], (provider: RegisteredProvider) => string[]> = {
  microsoft: (provider) => (provider.app_only ? microsoftAppOnly(provider) : microsoft(provider)),
  google: ({ scopes, redirect_uri: uri }) => [
    'Open https://console.cloud.google.com, choose a project, and enable the Gmail API.',
    'Under Google Auth Platform, set the audience to Internal. An External app in Testing loses its permission after 7 days.',
    `Under Data Access, add the scope ${scopes[0] ?? ''}`,
    `Under Clients, create one of type Web application with the redirect URI ${uri}`,
    'To connect from a shell, create another one of type Desktop app and add it as a separate provider; it needs no redirect URI.',
    'Pass the client ID with --client-id and the client secret on standard input.',
  ],
  custom: ({ scopes, redirect_uri: uri, device_url: device }) => [
    `Register a client with the redirect URI ${uri}`,
    `Allow the scopes ${scopes.join(' ')}`,
    `Allow refresh tokens${device === null ? '' : ', and the device flow for shells without a browser'}.`,
    'To connect from a shell with a browser, also allow redirect URIs at http://127.0.0.1 on any port (RFC 8252).',
  ],
}

const tenantOf = ({ tenant }: RegisteredProvider): string =>
  tenant === null || tenant === 'common' ? 'accounts in any organizational directory and personal accounts' : tenant

function microsoft(provider: RegisteredProvider): string[] {
  return [
    `Open https://entra.microsoft.com, App registrations, New registration; supported accounts: ${tenantOf(provider)}.`,
    `Under Authentication, add the platform Web with the redirect URI ${provider.redirect_uri}`,
    'To connect from a shell, add the platform Mobile and desktop applications with http://127.0.0.1 and allow public client flows.',
    'Under API permissions, add the delegated permissions of Microsoft Graph: SMTP.Send, IMAP.AccessAsUser.All, offline_access, openid, profile, email.',
    'Under Certificates & secrets, create a client secret; pass its value on standard input and the application ID with --client-id.',
    'In the Exchange admin center, allow Authenticated SMTP for each mailbox.',
  ]
}

const microsoftAppOnly = ({ tenant }: RegisteredProvider): string[] => [
  `Open https://entra.microsoft.com in the directory ${tenant ?? ''}, App registrations, New registration.`,
  'Under API permissions, add the application permissions of Office 365 Exchange Online: SMTP.SendAsApp, IMAP.AccessAsApp; grant admin consent.',
  'Under Certificates & secrets, create a client secret; pass its value on standard input and the application ID with --client-id.',
  'In Exchange Online PowerShell, register the service principal: New-ServicePrincipal -AppId <application ID> -ObjectId <object ID of the enterprise application>',
  'For each mailbox: Add-MailboxPermission -Identity <address> -User <object ID> -AccessRights FullAccess',
]
