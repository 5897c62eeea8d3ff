/** What a change mentions: a person or a company, and the old and new state. */
export interface SaidOfChange {
  who: string
  before: string | null
  after: string | null
}
