/** What a kind of answer says, in one language. Folded: lower case, no accents, straight apostrophes, single spaces. */
export interface PhraseLists {
  /** Words that hardly stand in another language's sentences. */
  words: string
  /** Begin a request: "please", "could you". */
  please: string
  /** The sender as an object: "me", "my address". */
  me: string
  /** Words that turn what follows them in a clause into its opposite. */
  not: string
  /** Begin a question that asks for a fact and nothing else. */
  asks: string
  /** Wants to be taken off; each a line `name: pattern`. `{please}` and `{me}` stand for the lists above. */
  removeMe: string
  /** Wants "it" to be taken off, where the sentence before speaks of an address. */
  removeIt: string
  /** The same by a negation: "no more emails". */
  noMore: string
  notNow: string
  notInterested: string
  interested: string
  /** In an automatic mail: its recipient is away. */
  away: string
  /** Lines that close an email, before the sender's name. */
  closings: string
}
