import { generateKeyPairSync } from 'node:crypto'
import type { FindingCode } from '../../../src/engine/deliverability/findings.ts'
import type { SendingSubject } from '../../../src/engine/deliverability/sending-subject.ts'
import type { ZoneEntry } from '../../internet/test-site.ts'

/** Domains as they are set up in practice, with one mistake each, and the findings to expect. */

export interface DeliverabilityScenario {
  name: string
  /** Entries that differ from those of the base; null for none. */
  zone?: Record<string, ZoneEntry | null>
  subject?: Partial<SendingSubject>
  base?: 'own' | 'microsoft' | 'google'
  /** The text of the MTA-STS policy; none by default. */
  policy?: string
  /** All findings except sts.none and tlsrpt.none. */
  found: readonly FindingCode[]
}

const keyOf = (bits: number): string =>
  generateKeyPairSync('rsa', { modulusLength: bits })
    .publicKey.export({ type: 'spki', format: 'der' })
    .toString('base64')
const KEYS = { good: keyOf(2_048), other: keyOf(2_048), short: keyOf(1_024), weak: keyOf(768) }
const dkim = (key: string, tags = ''): string => `v=DKIM1; k=rsa; ${tags}p=${key}`
const OWN_KEY = { domain: 's.example', selector: 'q1', record: dkim(KEYS.good) }
const KEY_NAME = 'q1._domainkey.s.example'
const GOOD_DMARC = 'v=DMARC1; p=reject; rua=mailto:d@s.example'
const MX = [{ exchange: 'mail.s.example', preference: 10 }]
const GOOD_SPF = 'v=spf1 mx -all'

const OWN: Record<string, ZoneEntry> = {
  example: {},
  'in-addr.arpa': {},
  'ip6.arpa': {},
  'outlook.com': { mx: [{ exchange: 'mx.outlook.com', preference: 10 }] },
  'google.com': {},
  's.example': { mx: MX, txt: [GOOD_SPF] },
  'mail.s.example': { a: ['192.0.2.10'] },
  '10.2.0.192.in-addr.arpa': { ptr: ['mail.s.example'] },
  [KEY_NAME]: { txt: [dkim(KEYS.good)] },
  '_dmarc.s.example': { txt: [GOOD_DMARC] },
  'spf.protection.outlook.com': { txt: ['v=spf1 ip4:198.51.100.0/24 -all'] },
  '_spf.google.com': { txt: ['v=spf1 ip4:203.0.113.0/24 -all'] },
}
const MICROSOFT: Record<string, ZoneEntry> = {
  ...OWN,
  's.example': {
    mx: [{ exchange: 's-example.mail.protection.outlook.com', preference: 0 }],
    txt: ['v=spf1 include:spf.protection.outlook.com -all'],
  },
  's-example.mail.protection.outlook.com': { a: ['198.51.100.5'] },
  'selector1._domainkey.s.example': { cname: 'selector1-s-example._domainkey.s.onmicrosoft.example' },
  'selector1-s-example._domainkey.s.onmicrosoft.example': { txt: [dkim(KEYS.other)] },
}
const GOOGLE: Record<string, ZoneEntry> = {
  ...OWN,
  's.example': { mx: [{ exchange: 'smtp.google.com', preference: 1 }], txt: ['v=spf1 include:_spf.google.com -all'] },
  'smtp.google.com': { a: ['203.0.113.5'] },
  'google._domainkey.s.example': { txt: [dkim(KEYS.other)] },
}
const ZONES = { own: OWN, microsoft: MICROSOFT, google: GOOGLE }

const SUBJECT: SendingSubject = {
  domain: 's.example',
  envelopeDomain: 's.example',
  provider: null,
  smtpHost: 'mail.s.example',
  addresses: ['192.0.2.10'],
  ownKey: OWN_KEY,
  seenSigners: [],
  tls: 'ok',
  reportsTo: 'd@s.example',
}
const SUBJECTS: Record<keyof typeof ZONES, SendingSubject> = {
  own: SUBJECT,
  microsoft: {
    ...SUBJECT,
    provider: 'microsoft',
    smtpHost: 'smtp.office365.com',
    addresses: [],
    ownKey: null,
    tls: null,
  },
  google: { ...SUBJECT, provider: 'google', smtpHost: 'smtp.gmail.com', addresses: [], ownKey: null, tls: null },
}

