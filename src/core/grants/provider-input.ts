import { z } from 'zod'
import type { ProviderServer } from '../../db/grants/mail-providers-store.ts'
import {
  asText,
  booleanField,
  choiceField,
  integerOf,
  listOf,
  textField,
  textReader,
} from '../../lib/input/field-kinds.ts'
import { clearableField, field, read, refuse } from '../../lib/input/input-fields.ts'
import { bareRecord } from '../../lib/text/own-value.ts'
import { isRecord } from '../../lib/text/json-record.ts'
import { EXTRA_PARAMS } from './provider-presets.ts'

/** How an operator's input about a provider is read. */

const NAME = /^[a-z][a-z0-9_-]{0,31}$/
const HOST = /^(?=.{1,253}$)[a-z0-9_-]+(?:\.[a-z0-9_-]+)*\.?$|^[0-9a-f:.]{2,45}$/i
const SCOPE = /^[\x21\x23-\x5b\x5d-\x7e]{1,200}$/
const TENANT = /^[A-Za-z0-9][A-Za-z0-9.-]{0,99}$/
const SECURITIES = ['tls', 'starttls', 'none'] as const
const MAX_HOSTS = 10
const MAX_SCOPES = 20
const USUAL_PORTS = {
  smtp: { tls: 465, starttls: 587, none: 25 },
  imap: { tls: 993, starttls: 143, none: 143 },
} as const

const name = field<string>({ type: 'string', description: 'The name of the provider.' }, (raw) => {
  const text = asText(raw) ?? ''
  return NAME.test(text)
    ? read(text)
    : refuse('wrong_params', 'name must begin with a lower-case letter and have at most 32 letters, digits, - and _.')
})

const url = (key: string, description: string) =>
  field<string>({ type: 'string', maxLength: 500, description }, (raw) => {
    const text = asText(raw) ?? ''
    const parsed = text.length <= 500 && URL.canParse(text) ? new URL(text) : null
    const fits = parsed !== null && /^https?:$/.test(parsed.protocol) && parsed.hash === '' && parsed.username === ''
    return fits ? read(text) : refuse('wrong_params', `${key} must be an https URL.`)
  })

const scopes = field<string[]>(
  { type: 'array', items: { type: 'string' }, maxItems: MAX_SCOPES, description: 'The scopes to request.' },
  (raw) => {
    const words = (listOf(raw) ?? []).flatMap((one) => one.split(/\s+/)).filter((word) => word !== '')
    const fits = words.length > 0 && words.length <= MAX_SCOPES && words.every((word) => SCOPE.test(word))
    return fits
      ? read([...new Set(words)])
      : refuse('wrong_params', `scopes must be a list of at most ${MAX_SCOPES} words.`)
  },
)

const extraParams = field<Record<string, string>>(
  { type: 'object', description: `Parameters of the consent page: ${[...EXTRA_PARAMS].join(', ')}.` },
  (raw) => {
    const given = isRecord(raw) ? Object.entries(raw) : []
    const fits =
      isRecord(raw) && given.every(([key, value]) => EXTRA_PARAMS.has(key) && (asText(value) ?? '').length <= 200)
    if (!fits) return refuse('wrong_params', `extra_params may contain only ${[...EXTRA_PARAMS].join(', ')}.`)
    const params = bareRecord<string>()
    for (const [key, value] of given) params[key] = asText(value) ?? ''
    return read({ ...params })
  },
)

const server = (protocol: 'smtp' | 'imap', description: string) =>
  field<ProviderServer>(
    {
      type: 'object',
      description,
      properties: {
        host: { type: 'string' },
        port: { type: 'integer' },
        security: { type: 'string', enum: SECURITIES },
        more_hosts: { type: 'array', items: { type: 'string' } },
      },
    },
    (raw) => {
      const sentence = `${protocol} must contain host, and may contain port, security (tls, starttls or none) and more_hosts.`
      if (!isRecord(raw)) return refuse('wrong_params', sentence)
      const { host, port, security = 'tls', more_hosts: more = [] } = raw
      const word = SECURITIES.find((one) => one === security)
      const first = (asText(host) ?? '').toLowerCase()
      const others = (listOf(more) ?? []).map((one) => one.toLowerCase())
      const number = port === undefined || word === undefined ? null : integerOf(port)
      const usual = word === undefined ? 0 : USUAL_PORTS[protocol][word]
      const chosen = port === undefined || port === null ? usual : (number ?? 0)
      const fits = [first, ...others].every((one) => HOST.test(one)) && others.length <= MAX_HOSTS
      if (word === undefined || !fits || chosen < 1 || chosen > 65_535) return refuse('wrong_params', sentence)
      return read({ host: first, port: chosen, security: word, more_hosts: others })
    },
  )

export const ProviderNameInput = z.object({ name })

export const PutProviderInput = z.object({
  name,
  kind: choiceField(
    ['microsoft', 'google', 'custom'] as const,
    'wrong_params',
    'kind must be microsoft, google or custom.',
    'Which preset to use. Default: the name if it is one of these, otherwise custom.',
  ),
  client_id: textField('client_id', 255, 'The id of the client you registered with the provider.'),
  client_secret: clearableField<string>(
    {
      type: 'string',
      maxLength: 1_000,
      writeOnly: true,
      description: 'Stored encrypted, never shown; none for a public client.',
    },
    textReader('client_secret', 1_000),
  ),
  tenant: field<string>(
    { type: 'string', description: 'Microsoft: common (default), organizations, consumers or a directory id.' },
    (raw) => {
      const text = asText(raw) ?? ''
      return TENANT.test(text) ? read(text) : refuse('wrong_params', 'tenant must be a word or a directory id.')
    },
  ),
  app_only: booleanField(
    'app_only',
    'wrong_params',
    "Whether the client accesses mailboxes on its own, without people's consent.",
  ),
  issuer: url('issuer', 'The server whose metadata supplies any URLs you omit.'),
  authorize_url: url('authorize_url', 'Endpoint where people consent.'),
  token_url: url('token_url', 'Endpoint that issues tokens.'),
  device_url: url('device_url', 'Endpoint that issues device codes.'),
  revoke_url: url('revoke_url', 'Endpoint that revokes tokens.'),
  scopes,
  extra_params: extraParams,
  smtp: server('smtp', 'The server for outgoing mail.'),
  imap: server('imap', 'The server to read replies from.'),
})
export type ProviderWriting = z.output<typeof PutProviderInput>
