/** What programs call the person of a row, before the name of a column: `Registrant Email`, `contact_title`. */
export const COLUMN_PERSONS: readonly string[] =
  'contact person lead attendee registrant participant employee prospect delegate member customer speaker panelist presenter visitor guest applicant candidate subscriber'.split(
    ' ',
  )

/** Words that say which of several addresses or numbers it is: that of the office, or one that leads straight to the person. */
const QUALIFIERS: ReadonlySet<string> = new Set([
  ...COLUMN_PERSONS,
  // Forms speak to whom they ask, and say what may be left out.
  ...'your my optional required mandatory ihr ihre votre uw tuo tua suo sua optionnel facultatif obligatoire opcional obligatorio obrigatório'.split(
    ' ',
  ),
  ...'obbligatorio facoltativo pflichtfeld freiwillig verplicht optioneel valgfri frivillig'.split(' '),
  ...'work business direct primary main current office corporate default billing 1 value of no number'.split(' '),
  ...'geschäftlich geschäftliche dienstlich dienstliche dienstl beruflich berufliche direkt'.split(' '),
  ...'pro professionnel professionnelle travail bureau fixe'.split(' '),
  ...'profesional trabajo corporativo corporativa fijo directo profissional fixo direto'.split(' '),
  ...'aziendale lavoro ufficio fisso diretto zakelijk zakelijke werk vast'.split(' '),
  ...'służbowy służbowa służbowe firmowy firmowe komórkowy arbete jobb arbejde direkte'.split(' '),
  ...'pracovní mobilní'.split(' '),
])

/** `And what is your last name?`, `Which company do you work for?`: so ask forms. */
const IS_ASKED = /\?\s*$|(?<!\p{L})your(?!\p{L})/iu
const ASKING: ReadonlySet<string> = new Set(
  'and please what which who is s do does you for enter give us tell the'.split(' '),
)

/** A name of a column without the words that say whose or which it is: `Attendee Email`, `E-mail 1 - Value`, `Tél. fixe`. */
export function withoutOwner(title: string): string {
  const isAsked = IS_ASKED.test(title)
  return title
    .split(/[^\p{L}\p{N}\p{M}]+/u)
    .filter((word) => !QUALIFIERS.has(word.toLowerCase()) && !(isAsked && ASKING.has(word.toLowerCase())))
    .join(' ')
}

/** Where somebody works, or a firm itself: an `Office Name` is no person's, while an `Office Phone` may be. */
const PLACES: ReadonlySet<string> = new Set(
  'work business office corporate geschäftlich geschäftliche bureau trabajo lavoro ufficio werk zakelijk zakelijke'.split(
    ' ',
  ),
)

/** Whether a name of a column says that what it holds is that of a place of work. */
export const isOfPlace = (title: string): boolean =>
  title.split(/[^\p{L}\p{N}\p{M}]+/u).some((word) => PLACES.has(word.toLowerCase()))
