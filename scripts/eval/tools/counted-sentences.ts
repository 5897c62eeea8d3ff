/**
 * 200 questions for a number of companies, in four languages: each must find companies if the question without its
 * number does. Counts and questions are combined, so that every form of a number is used with every kind of company.
 */
export interface CountedSentence {
  /** With a number, and without. */
  counted: string
  plain: string
  /** How many are asked for. */
  count: number
}

type Form = readonly [lead: string, count: number]

const LANGUAGES: readonly { forms: readonly Form[]; questions: readonly string[] }[] = [
  {
    forms: [
      ['5', 5],
      ['ten', 10],
      ['top 3', 3],
      ['a dozen', 12],
      ['give me 7', 7],
      ['list the best 4', 4],
      ['show me up to 20', 20],
      ['find a few', 5],
      ['a couple of', 2],
      ['please list fifteen', 15],
    ],
    questions: [
      'software companies in Porto',
      'software companies in Portugal',
      'software firms in Lisbon',
      'software companies with 51-200 employees',
      'companies in Braga',
    ],
  },
  {
    forms: [
      ['5', 5],
      ['zehn', 10],
      ['die 3 größten', 3],
      ['ein Dutzend', 12],
      ['zeige mir 7', 7],
      ['die besten 4', 4],
      ['bis zu 20', 20],
      ['finde einige', 5],
      ['ein paar', 2],
      ['bitte nenne fünfzehn', 15],
    ],
    questions: [
      'Softwareunternehmen in Porto',
      'Softwareunternehmen in Portugal',
      'Softwarefirmen in Lissabon',
      'Unternehmen in Braga',
      'Unternehmen in Portugal',
    ],
  },
  {
    forms: [
      ['5', 5],
      ['dix', 10],
      ['les 3 meilleures', 3],
      ['une douzaine d’', 12],
      ['donne-moi 7', 7],
      ['les 4 premières', 4],
      ['jusqu’à 20', 20],
      ['trouve quelques', 5],
      ['deux', 2],
      ['liste quinze', 15],
    ],
    questions: [
      'entreprises de logiciels à Porto',
      'entreprises de logiciels au Portugal',
      'entreprises de logiciels à Lisbonne',
      'entreprises à Braga',
      'entreprises au Portugal',
    ],
  },
  {
    forms: [
      ['5', 5],
      ['diez', 10],
      ['las 3 mejores', 3],
      ['una docena de', 12],
      ['dame 7', 7],
      ['las primeras 4', 4],
      ['hasta 20', 20],
      ['busca algunas', 5],
      ['dos', 2],
      ['lista quince', 15],
    ],
    questions: [
      'empresas de software en Oporto',
      'empresas de software en Portugal',
      'empresas de software en Lisboa',
      'empresas en Braga',
      'empresas en Portugal',
    ],
  },
]

export const COUNTED_SENTENCES: readonly CountedSentence[] = LANGUAGES.flatMap(({ forms, questions }) =>
  questions.flatMap((plain) =>
    forms.map(([lead, count]) => ({ counted: `${lead}${lead.endsWith('’') ? '' : ' '}${plain}`, plain, count })),
  ),
)
