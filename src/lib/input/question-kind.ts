import { hasKnownSuffix, normalizeDomain } from '../addresses/domain-name.ts'
import { parseTypedAddress } from '../addresses/email-address.ts'

/** What was typed into a single search box, and where it leads. */
export type TypedQuestion =
  | { kind: 'person'; email: string }
  | { kind: 'company'; domain: string }
  /** A person at a company named by its domain. */
  | { kind: 'find'; fullName: string; domain: string }
  /** Companies in plain words. */
  | { kind: 'discover'; query: string }
  /** The name of a company whose domain is to be found. */
  | { kind: 'name'; company: string }
  | { kind: 'none' }

const MAX_LENGTH = 1_000
/** A company name rarely has more words, a description of companies rarely fewer. */
const MAX_WORDS_OF_A_NAME = 4
const MIN_LETTERS_OF_A_NAME = 2

/** Words that describe a kind of company or a location, in English and German. */
const DESCRIBING =
  /(?:^|\s)(?:compan(?:y|ies)|firms?|startups?|start-ups|agenc(?:y|ies)|businesses|manufacturers|providers|vendors|similar|like|in|near|with|using|who|unternehmen|firmen|hersteller|anbieter|agenturen|wie|ähnlich|bei|nahe|mit|die)(?=[\s,]|$)/iu

/** Characters that surround an address or a domain in a sentence. */
const AROUND = /^[\s<([{"'„“”‚‘’`]+|[\s>)\]}"'„“”‚‘’`,;:!?]+$/gu

/**
 * Distinguishes an address, a domain, a person at a domain, a description and a name. Pure: nothing is looked up, so a word
 * without a dot is a name, and "birch.example" is a domain whether it exists or not.
 */
export function questionKind(text: string): TypedQuestion {
  const asked = text
    .slice(0, MAX_LENGTH)
    .normalize('NFC')
    .replace(/\p{Cc}+/gu, ' ')
    .trim()
  const words = asked.split(/\s+/).filter((word) => word !== '')
  const [email, ...otherEmails] = words.flatMap(
    (word) => parseTypedAddress(bare(word).replace(/^mailto:/i, ''))?.full ?? [],
  )
  if (email !== undefined && otherEmails.length === 0) return { kind: 'person', email }
  const domains = [...new Set(words.flatMap((word) => domainOf(word, words.length === 1) ?? []))]
  const [domain] = domains
  if (domain !== undefined && domains.length === 1) return aboutDomain(domain, asked, words)
  if (!/\p{L}/u.test(asked) || asked.length < MIN_LETTERS_OF_A_NAME) return { kind: 'none' }
  if (words.length > MAX_WORDS_OF_A_NAME || (words.length > 1 && DESCRIBING.test(asked)) || asked.endsWith('?'))
    return { kind: 'discover', query: asked }
  return { kind: 'name', company: asked }
}

const bare = (word: string): string => word.replaceAll(AROUND, '')

/** The domain that a text without blanks certainly is: its suffix is known. `Node.js` is none. */
export const surelyDomain = (text: string): string | null => domainOf(text, false)

/** On its own, any host name counts as a domain; among other words, "B.Sc." and "Node.js" do not unless the suffix is known. */
function domainOf(word: string, isAlone: boolean): string | null {
  const text = bare(word).replace(/\.$/, '')
  if (isAlone) return normalizeDomain(text)
  const domain = /^(?:https?:\/\/|www\.|@)?[^\s@]+\.[^\s@]+$/iu.test(text) ? normalizeDomain(text) : null
  return domain !== null && (hasKnownSuffix(domain) || RESERVED.test(domain)) ? domain : null
}

/** Names reserved for documentation and tests (RFC 2606 section 2): not public suffixes, but used in examples. */
const RESERVED = /\.(?:example|test)$/

/** "Jane Rivers birch.example": two to four capitalised words. */
const PERSON = /^\p{Lu}[\p{L}'’.-]*(?:\s+(?:(?:van|von|de|da|di|der|den|la|le|el|bin)\s+)*\p{Lu}[\p{L}'’.-]*){1,3}$/u

function aboutDomain(domain: string, asked: string, words: readonly string[]): TypedQuestion {
  const rest = words.filter((word) => domainOf(word, words.length === 1) === null)
  const name = rest
    .join(' ')
    .replace(/(?:,|\s(?:at|from|of|bei|von|@|-|–))+$/iu, '')
    .trim()
  if (PERSON.test(name)) return { kind: 'find', fullName: name, domain }
  const isComparison = /(?:^|\s)(?:similar|like|competitors|ähnlich|wie|wettbewerber)(?=\s|$)/iu.test(asked)
  return isComparison && rest.length > 0 ? { kind: 'discover', query: asked } : { kind: 'company', domain }
}
