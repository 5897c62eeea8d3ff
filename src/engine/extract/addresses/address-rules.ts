import { hasKnownSuffix, registrableDomain } from '../../../lib/addresses/domain-name.ts'
import { parseEmailAddress } from '../../../lib/addresses/email-address.ts'
import type { EmailAddress } from '../../../lib/addresses/email-address.ts'

/** What the rules need to know about where they apply. */
export interface AddressRules {
  /** Suffixes that count as top-level domains besides the public suffix list, without dot. */
  localSuffixes: ReadonlySet<string>
  /** Registrable domain of the page, at which an address with spaces is accepted. */
  siteDomain?: string
  /** Answers already given on this page: the same address is in a link, in its text and in the joined text. */
  answers?: Map<string, EmailAddress | null>
}

/** An address in a text. */
export interface TextAddress {
  address: EmailAddress
  /** Its position in UTF-16 units; `end` is exclusive. */
  start: number
  end: number
  form: 'plain' | 'bracketed'
  /** The name in `Jo Doe <jo@acme.example>`. */
  label: string | null
}

/** Top-level domains looked up so far; limited, so that hostile pages cannot fill the memory. */
const SUFFIXES = new Map<string, boolean>()
const SUFFIX_LIMIT = 20_000
const MAX_LABEL = 63
const ANSWER_LIMIT = 20_000

/** File names that look like domains: the last label is an extension, whatever the suffix list says about `zip` and `mov`. */
const FILE_EXTENSIONS = new Set(
  (
    'png jpg jpeg jpe gif svg svgz webp avif bmp ico tif tiff heic psd eps pdf doc docx xls xlsx ppt pptx odt csv txt rtf ' +
    'htm html xhtml shtml php asp aspx jsp cgi js mjs cjs jsx ts tsx css scss less json xml yml yaml map woff woff2 ttf otf eot ' +
    'mp3 mp4 m4v webm ogg wav avi mov zip gz tgz tar rar exe dmg apk jar dll swf'
  ).split(' '),
)

/** RFC 2606 names, and what templates and forms in many languages print in place of a domain. */
const PLACEHOLDER_NAMES = new Set(
  (
    'example exemple exemplo ejemplo esempio beispiel voorbeeld przyklad exempel eksempel domain yourdomain your-domain ' +
    'mydomain my-domain domainname domain-name yourdomainname thedomain somedomain anydomain dominio tudominio seudominio ' +
    'votredomaine votre-domaine ihredomain deinedomain ihre-domain deine-domain meinedomain jouwdomein uwdomein ' +
    'yourcompany your-company yourcompanyname mycompany companyname company-name somecompany tuempresa suaempresa nomdusite ' +
    'votresite votreentreprise ihrefirma yoursite your-site mysite yourwebsite mywebsite yourwebsitename yoursitename ' +
    'youremail yourmail yourserver mailserver yourhost yourorganization yourorg yourschool yourbusiness yourname ' +
    'addresshere emailaddress someemail mustermann musterfirma mustermail'
  ).split(' '),
)
/** Domains whose names are real words, in real use under other suffixes: placeholders only with these suffixes. */
const PLACEHOLDER_DOMAINS = new Set(
  (
    'company.com website.com site.com server.com host.com somewhere.com something.com anything.com foo.com bar.com ' +
    'foobar.com xyz.com abc.com xxx.com test.com testing.com sample.com abcd.com ' +
    'abc.xyz xxxx.com xxxxx.com aaa.com asdf.com empresa.com firma.de test.de'
  ).split(' '),
)
/** Local parts that readers are meant to replace with their own: `you@`, `firstname.lastname@`. */
const PLACEHOLDER_LOCALS = new Set(
  (
    'you your yourname your.name your-name your_name youremail your.email your-email your_email yourmail youraddress ' +
    'yourusername someone somebody firstname.lastname firstname_lastname firstname-lastname firstnamelastname first.last ' +
    'first_last firstname lastname first-name first.lastname f.lastname flastname vorname.nachname vorname name.vorname ' +
    'vorname.name vname.nachname prenom.nom prénom.nom nom.prenom nombre.apellido nome.cognome nome.sobrenome ' +
    'voornaam.achternaam fornamn.efternamn fornavn.etternavn fornavn.efternavn etunimi.sukunimi imie.nazwisko ' +
    'jmeno.prijmeni votrenom votre.nom votremail votre.email votreadresse ihrname ihre.email ihreemail ihre-email deinname ' +
    'tucorreo tu.correo tuemail seuemail seu.email seunome max.mustermann erika.mustermann maxmustermann emailaddress ' +
    'email.address email-address example exemple beispiel ejemplo esempio placeholder xxx xxxx xxxxx abc.xyz aaa'
  ).split(' '),
)
/** `name@gmail.com` and `user+tag@…` show how to fill in a form; at a company's own domain such a mailbox may be real. */
const WEAK_PLACEHOLDER_LOCALS = new Set(
  'email e-mail mail name username user me myname myemail test abc johndoe john.doe jane.doe janedoe jdoe'.split(' '),
)
const ANYBODYS_DOMAINS = new Set(
  'gmail.com email.com mail.com yahoo.com hotmail.com outlook.com live.com icloud.com aol.com gmx.de web.de gmx.net'.split(
    ' ',
  ),
)
/** Hosts of error reporting and site builders that put keys in place of a local part. */
const KEY_HOSTS =
  /(?:^|\.)(?:sentry\.io|sentry-cdn\.com|sentry\.wixpress\.com|sentry-next\.wixpress\.com|group\.calendar\.google\.com)$/
