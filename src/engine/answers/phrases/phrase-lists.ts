/** How each kind of answer is worded in one language. Folded: lower case, no accents, straight apostrophes, single spaces. */
export interface PhraseLists {
  /** Words that rarely occur in other languages' sentences. */
  words: string
  /** Beginnings of a request: "please", "could you". */
  please: string
  /** The sender as an object: "me", "my address". */
  me: string
  /** Words that negate what follows them in a clause. */
  not: string
  /** Beginnings of a question that only asks for a fact. */
  asks: string
  /** Wants to be taken off; one line `name: pattern` each. `{please}` and `{me}` stand for the lists above. */
  removeMe: string
  /** Wants "it" to be taken off, if the previous sentence is about an address. */
  removeIt: string
  /** The same as a negation: "no more emails". */
  noMore: string
  notNow: string
  notInterested: string
  interested: string
  /** In an automatic mail: its recipient is away. */
  away: string
  /** Lines that close an email, before the sender's name. */
  closings: string
}
