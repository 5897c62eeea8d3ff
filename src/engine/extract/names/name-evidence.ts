import type { NameParts } from '../../names/patterns.ts'

/** The evidence for a name: 3 given name and surname known, 2 given name known, 1 surname only, 0 its shape alone. */
export type NameEvidence = 0 | 1 | 2 | 3

export interface PersonName extends NameParts {
  /**
   * As people write it: without titles, degrees and nicknames in quotes, given name first unless the language says otherwise.
   */
  full: string
  evidence: NameEvidence
}
