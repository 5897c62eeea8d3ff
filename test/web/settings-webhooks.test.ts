import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { deliverDueWebhooks } from '../../src/core/webhooks/deliver-webhooks.ts'
import { createWebhookTurns } from '../../src/core/webhooks/delivery-order.ts'
import { startApp } from '../support/app.ts'
import type { TestApp } from '../support/app.ts'
import { startHookTarget, verified } from '../support/doors/hook-target.ts'
import type { HookTarget } from '../support/doors/hook-target.ts'
import { webVisitor } from '../support/web/web-visitor.ts'
import type { Page, Visitor } from '../support/web/web-visitor.ts'

let app: TestApp
let target: HookTarget
let owner: Visitor
beforeAll(async () => {
  const env = { QUARRY_WEBHOOK_ALLOW_PRIVATE: 'true', QUARRY_RATE_LIMIT_FACTOR: '0', QUARRY_ROLE: 'server' }
  app = await startApp({ env })
  target = await startHookTarget()
  owner = await webVisitor(app)
})
afterAll(async () => {
  await app[Symbol.asyncDispose]()
  await target[Symbol.asyncDispose]()
})

const secretIn = ({ html }: Page): string => /whsec_[\w+/=]+/.exec(html)?.[0] ?? ''
const idIn = ({ html }: Page): string => /\/app\/settings\/webhooks\/(\d+)"/.exec(html)?.[1] ?? ''
const deliver = () => deliverDueWebhooks(app.context, new AbortController().signal, createWebhookTurns())

describe('webhooks on screens', () => {
  test('are created with a secret that is shown once, tested, and deleted', async () => {
    const made = await owner.send('/settings/webhooks/new', {
      target_url: `${target.url}/hook`,
      event: 'lead.created',
      filter_on: '',
      once: 'made-once',
    })
    const [secret, id] = [secretIn(made), idIn(made)]
    expect(secret).not.toBe('')
    const shown = await owner.see(`/settings/webhooks/${id}`)
    expect(shown.html).not.toContain(secret)
    expect(shown.html).toContain(`<h1><bdi>${new URL(target.url).host}</bdi></h1>`)
    expect(shown.html).toContain(`<bdi>${target.url}/hook</bdi>`)
    const list = (await app.context.store.leadsLists.list(owner.accountId, { limit: 1, offset: 0 })).lists[0]
    const target_url = `${target.url}/hook`
    const changed = { target_url, event: 'lead.created', filter_on: `leads_list/${list?.id}` }
    await owner.send(`/settings/webhooks/${id}`, changed)
    expect((await owner.see(`/settings/webhooks/${id}`)).html).toContain(`value="leads_list/${list?.id}" selected`)
    await owner.send(`/settings/webhooks/${id}`, { ...changed, filter_on: 'none' })
    expect((await owner.see(`/settings/webhooks/${id}`)).html).toContain('value="none" selected')
    await owner.send(`/settings/webhooks/${id}/test`, {})
    await deliver()
    const call = target.calls.at(-1)
    if (call === undefined) throw new Error('Nothing came.')
    expect(verified(call, secret)).toMatchObject({ data: { test: true } })
    expect((await owner.see(`/settings/webhooks/${id}`)).html).toContain('Arrived')
    const rotated = secretIn(await owner.send(`/settings/webhooks/${id}/rotate`, {}))
    expect(rotated).not.toBe(secret)
    expect((await owner.see(`/settings/webhooks/${id}/delete`)).html).toContain('Delete the webhook')
    await owner.send(`/settings/webhooks/${id}/delete`, {})
    expect((await owner.see(`/settings/webhooks/${id}`)).status).toBe(404)
  })

  test('report what is wrong with a target, with what was typed', async () => {
    const refused = await owner.send('/settings/webhooks/new', {
      target_url: 'ftp://hooks.example',
      event: 'lead.created',
    })
    expect(refused.status).toBe(422)
    expect(refused.html).toContain('value="ftp://hooks.example"')
    expect(refused.html).toContain('The target is an http or https address')
  })

  test('are shown to everybody, and cannot be changed by readers', async () => {
    const reader = await webVisitor(app, { role: 'reader' })
    const { html } = await reader.see('/settings/webhooks')
    expect(html).not.toContain('/settings/webhooks/new"')
    expect((await reader.see('/settings/webhooks/new')).status).toBe(403)
  })

  test('a failed delivery is sent again from its row', async () => {
    const made = await owner.send('/settings/webhooks/new', {
      target_url: `${target.url}/again`,
      event: 'lead.created',
    })
    const id = idIn(made)
    target.answerWith(410)
    await owner.send(`/settings/webhooks/${id}/test`, {})
    await deliver()
    target.answerWith(204)
    const failed = await owner.see(`/settings/webhooks/${id}`)
    expect(failed.html).toContain('Switched off')
    const again = new RegExp(`/app(/settings/webhooks/${id}/deliveries/\\d+)"`).exec(failed.html)?.[1] ?? ''
    await owner.send(`/settings/webhooks/${id}`, { target_url: `${target.url}/again`, event: 'lead.created' })
    await owner.send(again, {})
    await deliver()
    expect((await owner.see(`/settings/webhooks/${id}`)).html).toContain('Arrived')
  })
})