const HEX_KEY = /^(?:[0-9a-f]{24,}|[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})$/
/** `logo@2x.…`, `vue@2.6.11`, `pkg@v1.2`: scale factors and versions. */
const SCALE_OR_VERSION = /^(?:\d{1,2}x\.|v?\d+\.\d+(?:\.|-|$))/

/** Whether a last label is a top-level domain: one hash look-up, done before anything else. */
export function isTopLevel(label: string, rules: AddressRules): boolean {
  if (label.length < 2 || label.length > MAX_LABEL) return false
  if (rules.localSuffixes.has(label)) return true
  const known = SUFFIXES.get(label)
  if (known !== undefined) return known
  const answer = hasKnownSuffix(`x.${label}`)
  if (SUFFIXES.size < SUFFIX_LIMIT) SUFFIXES.set(label, answer)
  return answer
}

export const isFileExtension = (label: string): boolean => FILE_EXTENSIONS.has(label)

/**
 * The final decision on a candidate that was read whole (`mailto:`, structured data) or cleaned by the reader.
 * @returns null if it is not a real address: unknown TLD, file, version, key, placeholder
 */
export function acceptAddress(text: string, rules: AddressRules): EmailAddress | null {
  const given = rules.answers?.get(text)
  if (given !== undefined) return given
  const answer = judge(text, rules)
  if (rules.answers !== undefined && rules.answers.size < ANSWER_LIMIT) rules.answers.set(text, answer)
  return answer
}

function judge(text: string, rules: AddressRules): EmailAddress | null {
  const address = parseEmailAddress(text)
  if (address === null) return null
  const { local, domain } = address
  const last = domain.slice(domain.lastIndexOf('.') + 1)
  if (!isTopLevel(last, rules) || isFileExtension(last)) return null
  if (SCALE_OR_VERSION.test(domain) || HEX_KEY.test(local) || KEY_HOSTS.test(domain)) return null
  return isPlaceholder(local, domain, rules) ? null : address
}

/** Whether an address, or one at such a domain, is printed in place of one: `not.unlocked@domain.com`, `you@yourcompany.com`. */
export const isMadeUpDomain = (domain: string): boolean =>
  !RESERVED.test(domain) && PLACEHOLDER_NAMES.has(registrableDomain(domain).split('.', 1)[0] ?? '')

/** Suffixes that nobody can register (RFC 2606): what is below them is invented on purpose, as in tests and lessons. */
const RESERVED = /\.(?:example|test|invalid|localhost)$/

function isPlaceholder(local: string, domain: string, rules: AddressRules): boolean {
  const [base = ''] = local.split('+', 1)
  if (PLACEHOLDER_LOCALS.has(base) || PLACEHOLDER_DOMAINS.has(domain)) return true
  if (WEAK_PLACEHOLDER_LOCALS.has(base) && (base !== local || ANYBODYS_DOMAINS.has(domain))) return true
  const isLocal = rules.localSuffixes.has(domain.slice(domain.lastIndexOf('.') + 1))
  return !isLocal && PLACEHOLDER_NAMES.has(registrableDomain(domain).split('.', 1)[0] ?? '')
}
