/**
 * Words in paths and link texts that promise people and addresses, in lower case without diacritics. Words of one phrase are
 * joined by `-`; scripts without blanks are in `IDEOGRAPHS`. Data, not code: adding a line adds a language.
 */

export type LinkTopic =
  | 'team'
  | 'contact'
  | 'leadership'
  | 'imprint'
  | 'about'
  | 'authors'
  | 'press'
  | 'offices'
  | 'legal'
  | 'careers'
  | 'news'

/** How promising a topic is, 0–100. */
export const TOPIC_SCORE: Readonly<Record<LinkTopic, number>> = {
  team: 100,
  contact: 95,
  leadership: 92,
  imprint: 90,
  about: 80,
  authors: 70,
  press: 65,
  offices: 60,
  legal: 50,
  careers: 40,
  news: 15,
}

/** Topics whose pages list people: a link on them is likely a person's page. */
export const PEOPLE_TOPICS: ReadonlySet<LinkTopic> = new Set<LinkTopic>(['team', 'leadership', 'authors'])

const WORDS: Readonly<Record<LinkTopic, string>> = {
  team: `
    team teams our-team the-team meet-the-team meet-us people our-people staff staff-directory directory faculty employees crew members
    who-we-are colleagues experts consultants advisors attorneys lawyers partners-and-staff
    unser-team das-team mitarbeiter mitarbeitende mitarbeiterinnen ansprechpartner ansprechpartnerin ansprechpartnerinnen kollegen kollegium
    personen menschen wir-sind
    equipe notre-equipe l-equipe nos-equipes collaborateurs qui-sommes-nous annuaire
    equipo nuestro-equipo el-equipo personal plantilla
    squadra il-team lo-staff persone il-nostro-team
    nossa-equipe nosso-time pessoas colaboradores quem-somos equipa a-equipa
    ons-team het-team medewerkers mensen wie-zijn-wij collega-s
    zespol nasz-zespol pracownicy ludzie kadra
    medarbetare vart-team personalen kollegor medarbejdere ansatte vi-er henkilosto tiimi
    komanda tym nas-tym lide csapat csapatunk munkatarsak echipa ekip ekibimiz
  `,
  contact: `
    contact contacts contact-us contactus get-in-touch reach-us talk-to-us write-to-us find-us
    kontakt kontakte kontaktformular kontaktieren so-erreichen-sie-uns
    contactez-nous nous-contacter contactez nous-ecrire
    contacto contactanos contactenos contactar
    contatti contattaci contatto
    contato fale-conosco contacte-nos contactos
    contacteer-ons neem-contact-op
    skontaktuj-sie kontaktiere kontakta kontakta-oss kontakt-os ota-yhteytta yhteystiedot kapcsolat iletisim kontakty kontaktai epikoinonia
  `,
  leadership: `
    leadership leadership-team management management-team executives executive-team board board-of-directors directors founders governance
    trustees senior-team advisory-board
    geschaeftsfuehrung geschaftsfuhrung vorstand fuehrung fuhrung leitung geschaeftsleitung geschaftsleitung aufsichtsrat
    direction dirigeants la-direction gouvernance conseil-d-administration
    direccion directiva equipo-directivo consejo-de-administracion
    direzione dirigenza consiglio-di-amministrazione
    diretoria direcao lideranca administracao
    directie bestuur raad-van-bestuur
    zarzad kierownictwo wladze
    ledning ledningsgrupp ledelse bestyrelse styrelse johto
  `,
  imprint: `
    imprint impressum mentions-legales mentions legal-notice legal-notices aviso-legal note-legali colofon anbieterkennzeichnung
    informacje-prawne juridisk-information impresum
  `,
  about: `
    about about-us aboutus company our-company the-company profile company-profile our-story history mission
    ueber-uns uber-uns ueberuns unternehmen firma wir-ueber-uns wir-uber-uns
    a-propos a-propos-de-nous entreprise l-entreprise societe notre-societe notre-histoire
    quienes-somos sobre-nosotros nosotros empresa conocenos acerca-de
    chi-siamo azienda la-nostra-storia societa
    sobre sobre-nos a-empresa institucional
    over-ons over organisatie bedrijf
    o-nas o-firmie
    om-oss om om-os foretaget virksomheden tietoa-meista yritys rolunk hakkimizda despre-noi
    apie-mus par-mums meist o-nama pro-nas про-нас о-нас о-компании про-компанию etaireia i-etaireia η-εταιρεια εταιρεια ποιοι-ειμαστε
  `,
  authors:
    'author authors autor autoren auteurs autores autori redaktion redaction redaccion redazione redacao redactie redakcja editorial editors contributors',
  press: `
    press presse prensa stampa imprensa pers prasa pressroom press-office press-contact newsroom media media-relations media-contact
    pressekontakt pressestelle presskontakt espace-presse sala-de-prensa sala-stampa
  `,
  offices: `
    office offices our-offices location locations branches stores standorte standort niederlassungen filialen agences bureaux nos-agences
    oficinas sedes sedi filiali escritorios unidades vestigingen kantoren oddzialy biura kontor
  `,
  legal: `
    legal legal-information privacy privacy-policy datenschutz datenschutzerklaerung agb terms confidentialite politique-de-confidentialite
    privacidad politica-de-privacidad informativa privacidade privacyverklaring polityka-prywatnosci integritetspolicy support help
  `,
  careers: `
    career careers jobs job join-us work-with-us vacancies karriere stellenangebote stellen carriere carrieres recrutement emplois
    empleo trabaja-con-nosotros carreras lavora-con-noi carriera carreiras trabalhe-conosco vacatures werken-bij kariera praca jobb karriar
  `,
  news: 'blog news aktuelles actualites noticias notizie nieuws aktualnosci nyheter magazine journal stories insights articles posts',
}

