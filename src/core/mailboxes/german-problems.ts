import { grantInGerman } from '../grants/german-grant-sentences.ts'
import { sentenceBook } from '../../lib/text/sentence-book.ts'
import { problemSaid } from './connection-problem.ts'
import type { MailboxProblem } from './connection-problem.ts'
import { SENDER_NOT_ALLOWED } from './sending-policy.ts'

/** Why a mailbox's server could not be used, in German; `server` is what it is used for. */
export const GERMAN_PROBLEMS = {
  unknown_host: (server) => `Den Server zum ${server} gibt es nicht. Prüfen Sie den Namen.`,
  dns_failure: (server) => `Der Server zum ${server} war gerade nicht zu finden. Versuchen Sie es später.`,
  private_address: (server) =>
    `Der Server zum ${server} hat eine private Adresse. Der Betreiber kann sie mit QUARRY_MAIL_ALLOWED_NETWORKS erlauben.`,
  plain_text: (server) =>
    `Das Passwort ginge unverschlüsselt an den Server zum ${server}. Benutzen Sie TLS oder STARTTLS.`,
  unreachable: (server) =>
    `Der Server zum ${server} ist nicht erreichbar. Prüfen Sie Server, Port und Verschlüsselung.`,
  no_tls: (server) => `Der Server zum ${server} verschlüsselt so nicht. Prüfen Sie Port und Verschlüsselung.`,
  bad_certificate: (server) => `Das Zertifikat des Servers zum ${server} gilt nicht für seinen Namen.`,
  login_refused: (server) => `Der Server zum ${server} lehnt Benutzername oder Passwort ab.`,
  no_login: (server) =>
    `Der Server zum ${server} bietet so keine Anmeldung an. Prüfen Sie Port und Verschlüsselung (STARTTLS auf 587 oder TLS auf 465).`,
  wrong_password: (server) => `Der Server zum ${server} lehnt Benutzername oder Passwort ab.`,
  broken: (server) => `Der Server zum ${server} sagt etwas, das Quarry nicht versteht.`,
  too_much: (server) => `Der Server zum ${server} hat weit mehr geschickt als verlangt.`,
  passwords_off: (server) =>
    `Der Server zum ${server} nimmt keine Passwörter mehr an. Verbinden Sie das Postfach mit OAuth.`,
  smtp_off: () =>
    'Das Senden über SMTP ist für dieses Postfach oder seine Organisation abgeschaltet: Ein Administrator muss authentifiziertes SMTP erlauben.',
  imap_off: () =>
    'Das Lesen über IMAP ist für dieses Postfach oder seine Organisation abgeschaltet: Ein Administrator muss es erlauben.',
  no_oauth: (server) =>
    `Der Server zum ${server} bietet keine Anmeldung mit OAuth an. Prüfen Sie den Namen oder verbinden Sie das Postfach mit einem Passwort.`,
  token_refused: (server) =>
    `Der Server zum ${server} nimmt die Berechtigung Ihres Anbieters nicht an. Verbinden Sie das Postfach neu.`,
  scope_refused: (server) =>
    `Die Berechtigung Ihres Anbieters gilt nicht für den Server zum ${server}. Verbinden Sie das Postfach neu und erlauben Sie alles, worum gebeten wird.`,
  size_limit: (server) => `Eine Mail ist zu groß für den Server zum ${server}.`,
  too_slow: (server) => `Der Server zum ${server} hat nicht rechtzeitig geantwortet. Versuchen Sie es später.`,
  refused: (server) => `Der Server zum ${server} lehnt die Verbindung ab. Versuchen Sie es später.`,
} as const satisfies Record<MailboxProblem, (server: string) => string>

const PROTOCOLS = { smtp: 'Senden (SMTP)', imap: 'Lesen (IMAP)' } as const

/** Other reasons why a mailbox does not send. */
const OTHERS = sentenceBook([
  [SENDER_NOT_ALLOWED, 'Der Betreiber dieser Installation erlaubt keine Mails von dieser Domain.'],
])

/** Why a mailbox cannot be used, in German; an unknown sentence is returned unchanged. */
export function problemInGerman(sentence: string): string {
  const said = problemSaid(sentence)
  return said === null ? OTHERS(grantInGerman(sentence)) : GERMAN_PROBLEMS[said.problem](PROTOCOLS[said.protocol])
}
