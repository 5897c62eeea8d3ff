import { expect, test } from 'vitest'
import { startInternet } from '../../internet/internet.ts'
import { startApp } from '../../support/app.ts'
import { seedMailbox } from '../../support/doors/campaign-client.ts'
import { webVisitor } from '../../support/web/web-visitor.ts'

test('the record of a new key can be copied while DNS does not answer, and nothing says to create one', async () => {
  const silent = { rcode: 'SERVFAIL' } as const
  const name = 'key._domainkey.silent.example'
  const internet = await startInternet({ sites: [], zone: { 'silent.example': silent, [name]: silent } })
  try {
    await using app = await startApp({ internet, env: { QUARRY_RATE_LIMIT_FACTOR: '0' } })
    const maya = await webVisitor(app)
    const id = await seedMailbox(app, { email: 'anna@silent.example' })
    expect((await maya.see(`/mailboxes/${id}?dns=ask`)).html).toContain('create a key here')
    await app.post(`/v2/email-accounts/${id}/dkim`, { selector: 'key' })
    const { html } = await maya.see(`/mailboxes/${id}?dns=ask`)
    expect(html).toMatch(/data-copy="key\._domainkey\.silent\.example"[^]*data-copy="v=DKIM1; [^"]*p=/)
    expect(html).not.toContain('create a key here')
  } finally {
    await internet.stop()
  }
})
