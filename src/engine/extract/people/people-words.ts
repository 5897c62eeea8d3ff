/** Words by which sites of many languages announce their people, in titles, headings and paths. */
const PEOPLE =
  /team|staff|people|leadership|management|directors?\b|board\b|partners?\b|employees?|faculty|personnel|our (?:doctors|attorneys|lawyers|agents)|contact|kontakt|ansprechpartner|mitarbeiter|vorstand|gesch[aä]ftsf[uü]hr|impressum|[eé]quipe|direction|collaborateurs|equipo|direcci[oó]n|quienes|quem somos|equipa|diretoria|squadra|direzione|chi siamo|medewerkers|bestuur|over ons|medarbetare|ledning|ansatte|medarbejdere|henkil[oö]st|zesp[oó][lł]|zarz[aą]d|pracownicy|kadra|munkat[aá]rs|сотрудники|команда|контакты|руководство|スタッフ|役員|社員|会社概要|团队|联系/i

/** Whether a title, heading or path promises people: the page is worth a second, structural pass. */
export const namesPeople = (text: string): boolean => PEOPLE.test(text)
