import type { CheckDice } from './check-dice.ts'
import type { CheckWords } from './check-cultures.ts'

/** One person as a layout puts it on the page. */
export interface CheckDraft {
  /** May be a link to the address or to a page of the person. */
  nameHtml: string
  /** The name as text, for pictures. */
  written: string
  position: string | null
  /** A line that stands where a position could and is none. */
  note: string | null
  /** Empty where the name is the link, or where there is no address. */
  mail: string
  phone: string | null
  room: string | null
  /** First letter of the name as written, for pages in order of the alphabet. */
  letter: string
}

/** What a layout works from. */
export interface CheckSheet {
  dice: CheckDice
  words: CheckWords
  people: readonly CheckDraft[]
  departments: readonly string[]
  /** Between two elements: a line break with blanks, or nothing where the page is minified. */
  gap: string
  /** The word for an address on this page. */
  mailWord: string
}

export interface CheckLayout {
  kind: string
  classes: readonly string[]
  /** Has a picture with the name as its text. */
  pictures?: true
  /** Every person has a position on the page, written before the name in one line with it. */
  labels?: true
  lay: (sheet: CheckSheet) => string
}

/** Lines of a person below the name, empty ones left out. */
export function checkLines(
  { position, note, room, phone, mail }: CheckDraft,
  sheet: CheckSheet,
  labelled: boolean,
): string[] {
  const { words, mailWord } = sheet
  return [
    position,
    note,
    room === null ? null : `${words.room} ${room}`,
    phone === null ? null : labelled ? `${words.phone} ${phone}` : phone,
    mail === '' ? null : labelled ? `${mailWord}: ${mail}` : mail,
  ].filter((line) => line !== null)
}

/** In groups of a size. */
export function checkGroups<T>(list: readonly T[], size: number): T[][] {
  const groups: T[][] = []
  for (let start = 0; start < list.length; start += size) groups.push(list.slice(start, start + size))
  return groups
}