/** Word or phrase → topic. */
export const TOPIC_OF_WORD: ReadonlyMap<string, LinkTopic> = new Map(
  Object.entries(WORDS).flatMap(([topic, words]) =>
    words
      .trim()
      .split(/\s+/)
      .map((word) => [word, topic as LinkTopic] as const),
  ),
)

/** First word of every word and phrase → number of words in the longest phrase that begins with it. */
export const PHRASE_WORDS: ReadonlyMap<string, number> = longestPhrases([...TOPIC_OF_WORD.keys()])

function longestPhrases(phrases: readonly string[]): Map<string, number> {
  const longest = new Map<string, number>()
  for (const phrase of phrases) {
    const words = phrase.split('-')
    const first = words[0] ?? ''
    longest.set(first, Math.max(words.length, longest.get(first) ?? 0))
  }
  return longest
}

/** Searched for anywhere in a text, because these scripts put no blanks between words. */
export const IDEOGRAPHS: readonly (readonly [string, LinkTopic])[] = [
  ['チーム', 'team'],
  ['メンバー', 'team'],
  ['スタッフ', 'team'],
  ['社員', 'team'],
  ['团队', 'team'],
  ['團隊', 'team'],
  ['팀소개', 'team'],
  ['お問い合わせ', 'contact'],
  ['お問合せ', 'contact'],
  ['連絡先', 'contact'],
  ['联系', 'contact'],
  ['聯絡', 'contact'],
  ['문의', 'contact'],
  ['役員', 'leadership'],
  ['経営陣', 'leadership'],
  ['代表挨拶', 'leadership'],
  ['管理层', 'leadership'],
  ['特定商取引', 'imprint'],
  ['会社概要', 'about'],
  ['会社案内', 'about'],
  ['企業情報', 'about'],
  ['会社情報', 'about'],
  ['企業概要', 'about'],
  ['法人概要', 'about'],
  ['組合概要', 'about'],
  ['団体概要', 'about'],
  ['事務所概要', 'about'],
  ['事務所紹介', 'about'],
  ['私たちについて', 'about'],
  ['关于我们', 'about'],
  ['關於我們', 'about'],
  ['회사소개', 'about'],
  ['회사 소개', 'about'],
  ['오시는 길', 'contact'],
  ['プレス', 'press'],
  ['拠点', 'offices'],
  ['プライバシー', 'legal'],
  ['採用', 'careers'],
  ['ニュース', 'news'],
]

/** Path words of pages that are not for readers, or that the next visit would not find again: never fetched. */
export const NEVER_WORDS: ReadonlySet<string> = new Set(
  `cart basket checkout warenkorb panier carrito carrello winkelwagen login log-in logout signin sign-in signup sign-up register anmelden
  wp-admin wp-login wp-json xmlrpc cgi-bin cdn-cgi feed rss atom add-to-cart unsubscribe print share oauth account my-account wishlist
  search suche recherche buscar cerca zoeken`.split(/\s+/),
)

/** Path words of endless lists. */
export const LIST_WORDS: ReadonlySet<string> = new Set(
  `page tag tags category categories kategorie archive archives calendar kalender calendario events event veranstaltungen date day month
  year product products produkte shop store forum thread wiki gallery photos download downloads`.split(/\s+/),
)

/** File types without text for readers. */
export const NOT_TEXT =
  /\.(?:pdf|docx?|xlsx?|pptx?|od[tsp]|zip|gz|tgz|rar|7z|exe|dmg|apk|iso|jpe?g|png|gif|webp|avif|svg|ico|bmp|tiff?|mp[34]|m4[av]|webm|ogg|wav|avi|mov|css|m?js|json|xml|rss|atom|ics|vcf|woff2?|ttf|eot|csv|epub|bin|swf)$/i
