/** Questions written as forms are: `country: Germany; size = 11-50`, `tech != wordpress`, `country in (BR, MX)`. */

interface Label {
  /** Alternatives of an expression. */
  spelled: string
  names: RegExp
  /** What a question in words says in its place. */
  words: string
  /** The same for `!=`. */
  denied: string
}

const ANY = String.raw`[ \t]*(?<not>!=|<>)?(?:[:=]=?|(?<=[!<]=|<>)|[ \t]+contains(?=[ \t])|[ \t]+in(?=[ \t]*\())[ \t]*`

const label = (names: string, words: string, denied: string): Label => ({
  spelled: names,
  names: new RegExp(String.raw`(?<![\p{L}\p{N}])(?:${names})${ANY}`, 'giu'),
  words,
  denied,
})

const LABELS: readonly Label[] = [
  label(
    'countr(?:y|ies)|locations?|cit(?:y|ies)|regions?|states?|hqs?|headquarters?|geo(?:s|graph(?:y|ies))?|territor(?:y|ies)|land|ort|stadt|sitz|standort|pays|ville|país|ciudad|sede|paese|città|cidade',
    'in ',
    'not in ',
  ),
  label(
    '(?:company |team )?(?:size|employees|headcount|team|staff|ftes?|emps?)|employee count|number of employees|mitarbeiter|effectif|empleados|dipendenti|medewerkers|funcionários',
    'headcount ',
    'not headcount ',
  ),
  label(
    'industr(?:y|ies)|sectors?|verticals?|topics?|keywords?|branchen?|secteurs?|industrias?|settor[ei]|setor(?:es)?|segments?',
    'any of ',
    'excluding ',
  ),
  label('tech(?:nolog(?:y|ies))?(?: stack)?|stack|crm|cms|uses', 'using ', 'not using '),
  label('(?:funding )?(?:stages?|series|rounds?)', 'series ', 'not series '),
  label('(?:company )?types?|ownership|icp', '', 'not '),
  label('(?:year )?founded|founding year', 'founded ', 'not founded '),
]

/** All names of fields but `keywords`, as alternatives of an expression. */
export const FIELD_NAMES = LABELS.map(({ spelled }) => spelled)
  .join('|')
  .replace('keywords?|', '')

/** The question with the names of fields as words. */
export const withLabelsAsWords = (text: string): string =>
  /[:=(]|<>|contains/i.test(text)
    ? LABELS.reduce(
        (all, { names, words, denied }) =>
          all.replace(names, (...found) => ((found.at(-1) as { not?: string }).not === undefined ? words : denied)),
        text,
      )
    : text