/** Returns the base with the changes of a scenario. */
export function settingOf({ base = 'own', zone = {}, subject = {} }: DeliverabilityScenario) {
  const entries = new Map<string, ZoneEntry>(Object.entries(ZONES[base]))
  for (const [name, entry] of Object.entries(zone)) {
    if (entry === null) entries.delete(name)
    else entries.set(name, entry)
  }
  return { zone: entries, subject: { ...SUBJECTS[base], ...subject } }
}

const spf = (record: string, more: Record<string, ZoneEntry | null> = {}) => ({
  's.example': { mx: MX, txt: [record] },
  ...more,
})
const key = (...txt: string[]) => ({ [KEY_NAME]: { txt } })
const dmarc = (...txt: string[]) => ({ '_dmarc.s.example': { txt } })
const numbered = (count: number): string[] => Array.from({ length: count }, (_, n) => `n${n}.s.example`)
const hosts = (count: number): Record<string, ZoneEntry> =>
  Object.fromEntries(numbered(count).map((name, n) => [name, { a: [`192.0.2.${100 + n}`] }]))
/** A record with this many look-ups, the last of which names the sender. */
const lookups = (count: number) =>
  spf(
    `v=spf1 ${numbered(count - 1)
      .map((name) => `a:${name}`)
      .join(' ')} mx -all`,
    hosts(count - 1),
  )
const brokenKey = (name: string, ...codes: FindingCode[]) => ({
  name,
  found: [...codes, 'align.spf_only'] as FindingCode[],
})

const MX_SCENARIOS: DeliverabilityScenario[] = [
  { name: '1 all is well', found: [] },
  {
    name: '2 no mail server at all',
    zone: { 's.example': { txt: ['v=spf1 a:mail.s.example -all'] } },
    found: ['mx.none'],
  },
  {
    name: '3 no MX, but an address',
    zone: { 's.example': { a: ['192.0.2.10'], txt: ['v=spf1 a -all'] } },
    found: ['mx.implicit'],
  },
  {
    name: '4 a null MX',
    zone: { 's.example': { mx: [{ exchange: '.', preference: 0 }], txt: ['v=spf1 a:mail.s.example -all'] } },
    found: ['mx.null'],
  },
  {
    name: '5 a mail server that does not exist',
    zone: {
      's.example': { mx: [{ exchange: 'gone.s.example', preference: 5 }], txt: ['v=spf1 a:mail.s.example -all'] },
    },
    found: ['mx.unresolvable'],
  },
  {
    name: '6 one of two mail servers is gone',
    zone: { 's.example': { mx: [...MX, { exchange: 'gone.s.example', preference: 20 }], txt: [GOOD_SPF] } },
    found: ['mx.partial'],
  },
  {
    name: '7 a mail server that is an alias',
    zone: {
      's.example': { mx: [{ exchange: 'alias.s.example', preference: 10 }], txt: [GOOD_SPF] },
      'alias.s.example': { cname: 'mail.s.example' },
    },
    found: ['mx.cname'],
  },
  {
    name: '8 a mail server that is an address',
    zone: { 's.example': { mx: [{ exchange: '192.0.2.10', preference: 10 }], txt: ['v=spf1 a:mail.s.example -all'] } },
    found: ['mx.ip'],
  },
  {
    name: '9 DNS does not answer for the domain',
    zone: { 's.example': { rcode: 'SERVFAIL' } },
    found: ['mx.unanswered', 'spf.unanswered'],
  },
  { name: '10 at Microsoft', base: 'microsoft', found: [] },
  { name: '11 at Google', base: 'google', found: [] },
]

