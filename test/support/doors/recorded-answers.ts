import type { TestApp } from '../app.ts'
import { repeatCall } from '../process/earlier-installation.ts'
import type { EarlierInstallation, RecordedCall } from '../process/earlier-installation.ts'
import { inWordsOfToday, withoutTheMoment } from '../process/reworded-sentences.ts'

/** The settings when the answers were recorded; nothing is crawled, and nothing answers at the resolver. */
export const RECORDED_SETTINGS = {
  QUARRY_CRAWL: 'off',
  QUARRY_DNS_SERVERS: '127.0.0.1:9',
  QUARRY_LOCAL_SUFFIXES: 'test,example',
  QUARRY_MAIL_ALLOWED_NETWORKS: '127.0.0.0/8',
  QUARRY_WEBHOOK_ALLOW_PRIVATE: 'true',
  QUARRY_ORIGIN: 'https://quarry.lumen.example',
  QUARRY_RATE_LIMIT_FACTOR: '0',
  QUARRY_LOG_LEVEL: 'silent',
  QUARRY_SECRET_KEY: '',
}

/** Calls that have since changed their meaning or return more: how their names begin, and why. */
const CHANGED: readonly (readonly [call: string, reason: string])[] = [
  ['GET /v2/leads?sort=email ', 'an unknown parameter then, an order now'],
  ['GET /v2/webhooks', 'a webhook without a filter has no filter_on'],
  ['GET /v2/email-accounts/', 'hours of sending are an object, and campaigns of a mailbox come in pages'],
  ['POST /mcp by full: {"jsonrpc":"2.0","id":16,', 'get_account names its scopes in another order'],
  ['POST /v2/sequences/5/pause ', 'a campaign that cannot be paused says what it is'],
  ['POST /mcp by full: {"jsonrpc":"2.0","id":9,', 'addresses of five more departments are counted'],
  ['POST /mcp by full: {"jsonrpc":"2.0","id":32,', 'addresses of five more departments are counted'],
  ['POST /mcp by full: {"jsonrpc":"2.0","id":19,', 'list_recipients says how many there are, by status'],
  ['POST /mcp by full: {"jsonrpc":"2.0","id":20,', 'list_recipients says how many there are, by status'],
  ['POST /mcp by full: {"jsonrpc":"2.0","id":41,', 'discover_companies says when each was crawled'],
  ['POST /mcp by full: {"jsonrpc":"2.0","id":42,', 'discover_companies says when each was crawled'],
  ['GET /t/u/', 'the button of the page says that it was pressed there'],
  ['POST /mcp by full: {"jsonrpc":"2.0","id":33,', 'find_email says whether the person is still with the company'],
  ['POST /mcp by full: {"jsonrpc":"2.0","id":38,', 'enrich_person says whether the person is still with the company'],
  ['POST /mcp by full: {"jsonrpc":"2.0","id":37,', 'verify_emails counts what the addresses came to'],
  ['GET /v2/leads/exports/1/file ', 'files of leads say where the company sits'],
  ['GET /v2/leads/exports/2/file ', 'files of leads say where the company sits'],
]

const isChanged = (call: RecordedCall): boolean => CHANGED.some(([name]) => nameOf(call).startsWith(name))

/** Since then, verdicts come with the risk of a bounce: nothing else about them has changed. */
const withoutRisks = (text: string): string => text.replaceAll(/,(\\*)"risk\1":(?:null|\{[^{}]*\})/g, '')

/** Since then, companies say where else they are; the recorded ones are nowhere else. */
const withoutOtherPlaces = (text: string): string => text.replaceAll(/,(\\*)"other_locations\1":\[\]/g, '')

/** Since then, refusals show what was sent. */
const withoutWhatWasSent = (text: string): string => text.replaceAll(/; it is \\+"[^"\\]*\\+"/g, '')

const comparable = (text: string): string => withoutTheMoment(withoutWhatWasSent(text))

const nameOf = ({ as, method, path, body }: RecordedCall): string =>
  `${method} ${path} by ${as ?? 'nobody'}${body === undefined ? '' : `: ${JSON.stringify(body).slice(0, 120)}`}`

/** Returns the recorded calls whose answers have changed, except for reworded sentences and the listed differences. */
export async function differentAnswers(app: TestApp, earlier: EarlierInstallation): Promise<unknown[]> {
  const differences: unknown[] = []
  // One after another: some cost credits, which the last ones show.
  for (const call of earlier.calls) {
    const is = await repeatCall(app.origin, earlier, call)
    const { status, answerHeaders, text } = call
    const now = JSON.stringify({ ...is, text: comparable(withoutOtherPlaces(withoutRisks(is.text))) })
    const before = JSON.stringify({ status, answerHeaders, text: comparable(inWordsOfToday(text)) })
    if (now !== before && !isChanged(call)) differences.push({ call: nameOf(call), before, now })
  }
  return differences
}
