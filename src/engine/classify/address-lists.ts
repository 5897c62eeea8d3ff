import { foldings } from '../../lib/text/fold-text.ts'
import { readWordList } from '../../lib/text/word-list.ts'

/** Lists by which addresses are told apart. An operator may put newer ones in the place of those that are shipped. */
export interface AddressLists {
  /** Domains at which anybody may open a mailbox. */
  readonly webmail: ReadonlySet<string>
  /** Domains of services of temporary mailboxes. */
  readonly disposable: ReadonlySet<string>
  /** Domains of alias and relay services. */
  readonly forwarder: ReadonlySet<string>
  /** Words of functions, departments and teams, in every folding. */
  readonly role: ReadonlySet<string>
}

/** Where the lists are found that one Quarry uses just now: they are replaced as a whole. */
export interface ListsInUse {
  readonly inUse: AddressLists
}

/** The month in which the shipped lists were last looked through. */
export const LISTS_DATED = '2026-01'

const shipped = (name: string): ReadonlySet<string> => readWordList(new URL(`./lists/${name}.txt`, import.meta.url))

/** Words in every folding, as local parts are looked up. */
export const foldedWords = (words: ReadonlySet<string>): ReadonlySet<string> => new Set([...words].flatMap(foldings))

export const SHIPPED_LISTS: AddressLists = {
  webmail: shipped('webmail-domains'),
  disposable: shipped('disposable-domains'),
  forwarder: shipped('forwarder-domains'),
  role: foldedWords(shipped('role-words')),
}
