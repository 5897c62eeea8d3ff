import type { CheckDice } from './check-dice.ts'
import type { CheckWords } from './check-cultures.ts'

/** One person as a layout puts it on the page. */
export interface CheckDraft {
  /** May be a link to the address or to the person's page. */
  nameHtml: string
  /** The name as text, for pictures. */
  written: string
  position: string | null
  /** A line in the place of a position that is not one. */
  note: string | null
  /** Empty if the name is the link, or if there is no address. */
  mail: string
  phone: string | null
  room: string | null
  /** The first letter of the name as written, for alphabetical pages. */
  letter: string
}

/** What a layout is given. */
export interface CheckSheet {
  dice: CheckDice
  words: CheckWords
  people: readonly CheckDraft[]
  departments: readonly string[]
  /** What separates two elements: a line break with blanks, or nothing if the page is minified. */
  gap: string
  /** The word for an address on this page. */
  mailWord: string
}

export interface CheckLayout {
  kind: string
  classes: readonly string[]
  /** Whether there is a picture with the name as its text. */
  pictures?: true
  /** Whether every person has a position on the page, written before the name on the same line. */
  labels?: true
  lay: (sheet: CheckSheet) => string
}

/** The lines of a person below the name, without empty ones. */
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

/** In groups of a given size. */
export function checkGroups<T>(list: readonly T[], size: number): T[][] {
  const groups: T[][] = []
  for (let start = 0; start < list.length; start += size) groups.push(list.slice(start, start + size))
  return groups
}
