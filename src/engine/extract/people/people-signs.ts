import type { FoundAddress, PageInput, PageScan } from '../page/page-facts.ts'
import { alternation } from '../../../lib/text/alternation.ts'

/** Words by which sites of many languages announce their people, in titles, headings and paths. */
const PEOPLE = new RegExp(
  alternation`
    team|staff|people|leadership|management|directors?\b|board(?:\b|.?members)|partners?\b|employees?|faculty
    personnel|officers|trustees|committee|councill?ors|governors|founders|attorneys|lawyers|solicitors
    our (?:doctors|agents)|coaches|clergy|pastors|therapists|dentists|commissioners|who.we.are|meet.the|our.story
    \bpress\b|media.(?:contact|relation|inquir|enquir)|providers|physicians|mentions.l[eé]gales|aviso.legal|contact
    kontakt|ansprechpartner|mitarbeiter|vorstand|beirat|kuratorium|pr[aä]sidium|wer.wir.sind|gesch[aä]ftsf[uü]hr
    impressum|\bimprint\b|legal.notice|note.legali|colofon|[eé]quipe|direction|collaborateurs|comit[eé]\b|conseil
    (?:le|notre).bureau|/bureau\b|qui.sommes|equipo|ejecutivos|direcci[oó]n|junta.directiva|quienes|nosotros
    quem somos|equipa|diretoria|squadra|direzione|direttivo|organigramma|chi siamo|medewerkers|bestuur|over ons
    medarbetare|ledning|ansatte|medarbejdere|bestyrelse|styrelse|styret|hallitus|henkil[oö]st|zesp[oó][lł]|zarz[aą]d
    pracownicy|kadra|practitioners|praticien|m[eé]decins|[aä]rzte\b|m[eé]dicos|artsen|lekarze|l[aä]kare|l[eé]ka[rř]i
    profesorado|enseignants|lehrkr[aä]fte|kollegium|leraren|docenten|nauczyciele|avocats|avvocati|abogados|anw[aä]lte
    advocaten|advokater|adwokaci|advok[aá]ti|organigramm|patronato|v[yý]bor\b|veden[ií]\b|n[aá][sš].t[yýií]m
    zam[eě]stnanc|zaposleni|djelatnici|sodelavci|ekipa\b|munkat[aá]rs|csapat|vezet[oő]s[eé]g|echipa\b|conducere
    avoca[tțţ]i\b|ekibimiz|kadro|y[oö]netim.kurulu|komanda|darbuotoj|darbinieki|meeskond|t[oö][oö]tajad|juhatus|tiimi
    yhteystiedo|starfsf[oó]lk|stj[oó]rn\b|corpo.docente|docent[ei]s?\b|(?:lab|group|our).members|сотрудники|команда
    екип(?![а-я])|контакт|руководство|керівництво|працівники|ομάδα|διοίκηση|προσωπικό|επικοινωνία|צוות|スタッフ|メンバー|役員|社員
    会社概要|团队|團隊|成员|成員|联系|구성원|임직원`,
  'i',
)

/** Pages about the house: there small ones show who they are. A heading of the same words promises nobody. */
const ABOUT = new RegExp(
  alternation`
    \babout(?:[-_ ]us)?\b|[uü]e?ber[-_ ]?uns|[aà][-_ ]?propos\b|\bom[-_ ](?:oss|os)\b|\bo[-_ ]n[aá]s\b|\bdespre[-_ ]noi
    hakk[iı]m[iı]zda|\br[oó]lunk\b|\bmeist[aä]\b`,
  'i',
)
/** Whether a path or a title promises people, or to tell of the house. */
export const announcesPeople = (text: string): boolean => PEOPLE.test(text) || ABOUT.test(text)

/** Whether a title, heading or path promises people: the page is worth a second, structural pass. */
export const namesPeople = (text: string): boolean => PEOPLE.test(text)

/**
 * A title as a text of its own, before a comma or a colon, or that of an owner before a name: people are presented, whatever the
 * page calls itself. The words
 * are the frequent heads of titles; a page of people has one of them. Spelled out, for the engine sorts plain words by
 * their beginnings; and the few blanks that sources have are searched for in half the time of `\s`.
 */