const SPF_SCENARIOS: DeliverabilityScenario[] = [
  { name: '12 no record', zone: { 's.example': { mx: MX } }, found: ['spf.none'] },
  {
    name: '12b neither record nor key',
    zone: { 's.example': { mx: MX }, [KEY_NAME]: null },
    found: ['spf.none', 'dkim.missing', 'align.none'],
  },
  {
    name: '13 two records',
    zone: { 's.example': { mx: MX, txt: [GOOD_SPF, 'v=spf1 a -all'] } },
    found: ['spf.several'],
  },
  { name: '14 an address that is none', zone: spf('v=spf1 ip4:999.1.1.1 -all'), found: ['spf.syntax'] },
  { name: '15 another version', zone: spf('v=spf10 mx -all'), found: ['spf.none'] },
  { name: '16 everybody may send', zone: spf('v=spf1 mx +all'), found: ['spf.plus_all'] },
  { name: '17 neutral', zone: spf('v=spf1 mx ?all'), found: ['spf.neutral'] },
  { name: '18 no end', zone: spf('v=spf1 mx'), found: ['spf.no_all'] },
  { name: '19 a soft end', zone: spf('v=spf1 mx ~all'), found: ['spf.softfail'] },
  { name: '20 the sender is missing', zone: spf('v=spf1 ip4:198.51.100.7 -all'), found: ['spf.misses_sender'] },
  {
    name: '21 Microsoft is missing',
    base: 'microsoft',
    zone: { 's.example': { mx: MICROSOFT['s.example']?.mx ?? [], txt: ['v=spf1 -all'] } },
    found: ['spf.misses_sender'],
  },
  {
    name: '22 Microsoft is taken in by a record that is taken in',
    base: 'microsoft',
    zone: {
      's.example': { mx: MICROSOFT['s.example']?.mx ?? [], txt: ['v=spf1 include:all.s.example -all'] },
      'all.s.example': { txt: ['v=spf1 include:spf.protection.outlook.com -all'] },
    },
    found: [],
  },
  { name: '23 ten look-ups', zone: lookups(10), found: ['spf.near_limit'] },
  { name: '24 eleven look-ups', zone: lookups(11), found: ['spf.too_many'] },
  { name: '25 eight look-ups', zone: lookups(8), found: [] },
  {
    name: '26 eleven mail servers',
    zone: spf('v=spf1 a:mail.s.example mx:many.s.example -all', {
      ...hosts(11),
      'many.s.example': { mx: numbered(11).map((exchange, n) => ({ exchange, preference: n })) },
    }),
    found: ['spf.mx_over_10'],
  },
  {
    name: '27 three names without records',
    zone: spf('v=spf1 a:x1.s.example a:x2.s.example a:x3.s.example mx -all'),
    found: ['spf.void'],
  },
  { name: '28 two names without records', zone: spf('v=spf1 a:x1.s.example a:x2.s.example mx -all'), found: [] },
  {
    name: '29 takes in what is no record',
    zone: spf('v=spf1 include:x1.s.example mx -all'),
    found: ['spf.include_missing'],
  },
  { name: '30 takes in itself', zone: spf('v=spf1 include:s.example mx -all'), found: ['spf.loop'] },
  { name: '31 ptr', zone: spf('v=spf1 ptr mx -all'), found: ['spf.ptr'] },
  { name: '32 terms after all', zone: spf('v=spf1 mx -all ip4:192.0.2.99'), found: ['spf.after_all'] },
  {
    name: '33 redirect beside all',
    zone: spf('v=spf1 mx -all redirect=other.s.example'),
    found: ['spf.redirect_ignored'],
  },
  {
    name: '34 redirect alone',
    zone: spf('v=spf1 redirect=other.s.example', { 'other.s.example': { txt: ['v=spf1 ip4:192.0.2.10 -all'] } }),
    found: [],
  },
  { name: '35 redirect to nothing', zone: spf('v=spf1 redirect=x1.s.example'), found: ['spf.include_missing'] },
  { name: '36 strings joined without a blank', zone: spf('v=spf1 mx-all'), found: ['spf.syntax'] },
  {
    name: '37 a text of 300 octets',
    zone: spf(`v=spf1 mx ${Array.from({ length: 17 }, (_, n) => `ip4:203.0.113.${n}`).join(' ')} -all`),
    found: [],
  },
  {
    name: '38 a macro, and nobody knows the sender',
    zone: spf('v=spf1 exists:%{i}.x.s.example -all'),
    subject: { addresses: [] },
    found: ['spf.macro'],
  },
  {
    name: '38b a macro that lets the sender send',
    zone: spf('v=spf1 exists:%{i}.x.s.example -all', { '192.0.2.10.x.s.example': { a: ['127.0.0.2'] } }),
    found: [],
  },
  {
    name: '39 a sender with IPv6 alone',
    zone: spf('v=spf1 ip6:2001:db8::/32 -all', {
      'mail.s.example': { aaaa: ['2001:db8::25'] },
      '5.2.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.8.b.d.0.1.0.0.2.ip6.arpa': { ptr: ['mail.s.example'] },
    }),
    subject: { addresses: ['2001:db8::25'] },
    found: [],
  },
  {
    name: '40 an answer that needs TCP',
    zone: { 's.example': { mx: MX, txt: [GOOD_SPF, 'x'.repeat(500), 'y'.repeat(300)] } },
    found: [],
  },
  {
    name: '41 no answer for the third record that is taken in',
    zone: spf('v=spf1 include:i1.s.example include:i2.s.example include:i3.s.example mx -all', {
      'i1.s.example': { txt: ['v=spf1 ip4:203.0.113.1 -all'] },
      'i2.s.example': { txt: ['v=spf1 ip4:203.0.113.2 -all'] },
      'i3.s.example': { rcode: 'SERVFAIL' },
    }),
    found: ['spf.unanswered'],
  },
  { name: '35b two explanations', zone: spf('v=spf1 mx exp=a.s.example exp=b.s.example -all'), found: ['spf.syntax'] },
  {
    name: '35c takes in a domain with two records',
    zone: spf('v=spf1 include:o.s.example mx -all', { 'o.s.example': { txt: ['v=spf1 -all', 'v=spf1 mx -all'] } }),
    found: ['spf.several'],
  },
  { name: '42 capitals', zone: spf('V=SPF1 mx -all'), found: [] },
]

