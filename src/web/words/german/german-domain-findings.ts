import type { SaidFinding } from '../english/english-mailboxes.ts'

type Code = SaidFinding['code']

const unanswered = (what: string) => (domain: string) =>
  `DNS hat für ${what} von ${domain} nicht geantwortet: Was vorher bekannt war, gilt weiter.`

/** Sentences about a domain, by code. `about` is the record, host or address concerned. */
const SENTENCES: Readonly<Record<Code, (domain: string, about: string, count: number) => string>> = {
  'mx.none': (domain) =>
    `Antworten an ${domain} kommen nicht an: Es gibt keinen Mailserver. Veröffentlichen Sie einen MX-Eintrag.`,
  'mx.null': (domain) =>
    `Antworten an ${domain} kommen nicht an: Der MX-Eintrag sagt, dass die Domain keine Mails annimmt.`,
  'mx.unresolvable': (domain, about) =>
    `Antworten an ${domain} kommen nicht an: Den Mailserver ${about} gibt es nicht.`,
  'mx.implicit': (domain) =>
    `${domain} hat keinen MX-Eintrag: Antworten gehen an die Domain selbst. Veröffentlichen Sie einen.`,
  'mx.cname': (_, about) => `Der Mailserver ${about} ist ein Alias (CNAME), den MX-Einträge nicht nennen dürfen.`,
  'mx.ip': (_, about) => `Der MX-Eintrag nennt die Adresse ${about}: Er muss einen Namen nennen.`,
  'mx.partial': (_, about) => `Den Mailserver ${about} gibt es nicht: Nehmen Sie ihn aus den MX-Einträgen.`,
  'mx.unanswered': unanswered('die MX-Einträge'),
  'spf.none': (domain, about) =>
    `${domain} nennt keine Server, die dafür senden dürfen: Veröffentlichen Sie ${about === domain ? 'diesen TXT-Eintrag' : `den SPF-Eintrag, den der Betreiber von ${about} verlangt`}.`,
  'spf.several': (_, about) =>
    `${about} hat mehrere SPF-Einträge, was bei Empfängern als Fehler gilt: Veröffentlichen Sie nur einen.`,
  'spf.syntax': (domain, about) =>
    `Der SPF-Eintrag von ${domain} gilt bei Empfängern als Fehler: „${about}“ ist nicht lesbar.`,
  'spf.too_many': (domain, about, count) =>
    `Der SPF-Eintrag von ${domain} braucht ${count} Abfragen, mehr als 10 gelten als Fehler. Die meisten: ${about}.`,
  'spf.void': (domain, about) =>
    `Der SPF-Eintrag von ${domain} führt zu mehr als zwei Namen ohne Einträge, was als Fehler gilt: ${about}.`,
  'spf.include_missing': (domain, about) =>
    `Der SPF-Eintrag von ${domain} bezieht ${about} ein, wo keiner steht: Nehmen Sie das heraus.`,
  'spf.loop': (domain, about) => `Der SPF-Eintrag von ${domain} bezieht über ${about} sich selbst ein.`,
  'spf.mx_over_10': (domain, about) =>
    `Der SPF-Eintrag von ${domain} nennt die Mailserver von ${about}, das sind mehr als 10.`,
  'spf.misses_sender': (domain, about) =>
    `Der SPF-Eintrag von ${domain} erlaubt ${about} nicht: Veröffentlichen Sie ihn mit der Ergänzung.`,
  'spf.plus_all': (domain) => `Der SPF-Eintrag von ${domain} lässt alle senden: Beenden Sie ihn mit ~all.`,
  'spf.neutral': (domain) => `Der SPF-Eintrag von ${domain} endet mit ?all, was nichts sagt: Beenden Sie ihn mit ~all.`,
  'spf.no_all': (domain) =>
    `Der SPF-Eintrag von ${domain} sagt nicht, wer nicht senden darf: Beenden Sie ihn mit ~all.`,
  'spf.ptr': (domain, about) =>
    `Der SPF-Eintrag von ${domain} benutzt ${about}, was langsam ist und von vielen übergangen wird.`,
  'spf.near_limit': (domain, _, count) => `Der SPF-Eintrag von ${domain} braucht ${count} von 10 erlaubten Abfragen.`,
  'spf.after_all': (domain, about) => `Im SPF-Eintrag von ${domain} steht ${about} hinter all und wird nie gelesen.`,
  'spf.redirect_ignored': (domain, about) => `Im SPF-Eintrag von ${domain} wird ${about} neben all übergangen.`,
  'spf.macro': (domain, about) =>
    `Der SPF-Eintrag von ${domain} hängt durch ${about} vom Absender ab und lässt sich von außen nicht beurteilen.`,
  'spf.softfail': (domain) => `Der SPF-Eintrag von ${domain} endet mit ~all, was genügt.`,
  'spf.unanswered': unanswered('den SPF-Eintrag'),
  'dkim.missing': (_, about) =>
    `Quarry signiert die Mails, aber ${about} ist nicht veröffentlicht: Veröffentlichen Sie diesen Eintrag.`,
  'dkim.mismatch': (_, about) =>
    `Bei ${about} steht ein anderer Schlüssel als der, mit dem Quarry signiert: Veröffentlichen Sie diesen.`,
  'dkim.revoked': (_, about) =>
    `Der Schlüssel bei ${about} ist zurückgezogen (leeres p=): Veröffentlichen Sie diesen Eintrag.`,
  'dkim.weak': (_, about, count) =>
    `Der Schlüssel bei ${about} hat ${count} Bit, und Empfänger übergehen weniger als 1024.`,
  'dkim.several': (_, about) => `Bei ${about} stehen mehrere Einträge: Behalten Sie nur diesen.`,
  'dkim.syntax': (_, about) => `Der Eintrag bei ${about} ist nicht lesbar: Veröffentlichen Sie diesen.`,
  'dkim.sha1': (_, about) => `Der Eintrag bei ${about} erlaubt sha256 nicht, womit Quarry signiert.`,
  'dkim.service': (_, about) => `Der Eintrag bei ${about} gilt nicht für Mails (Angabe s=).`,
  'dkim.dangling': (_, about) => `Der Alias bei ${about} führt zu einem Namen, den es nicht gibt.`,
  'dkim.short': (_, about, count) =>
    `Der Schlüssel bei ${about} hat ${count} Bit: Erzeugen Sie einen mit 2048 unter einem neuen Selektor.`,
  'dkim.testing': (_, about) =>
    `Der Eintrag bei ${about} sagt, dass DKIM nur getestet wird: Veröffentlichen Sie ihn ohne t=y.`,
  'dkim.provider_missing': (domain, about) =>
    `${about} signiert nicht als ${domain}: Schalten Sie DKIM dort ein und veröffentlichen Sie die gezeigten Einträge.`,
  'dkim.unknown': (_, about) =>
    `Ob ${about} die Mails signiert, ist nicht bekannt. Wenn nicht, erzeugen Sie hier einen Schlüssel.`,
  'dkim.unanswered': unanswered('den DKIM-Eintrag'),
  'align.none': (domain) =>
    `Weder Signatur noch Absenderadresse sprechen für ${domain}: Empfänger, die nach DMARC gehen, lehnen die Mails ab.`,
  'align.spf_only': (domain) =>
    `Nur SPF spricht für ${domain}, was beim Weiterleiten endet: Lassen Sie Quarry oder den Anbieter als ${domain} signieren.`,
  'dmarc.none': (domain) =>
    `${domain} hat keinen DMARC-Eintrag, den große Anbieter verlangen: Veröffentlichen Sie diesen.`,
  'dmarc.several': (_, about) =>
    `Bei ${about} stehen mehrere DMARC-Einträge, die als keiner gelten: Behalten Sie einen.`,
  'dmarc.syntax': (_, about) => `Der DMARC-Eintrag bei ${about} ist nicht lesbar: Veröffentlichen Sie diesen.`,
  'dmarc.no_policy': (_, about) =>
    `Der DMARC-Eintrag bei ${about} hat keine bekannte Regel: p=none, quarantine oder reject.`,
  'dmarc.strict_unaligned': (domain, about) =>
    `Der DMARC-Eintrag verlangt genau ${domain} (${about}), und die Mails tragen einen anderen Namen.`,
  'dmarc.removed_tags': (_, about) =>
    `Der DMARC-Eintrag hat Angaben, die RFC 9989 gestrichen hat (${about}): Veröffentlichen Sie ihn ohne sie.`,
  'dmarc.testing': (domain) => `Der DMARC-Eintrag von ${domain} wird getestet (t=y): Seine Regel wird nicht angewandt.`,
  'dmarc.rua_unauthorised': (_, about) =>
    `Berichte an ${about} werden nicht gesandt, weil diese Domain nicht zugestimmt hat: Sie muss diesen Eintrag veröffentlichen.`,
  'dmarc.wrong_place': (domain) => `Ein DMARC-Eintrag steht bei ${domain} selbst: Er zählt nur bei _dmarc.${domain}.`,
  'dmarc.duplicate_tag': (_, about) => `Der DMARC-Eintrag sagt ${about} mehr als einmal.`,
  'dmarc.inherited': (domain, about) => `Für ${domain} gilt der DMARC-Eintrag bei ${about}.`,
  'dmarc.p_none': () => 'Die DMARC-Regel ist none, was den großen Anbietern genügt.',
  'dmarc.no_rua': () => 'Der DMARC-Eintrag verlangt keine Berichte: Nennen Sie in rua ein Postfach dafür.',
  'dmarc.unanswered': unanswered('den DMARC-Eintrag'),
  'ptr.none': (_, about) =>
    `Die Adresse ${about} hat keinen Namen im Reverse-DNS: Fragen Sie den Besitzer ihres Netzes danach.`,
  'ptr.mismatch': (_, about) => `Der Name von ${about} im Reverse-DNS führt nicht zu ihr zurück.`,
  'tls.none': (_, about) => `Der Mailserver ${about} bietet kein TLS an, das große Anbieter verlangen.`,
  'tls.certificate': (_, about) => `Das Zertifikat des Mailservers ${about} ist nicht gültig.`,
  'sts.none': (domain) => `Mails an ${domain} müssen nicht verschlüsselt sein: MTA-STS würde es verlangen.`,
  'sts.testing': (domain) => `Die MTA-STS-Regel von ${domain} wird getestet.`,
  'sts.no_policy': (domain) => `MTA-STS ist für ${domain} angekündigt, aber die Regel ist nicht lesbar.`,
  'sts.mx_missing': (domain, about) => `Die MTA-STS-Regel von ${domain} nennt den Mailserver ${about} nicht.`,
  'tlsrpt.none': (domain) =>
    `Niemand erfährt, wenn Mails an ${domain} nicht verschlüsselt werden können: TLS-Berichte sagen es.`,
  'auth.password': (_, about) =>
    `${about} sendet mit einem Passwort, was Microsoft für bestehende Mandanten Ende Dezember 2026 abschaltet: Verbinden Sie das Postfach mit OAuth.`,
  'domain.webmail': (domain) =>
    `Über Mails von ${domain} bestimmt deren Besitzer: Nehmen Sie für Kampagnen eine eigene Domain.`,
}

const BY_CODE: ReadonlyMap<string, (typeof SENTENCES)[Code]> = new Map(Object.entries(SENTENCES))

/** One sentence; in English if there is no German one yet. */
export const germanDomainFinding = ({ code, sentence, about, count }: SaidFinding, domain: string): string =>
  BY_CODE.get(code)?.(domain, about ?? domain, count ?? 0) ?? sentence
