import { expect, test } from 'vitest'
import { startAuthorizationServer } from '../internet/authorization-server.ts'
import { startApp } from '../support/app.ts'
import { runQuarry } from '../support/docs/quarry-shell.ts'

const SECRET = 'client-lamp-47'

test('providers are registered with instructions for the setup, listed without secrets, and removed', async () => {
  await using app = await startApp({ env: { QUARRY_ROLE: 'server' } })
  await using authorization = await startAuthorizationServer()
  const env = {
    DATABASE_URL: app.database.connectionString,
    QUARRY_PUBLIC_URL: 'https://quarry.example',
    QUARRY_CRAWL: 'off',
    QUARRY_SECRET_KEY: Buffer.alloc(32, 'k').toString('base64'),
    QUARRY_MAIL_ALLOWED_NETWORKS: '127.0.0.0/8',
  }
  const provider = (args: readonly string[], input = '') =>
    runQuarry({ args: ['mailbox', 'provider', ...args], env, input })

  const redirect = 'https://quarry.example/oauth/mail/callback'
  const microsoft = await provider(['set', 'microsoft', '--client-id', 'an-id'], `${SECRET}\n`)
  expect([microsoft.code, microsoft.err]).toEqual([0, ''])
  expect(microsoft.out).toContain(`2. Under Authentication, add the platform Web with the redirect URI ${redirect}\n`)
  expect(microsoft.out).toContain('SMTP.Send, IMAP.AccessAsUser.All, offline_access')
  expect(microsoft.out).toContain('quarry mailbox connect ines@example.com --provider microsoft\n')

  const appOnly = ['--kind', 'microsoft', '--app-only', '--client-id', 'an-id']
  const withoutTenant = await provider(['set', 'tenant', ...appOnly], `${SECRET}\n`)
  expect(withoutTenant).toMatchObject({ code: 1, err: expect.stringContaining('tenant') as string })
  const tenant = await provider(['set', 'tenant', ...appOnly, '--tenant', '1b2c.example'], `${SECRET}\n`)
  expect(tenant.out).toMatch(/New-ServicePrincipal[^]*with an operator key/)

  expect((await provider(['set', 'google', '--client-id', 'an-id', '--public'])).out).toContain(
    `type Web application with the redirect URI ${redirect}`,
  )
  const servers = ['--smtp', '127.0.0.1:2587', '--smtp-security', 'none', '--imap', '[::1]:2143']
  const custom = ['set', 'own', '--issuer', authorization.url, '--client-id', 'an-id', '--scope', 'mail', 'email']
  const made = await provider([...custom, ...servers, '--json'], `${SECRET}\n`)
  expect(JSON.parse(made.out)).toMatchObject({
    kind: 'custom',
    has_client_secret: true,
    token_url: authorization.urls.token,
    device_url: authorization.urls.device,
    scopes: ['mail', 'email'],
    smtp: { host: '127.0.0.1', port: 2_587, security: 'none' },
    imap: { host: '::1', port: 2_143, security: 'tls' },
  })
  authorization.issuer = 'https://somebody-else.example'
  expect(await provider([...custom, ...servers], '\n')).toMatchObject({ code: 1, out: '' })

  const listed = await provider(['list'])
  expect(listed.out).toMatch(/^NAME +KIND +CLIENT +SECRET +PROBLEM\ngoogle +google +an-id +no\nmicrosoft/)
  expect([microsoft, tenant, made, listed].map(({ out }) => out).join('')).not.toContain(SECRET)
  expect(await provider(['remove', 'tenant'])).toEqual({ code: 0, out: 'Provider tenant removed.\n', err: '' })
  expect((await provider(['remove', 'tenant'])).code).toBe(1)
})