const DKIM_SCENARIOS: DeliverabilityScenario[] = [
  { ...brokenKey('43 no record', 'dkim.missing'), zone: { [KEY_NAME]: null } },
  { ...brokenKey('44 another key', 'dkim.mismatch'), zone: key(dkim(KEYS.other)) },
  { ...brokenKey('45 a key that was withdrawn', 'dkim.revoked'), zone: key('v=DKIM1; k=rsa; p=') },
  {
    name: '46 a key of 1024 bits',
    zone: key(dkim(KEYS.short)),
    subject: { ownKey: { ...OWN_KEY, record: dkim(KEYS.short) } },
    found: ['dkim.short'],
  },
  {
    ...brokenKey('47 a key of 768 bits', 'dkim.weak'),
    zone: key(dkim(KEYS.weak)),
    subject: { ownKey: { ...OWN_KEY, record: dkim(KEYS.weak) } },
  },
  { name: '48 a test', zone: key(dkim(KEYS.good, 't=y; ')), found: ['dkim.testing'] },
  { ...brokenKey('49 sha1 alone', 'dkim.sha1'), zone: key(dkim(KEYS.good, 'h=sha1; ')) },
  { ...brokenKey('50 another service', 'dkim.service'), zone: key(dkim(KEYS.good, 's=other; ')) },
  { ...brokenKey('51 two records', 'dkim.several'), zone: key(dkim(KEYS.good), dkim(KEYS.other)) },
  { ...brokenKey('52 no Base64', 'dkim.syntax'), zone: key(dkim('MIIB??')) },
  { ...brokenKey('52b a tag twice', 'dkim.syntax'), zone: key(`${dkim(KEYS.good)}; p=${KEYS.good}`) },
  {
    name: '53 a key of another kind beside it',
    zone: {
      'q2._domainkey.s.example': { txt: ['v=DKIM1; k=ed25519; p=11qYAYKxCrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHURo='] },
    },
    found: [],
  },
  { name: '54 a key in three strings', zone: key(dkim(KEYS.good, `n=${'x'.repeat(250)}; `)), found: [] },
  {
    name: '55 an alias of a key',
    zone: { [KEY_NAME]: { cname: 'key.s.example' }, 'key.s.example': { txt: [dkim(KEYS.good)] } },
    found: [],
  },
  { ...brokenKey('56 an alias of nothing', 'dkim.dangling'), zone: { [KEY_NAME]: { cname: 'gone.s.example' } } },
  {
    name: '57 strict names, signed by the domain above',
    zone: {
      ...key(dkim(KEYS.good, 't=s; ')),
      'a.s.example': { mx: MX, txt: [GOOD_SPF.replace('mx', 'ip4:192.0.2.10')] },
      '_dmarc.a.s.example': { txt: [GOOD_DMARC] },
    },
    subject: { domain: 'a.s.example', envelopeDomain: 'a.s.example' },
    found: [],
  },
  {
    name: '58 Microsoft does not sign as the domain',
    base: 'microsoft',
    zone: { 'selector1._domainkey.s.example': null },
    found: ['dkim.provider_missing'],
  },
  { name: '59 nobody knows who signs', subject: { ownKey: null }, found: ['dkim.unknown'] },
  { name: '60 a mail was seen that is signed', subject: { ownKey: null, seenSigners: ['s.example'] }, found: [] },
  {
    name: '60b a mail was seen that another domain signed',
    subject: { ownKey: null, seenSigners: ['relay.example'] },
    found: ['align.spf_only'],
  },
]

