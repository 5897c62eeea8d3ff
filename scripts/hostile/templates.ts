import type { Attack, HostileHouse, HostileKind, Outcome } from './attack.ts'

/** Texts of merge tags that would take long to analyse, wherever a text is written or shown. */

const TEXTS: Readonly<Record<string, string>> = {
  '5,500 tags': '{{email}}'.repeat(5_500),
  'one tag of 4,000 words': `{% if ${'email and '.repeat(4_000)}email %}x{% endif %}`,
  'conditions in conditions': '{% if email %}'.repeat(3_000),
  'ends alone': '{% endif %}'.repeat(4_000),
  'open tags': '{{'.repeat(20_000),
  'open tags with a quotation mark': `{{"${'}}'.repeat(20_000)}`,
  'fallbacks of fallbacks': `{{email${'|fallback:"a"'.repeat(3_000)}}}`,
  'comments in comments': '{% comment %}'.repeat(3_500),
}
/** The error is the user's: what they typed is wrong. */
const REFUSED = [400, 422]

interface Draft {
  id: number
  openingId: number
}

const call = ({ send, key }: HostileHouse, method: string, path: string, body?: unknown) =>
  send(path, {
    method,
    headers: { 'x-api-key': key, 'content-type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })

async function draft(house: HostileHouse): Promise<Draft> {
  const { text } = await call(house, 'POST', '/v2/sequences', { name: 'Tiles' })
  const { id } = (JSON.parse(text) as { data: { id: number } }).data
  const steps = await call(house, 'GET', `/v2/sequences/${id}/follow-ups`)
  const { follow_ups: all } = (JSON.parse(steps.text) as { data: { follow_ups: { id: number }[] } }).data
  return { id, openingId: all[0]?.id ?? 0 }
}

async function write(house: HostileHouse, what: string, text: string): Promise<Outcome[]> {
  const { id, openingId } = await draft(house)
  const steps = `/v2/sequences/${id}/follow-ups`
  const texts = [
    { subject: 'Hello', body: text },
    { subject: text.slice(0, 900), body: 'Hello' },
  ]
  const outcomes: Outcome[] = []
  for (const each of texts) {
    outcomes.push(
      { what: `${what}: PUT`, got: (await call(house, 'PUT', `${steps}/${openingId}`, each)).status, wanted: REFUSED },
      {
        what: `${what}: POST`,
        got: (await call(house, 'POST', steps, { wait_days: 3, ...each })).status,
        wanted: REFUSED,
      },
    )
  }
  // What older versions accepted is neither shown nor sent.
  await house.pool.query('update campaign_steps set body = $2 where id = $1', [openingId, text])
  await house.pool.query(ADD_MAILBOX, [id])
  await call(house, 'POST', `/v2/sequences/${id}/recipients`, { emails: [RECIPIENT] })
  const preview = await call(house, 'POST', `/v2/sequences/${id}/preview`, { recipient: RECIPIENT })
  return [...outcomes, { what: `${what}: preview`, got: problemOf(preview), wanted: ['a problem'] }]
}

/** @returns the status if nothing was shown */
function problemOf({ status, text }: { status: number; text: string }): number | string {
  if (status !== 200) return status
  const { messages } = (JSON.parse(text) as { data: { messages: { problem: string | null }[] } }).data
  return messages[0]?.problem === null ? 'no problem' : 'a problem'
}

const RECIPIENT = 'ines@maker.example'
const ADD_MAILBOX = `with box as (
    insert into mailboxes (account_id, user_id, email, smtp_host, smtp_port, smtp_security)
      select account_id, user_id, 'box' || id || '@lumen.example', '127.0.0.1', 25, 'none' from campaigns where id = $1
      returning account_id, id)
  insert into campaign_mailboxes (account_id, campaign_id, mailbox_id) select account_id, $1, id from box`

const attacks = Object.entries(TEXTS).map(([what, text]): Attack => ({
  name: `texts: ${what}`,
  run: (house) => write(house, what, text),
}))

export const TEMPLATES: HostileKind = { name: 'templates', attacks }
