import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { fileAt, filesBelow, ROOT } from './source-files.ts'

/** Second names for things that already have one: see "one word per subject" in docs/architecture.md. */
const WORDS: Readonly<Record<string, RegExp>> = {
  sequence: /sequence/i,
  'email account': /e-?mail[ _-]?account/i,
  claim: /claim/i,
  suppression: /suppress/i,
  wish: /wish/i,
  trouble: /trouble/i,
  desk: /desk(?!top)/i,
  'speed limit': /speed[ _-]?(?:limit|count|group|key)/i,
  crowd: /crowd/i,
  // Not the lanes of argon2id (RFC 9106).
  lane: /\blane\b|Lane|_lane|LANE/,
  // A turn is a place in an order: what a worker takes is a lease, and a connection to mail servers is a slot.
  turn: /(?:Crawl|Find|Bulk|Grant|Link|Slot)Turn|turn: (?:\w+Lease|Slot|Counted)\b|countTurn/,
}

const ID = 'an error id, a key or a value of an answer'
const EVENT = 'the name of an event or a filter of webhooks'
const PATH = 'a path of /v2'
const POSTGRES = 'sequences of PostgreSQL'
const WIKIDATA = 'what Wikidata calls its statements'
const LANGUAGE = 'a word of the language that is read'
const ALIAS = 'another name of the command'

/** Where one of them has to be used, and why. */
const ALLOWED: readonly (readonly [file: string, word: string, reason: string])[] = [
  ['api/campaign-routes.ts', 'sequence', PATH],
  ['api/mailbox-routes.ts', 'sequence', PATH],
  ['api/mailbox-routes.ts', 'email account', PATH],
  ['api/openapi-chapters.ts', 'sequence', PATH],
  ['api/openapi-chapters.ts', 'email account', PATH],
  ['api/openapi-chapters.ts', 'suppression', PATH],
  ['api/optout-routes.ts', 'suppression', PATH],
  ['cli/optout-commands.ts', 'claim', ALIAS],
  ['cli/program.ts', 'claim', ALIAS],
  ['context.ts', 'claim', 'the name under which the key is stored'],
  ['core/answers/doubtful-mails.ts', 'sequence', ID],
  ['core/answers/doubtful-mails.ts', 'claim', ID],
  ['core/answers/mail-events.ts', 'sequence', ID],
  ['core/campaigns/campaign-input.ts', 'email account', ID],
  ['core/campaigns/campaign-output.ts', 'sequence', ID],
  ['core/campaigns/campaign-output.ts', 'email account', ID],
  ['core/campaigns/campaign-rules.ts', 'email account', ID],
  ['core/campaigns/campaign-runs.ts', 'sequence', EVENT],
  ['core/campaigns/campaign-states.ts', 'sequence', ID],
  ['core/campaigns/campaign-steps.ts', 'sequence', ID],
  ['core/campaigns/campaigns.ts', 'sequence', ID],
  ['core/campaigns/campaigns.ts', 'email account', ID],
  ['core/campaigns/preview-campaign.ts', 'email account', ID],
  ['core/campaigns/send-message.ts', 'sequence', ID],
  ['core/connects/mailbox-connects.ts', 'email account', ID],
  ['core/operate/backup-manifest.ts', 'sequence', POSTGRES],
  ['core/optouts/opted-out.ts', 'claim', ID],
  ['core/webhooks/publish-event.ts', 'sequence', EVENT],
  ['core/webhooks/webhook-input.ts', 'sequence', EVENT],
  ['db/backup/backup-tables.ts', 'sequence', POSTGRES],
  ['db/backup/restore-tables.ts', 'sequence', POSTGRES],
  ['db/give-schema.ts', 'sequence', POSTGRES],
  ['db/index/export-store.ts', 'sequence', ID],
  ['db/index/export-store.ts', 'email account', ID],
  ['db/mailboxes/mailboxes-store.ts', 'sequence', POSTGRES],
  ['db/pool-rights.ts', 'sequence', POSTGRES],
  ['db/queue-clock.ts', 'claim', 'a column of pg-boss'],
  ['db/webhooks/webhook-deliveries-store.ts', 'sequence', EVENT],
  ['db/webhooks/webhooks-store.ts', 'sequence', EVENT],
  ['engine/answers/phrases/de.ts', 'wish', LANGUAGE],
  ['engine/answers/phrases/en.ts', 'suppression', LANGUAGE],
  ['engine/answers/phrases/en.ts', 'wish', LANGUAGE],
  ['engine/answers/phrases/en.ts', 'desk', LANGUAGE],
  ['engine/classify/role-address.ts', 'desk', LANGUAGE],
  ['engine/crawl/link-words.ts', 'wish', LANGUAGE],
  ['engine/discover/query-headcount.ts', 'claim', LANGUAGE],
  ['engine/facts/address-segments.ts', 'lane', LANGUAGE],
  ['engine/import/wikidata-entity.ts', 'claim', WIKIDATA],
  ['engine/import/wikidata-statements.ts', 'claim', WIKIDATA],
  ['errors.ts', 'sequence', ID],
  ['errors.ts', 'email account', ID],
  ['errors.ts', 'claim', ID],
  ['mcp/tools/next-steps.ts', 'sequence', ID],
  ['mcp/tools/next-steps.ts', 'email account', ID],
  ['net/oidc-client.ts', 'claim', 'what OpenID Connect calls them'],
  ['oauth/provider.ts', 'claim', 'an option of oidc-provider'],
  ['web/screens/campaigns/campaign-schedule-screen.ts', 'email account', ID],
  ['web/screens/campaigns/campaign-write-screen.ts', 'email account', ID],
  ['web/screens/mailboxes/mailbox-screen.ts', 'sequence', ID],
  ['web/screens/mailboxes/mailbox-screen.ts', 'claim', ID],
]

test('second names are used only where a wire name, a table or an alias needs them', () => {
  const found = filesBelow('src').flatMap((path) =>
    Object.entries(WORDS)
      .filter(([, pattern]) => pattern.test(fileAt(path).text))
      .map(([word]) => `${path.slice('src/'.length)}: ${word}`),
  )
  expect(found).toEqual(ALLOWED.map(([file, word]) => `${file}: ${word}`))
  expect(ALLOWED.length).toBeLessThanOrEqual(60)
})

test('tests use the words client and unsubscribed', () => {
  const found = readdirSync(join(ROOT, 'test'), { recursive: true, encoding: 'utf8' }).filter(
    (path) =>
      path.endsWith('.ts') &&
      !path.startsWith('house/') &&
      /\b(?:new)?Desk\b(?!')|\bdesk\(|\bsuppressed\b/.test(readFileSync(join(ROOT, 'test', path), 'utf8')),
  )
  expect(found).toEqual([])
})