const below = (domain: string, more: Record<string, ZoneEntry | null> = {}) => ({
  zone: { [domain]: { mx: MX, txt: ['v=spf1 ip4:192.0.2.10 -all'] }, ...more },
  subject: { domain, envelopeDomain: domain },
})

const DMARC_SCENARIOS: DeliverabilityScenario[] = [
  { name: '61 no record', zone: { '_dmarc.s.example': null }, found: ['dmarc.none'] },
  { name: '62 the record of the domain above', ...below('a.s.example'), found: ['dmarc.inherited'] },
  {
    name: '63 another policy for what is below',
    ...below('a.s.example', dmarc('v=DMARC1; p=reject; sp=none; rua=mailto:d@s.example')),
    found: ['dmarc.inherited', 'dmarc.p_none'],
  },
  { name: '64 two records', zone: dmarc(GOOD_DMARC, 'v=DMARC1; p=none'), found: ['dmarc.several'] },
  { name: '65 a policy that is none', zone: dmarc('v=DMARC1; p=rejct'), found: ['dmarc.no_policy'] },
  {
    name: '66 a policy that is none, with reports',
    zone: dmarc('v=DMARC1; p=rejct; rua=mailto:d@s.example'),
    found: ['dmarc.no_policy'],
  },
  { name: '67 no policy, with reports', zone: dmarc('v=DMARC1; rua=mailto:d@s.example'), found: ['dmarc.p_none'] },
  {
    name: '68 tags of old',
    zone: dmarc('v=DMARC1; p=reject; pct=20; ri=3600; rua=mailto:d@s.example'),
    found: ['dmarc.removed_tags'],
  },
  { name: '69 a test', zone: dmarc('v=DMARC1; p=reject; t=y; rua=mailto:d@s.example'), found: ['dmarc.testing'] },
  {
    name: '70 the record in the wrong place',
    zone: { '_dmarc.s.example': null, 's.example': { mx: MX, txt: [GOOD_SPF, GOOD_DMARC] } },
    found: ['dmarc.none', 'dmarc.wrong_place'],
  },
  {
    name: '71 strict, and signed by the domain above',
    ...below('a.s.example', { '_dmarc.a.s.example': { txt: ['v=DMARC1; p=reject; adkim=s; rua=mailto:d@s.example'] } }),
    subject: { domain: 'a.s.example', envelopeDomain: 's2.example', addresses: ['192.0.2.10'] },
    found: ['spf.none', 'dmarc.strict_unaligned', 'align.none'],
  },
  {
    name: '72 reports to another domain that has not agreed',
    zone: dmarc('v=DMARC1; p=reject; rua=mailto:d@t.example'),
    found: ['dmarc.rua_unauthorised'],
  },
  {
    name: '73 reports to another domain that has agreed',
    zone: {
      ...dmarc('v=DMARC1; p=reject; rua=mailto:d@t.example'),
      's.example._report._dmarc.t.example': { txt: ['v=DMARC1'] },
    },
    found: [],
  },
  { name: '74 no reports', zone: dmarc('v=DMARC1; p=reject'), found: ['dmarc.no_rua'] },
  {
    name: '75 a public suffix above',
    ...below('a.b.example', {
      '_dmarc.b.example': { txt: ['v=DMARC1; p=reject; psd=y; rua=mailto:d@b.example'] },
      'q1._domainkey.a.b.example': { txt: [dkim(KEYS.good)] },
    }),
    subject: { domain: 'a.b.example', envelopeDomain: 'a.b.example', ownKey: { ...OWN_KEY, domain: 'a.b.example' } },
    found: ['dmarc.inherited'],
  },
  {
    name: '75b the key of the public suffix',
    ...below('a.b.example', {
      '_dmarc.b.example': { txt: ['v=DMARC1; p=reject; psd=y; rua=mailto:d@b.example'] },
      'q1._domainkey.b.example': { txt: [dkim(KEYS.good)] },
    }),
    subject: { domain: 'a.b.example', envelopeDomain: 'a.b.example', ownKey: { ...OWN_KEY, domain: 'b.example' } },
    found: ['dmarc.inherited', 'align.spf_only'],
  },
  {
    name: '75c the key of the organisation above one of its own',
    ...below('a.b.s.example', {
      '_dmarc.b.s.example': { txt: ['v=DMARC1; p=reject; psd=n; rua=mailto:d@b.s.example'] },
    }),
    found: ['dmarc.inherited', 'align.spf_only'],
  },
  { name: '76 nine labels', ...below('a.b.c.d.e.f.g.s.example'), found: ['dmarc.inherited'] },
  { name: '77 a version in small letters', zone: dmarc('v=dmarc1; p=reject'), found: ['dmarc.none'] },
  {
    name: '78 a tag twice',
    zone: dmarc('v=DMARC1; p=reject; p=none; rua=mailto:d@s.example'),
    found: ['dmarc.duplicate_tag'],
  },
  {
    name: '78b a policy for what is below that is none',
    zone: dmarc('v=DMARC1; p=reject; sp=foo; rua=mailto:d@s.example'),
    found: ['dmarc.no_policy'],
  },
  {
    name: '78c reports to no address of mail',
    zone: dmarc('v=DMARC1; p=reject; rua=https://r.s.example/x,d@s.example'),
    found: ['dmarc.no_rua'],
  },
  { name: '79 no answer', zone: { '_dmarc.s.example': { rcode: 'SERVFAIL' } }, found: ['dmarc.unanswered'] },
]