const POSITION_SIGN = new RegExp(
  '[> \\n\\t\\r\\u00a0](?:(?:' +
    'President|Director|CEO|CFO|CTO|Founder|founder|Owner|owner|Partner|Attorney|Manager|Nurse|Practitioner|' +
    'Mayor|Councilmember|Councillor|Realtor|Broker|Psychologist|Professor|Secretary|Treasurer|Chair|Chairman|' +
    'Chairwoman|Coordinator|Engineer|Consultant|Adviser|Advisor|Carpenter|Principal|Geschäftsführer|' +
    'Geschäftsführerin|Inhaber|Inhaberin|Vorsitzende|Vorsitzender|Kassenwart|Schriftführer|Bürgermeister|Notar|' +
    'Rechtsanwalt|Rechtsanwältin|Steuerberater|Leiter|Leiterin|Sekretariat|Président|Présidente|Trésorier|' +
    'Trésorière|Directeur|Directrice|Gérant|Gérante|Responsable|Directora|Presidente|Presidenta|Vicepresidente|' +
    'Tesorero|Tesorera|Secretario|Secretaria|Gerente|Tesoriere|Direttore|Direttrice|Titolare|Segretario|' +
    'Segretaria|Eigenaar|Voorzitter|Penningmeester|Secretaris|Diretor|Diretora|Dyrektor|Prezes|Kierownik|' +
    'Pastor|Vicar|Trustee|Clerk|Coach|Teacher|Headteacher|Lecturer|Dentist|Therapist|Solicitor|Accountant|Curator|' +
    'Trainer|Trainerin|Pfarrer|Pfarrerin|Zahnarzt|Zahnärztin|Avocat|Avocate|Abogado|Abogada|Avvocato|Avvocata|' +
    'Direktör|Ordförande|Kassör|Formand|Kasserer|Sekretær|Daglig leder|Toimitusjohtaja|Jednatel|Ředitel|Igazgató|' +
    'Müdür|Müdürü' +
    ')\\s{0,40}[<,&:/]|(?:VP|Vice President)\\s|' +
    // An element of its own, in which the title goes on.
    '(?<=>\\s?)(?:President|Director|Founder|Partner|Attorney|Manager|Professor|Head|Directeur|Directrice|Director[ae]?|' +
    'Directora|Presidente|Gerente|Direttore|Direttrice|Leiter|Leiterin|Prezes|Dyrektor|Kierownik|Avocate?|Avvocat[oa]|' +
    'Abogad[oa]|Advokat|Adwokat|Radca)\\s(?:of|at|for|de|del|della|di|der|des|i|et|y|e|und|and|prawny)\\s|' +
    '(?:Founder|Founders|founder|founders|Owner|Owners|owner|owners|Inhaber|Inhaberin|Geschäftsführer|' +
    'Geschäftsführerin|Gérant|Gérante|Titolare|Eigenaar)\\s[A-Z][a-zà-ÿ]+\\s(?:(?:and|und|et|e|en|&amp;)\\s)?[A-Z][a-zà-ÿ])',
)

/** A post of the Far East that names whom a house is represented by. */
const EASTERN_SIGN = /(?:대표|代表)(?:이사|변호사|원장|자|者|取締役|理事|社員)|>(?:代表|社長|院長|店長|園長|대표|원장)</

/**
 * Whether a page is worth its tree. Addresses of teams alone, on a page without a word of people, a title or structured data, are
 * owned by nobody.
 */
export function presentsPeople(
  { url, html }: PageInput,
  scan: PageScan,
  isTeam: (address: FoundAddress) => boolean,
): boolean {
  const { addresses, title, jsonLd, hasItems, worthParsing } = scan
  if (worthParsing && (addresses.length === 0 || jsonLd.length > 0 || !addresses.every(isTeam))) return true
  const isAnnounced = worthParsing && (announcesPeople(url) || announcesPeople(title ?? '') || hasItems)
  return isAnnounced || POSITION_SIGN.test(html) || EASTERN_SIGN.test(html)
}

/**
 * Pages that list pupils, patients or members of a faith or a union by name: special categories, nobody on them is recorded.
 * Their teachers and offices stand on other pages.
 */
const SPECIAL_PAGE = new RegExp(
  alternation`
    \b(?:class[ -]?(?:list|roster)|(?:our|the) (?:pupils|patients)|pupil list|honou?r roll
      kindergarten (?:group|class)|kids? club members|grade \d{1,2} (?:students|class)|klassenlisten?
      klasse[ -]\d{1,2}\s?[a-f]\b|schülerlisten?|schülerinnen und schüler der|liste des élèves|élèves de
      classe de (?:cp|ce\d|cm\d|[3-6]e)|lista de alumnos|alumnos de \d|elenco (?:degli )?alunni
      leerlingen (?:van )?groep|elevlista|patient (?:list|stories)|parishioners|prayer list|union members list
      members of (?:the )?(?:congregation|union))\b`,
  'iu',
)

/** Whether a page announces a list of people who must not be recorded, by its title or path. */
export const listsProtectedPeople = (url: string, title: string | null): boolean =>
  SPECIAL_PAGE.test(title ?? '') || SPECIAL_PAGE.test(url.replace(/[-_/+]|%20/g, ' '))
