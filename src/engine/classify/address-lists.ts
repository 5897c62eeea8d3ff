import { foldings } from '../../lib/text/fold-text.ts'
import { readWordList } from '../../lib/text/word-list.ts'

/** Lists by which addresses are classified. An operator may replace the shipped ones with newer ones. */
export interface AddressLists {
  /** Domains where anybody can open a mailbox. */
  readonly webmail: ReadonlySet<string>
  /** Domains of temporary mailbox services. */
  readonly disposable: ReadonlySet<string>
  /** Domains of alias and relay services. */
  readonly forwarder: ReadonlySet<string>
  /** Words for functions, departments and teams, in every folding. */
  readonly role: ReadonlySet<string>
}

/** Refers to the lists that one Quarry currently uses: they are replaced as a whole. */
export interface ListsInUse {
  readonly inUse: AddressLists
}

/** The month in which the shipped lists were last reviewed. */
export const LISTS_DATED = '2026-01'

const shipped = (name: string): ReadonlySet<string> => readWordList(new URL(`./lists/${name}.txt`, import.meta.url))

/** Words in every folding in which local parts are looked up. */
export const foldedWords = (words: ReadonlySet<string>): ReadonlySet<string> => new Set([...words].flatMap(foldings))

export const SHIPPED_LISTS: AddressLists = {
  webmail: shipped('webmail-domains'),
  disposable: shipped('disposable-domains'),
  forwarder: shipped('forwarder-domains'),
  role: foldedWords(shipped('role-words')),
}
