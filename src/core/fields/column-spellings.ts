/** What other programs call the columns of people: in files of leads, in lists to verify, and in lists of people to find. */

export type PersonColumn =
  | 'email'
  | 'first_name'
  | 'last_name'
  | 'position'
  | 'company'
  | 'company_industry'
  | 'company_size'
  | 'company_type'
  | 'confidence_score'
  | 'website'
  | 'country_code'
  | 'linkedin_url'
  | 'phone_number'
  | 'twitter'
  | 'notes'
  | 'source'

/** English first, then German, French, Spanish, Italian, Dutch and Portuguese; without spaces, case or accents. */
const SPELLINGS: Readonly<Record<PersonColumn, string>> = {
  email:
    'emailaddress mail mailaddress workemail businessemail emailadresse adresseemail correo ' +
    'courriel adressemail correoelectronico indirizzoemail postaelettronica emailadres enderecodeemail',
  first_name: 'first firstname givenname forename vorname prenom nombre voornaam primeironome nombredepila',
  last_name:
    'last lastname surname familyname nachname nom apellido apellidos ' +
    'familienname zuname nomdefamille cognome achternaam sobrenome apelido',
  position:
    'title jobtitle role function ' +
    'funktion stelle berufsbezeichnung rolle poste fonction intituledeposte cargo puesto ruolo qualifica posizione functie functietitel funcao',
  company:
    'companyname organization organisation organizationname account accountname firma entreprise empresa ' +
    'employer unternehmen firmenname arbeitgeber societe employeur compania azienda societa bedrijf bedrijfsnaam organisatie werkgever empregador',
  company_industry: 'industry sector branche wirtschaftszweig secteur secteurdactivite industria settore setor',
  company_size: 'size headcount employees',
  company_type: 'typeofcompany',
  confidence_score: 'confidence score',
  website:
    'url domain domainname companywebsite companydomain companyurl ' +
    'homepage webseite internetseite siteweb siteinternet sitioweb paginaweb sito sitoweb bedrijfswebsite',
  country_code: 'countrycode',
  linkedin_url: 'linkedin linkedinprofile linkedinprofileurl personlinkedinurl',
  phone_number:
    'phone telephone tel mobile mobilephone telefon ' +
    'phonenumber telefonnummer rufnummer handy mobil portable telefono movil cellulare telefoon telefoonnummer mobiel telefone telemovel',
  twitter: 'twitterhandle x',
  notes:
    'note comment comments ' +
    'notiz notizen bemerkung bemerkungen anmerkung anmerkungen kommentar kommentare remarque remarques commentaire commentaires nota notas comentario comentarios observaciones commento commenti osservazioni opmerking opmerkingen observacao observacoes',
  source: 'leadsource',
}

const COLUMNS: ReadonlyMap<string, PersonColumn> = new Map(
  (Object.keys(SPELLINGS) as PersonColumn[]).flatMap((column) =>
    [plainHeader(column), ...SPELLINGS[column].split(' ')].map((spelling) => [spelling, column] as const),
  ),
)

/** A column title without case, accents, spaces or punctuation. */
export function plainHeader(title: string): string {
  return title
    .normalize('NFKD')
    .replace(/[^\p{L}\p{N}]+/gu, '')
    .toLowerCase()
}

/** What a column seems to contain, judged by its title; null if unclear. */
export const columnOfHeader = (title: string): PersonColumn | null => COLUMNS.get(plainHeader(title)) ?? null