const STS = { '_mta-sts.s.example': { txt: ['v=STSv1; id=1'] } }
const policy = (mode: string, mx: string) => `version: STSv1\nmode: ${mode}\nmx: ${mx}\nmax_age: 86400\n`

const OTHER_SCENARIOS: DeliverabilityScenario[] = [
  { name: '80 no name of the address', zone: { '10.2.0.192.in-addr.arpa': null }, found: ['ptr.none'] },
  {
    name: '81 a name that leads elsewhere',
    zone: { '10.2.0.192.in-addr.arpa': { ptr: ['n0.s.example'] }, ...hosts(1) },
    found: ['ptr.mismatch'],
  },
  {
    name: '82 the addresses are the provider’s',
    base: 'google',
    subject: { addresses: ['203.0.113.77'] },
    found: [],
  },
  { name: '83 no TLS', subject: { tls: 'none' }, found: ['tls.none'] },
  { name: '84 a certificate of yesterday', subject: { tls: 'certificate' }, found: ['tls.certificate'] },
  { name: '85 a policy under test', zone: STS, policy: policy('testing', 'mail.s.example'), found: ['sts.testing'] },
  { name: '86 a policy that is not there', zone: STS, found: ['sts.no_policy'] },
  {
    name: '86b a policy without an age',
    zone: STS,
    policy: policy('enforce', 'mail.s.example').replace(/max_age.*/, ''),
    found: ['sts.no_policy'],
  },
  {
    name: '87 a policy without the mail server',
    zone: STS,
    policy: policy('enforce', '*.t.example'),
    found: ['sts.mx_missing'],
  },
  {
    name: '88 a mail service for everybody',
    subject: { domain: 'gmail.com', envelopeDomain: 'gmail.com', provider: 'google' },
    found: ['domain.webmail'],
  },
  {
    name: '90 a name of another script',
    zone: {
      'xn--mller-kva.example': { mx: MX, txt: ['v=spf1 ip4:192.0.2.10 -all'] },
      '_dmarc.xn--mller-kva.example': { txt: ['v=DMARC1; p=reject; rua=mailto:d@xn--mller-kva.example'] },
      'q1._domainkey.xn--mller-kva.example': { txt: [dkim(KEYS.good)] },
    },
    subject: {
      domain: 'xn--mller-kva.example',
      envelopeDomain: 'xn--mller-kva.example',
      ownKey: { ...OWN_KEY, domain: 'xn--mller-kva.example' },
    },
    found: [],
  },
]

export const DELIVERABILITY_SCENARIOS: readonly DeliverabilityScenario[] = [
  ...MX_SCENARIOS,
  ...SPF_SCENARIOS,
  ...DKIM_SCENARIOS,
  ...DMARC_SCENARIOS,
  ...OTHER_SCENARIOS,
]
