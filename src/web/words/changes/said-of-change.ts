/** What a change speaks of: a person or a company, and what it was and is. */
export interface SaidOfChange {
  who: string
  before: string | null
  after: string | null
}
