import type { IncomingMail } from './incoming-mail.ts'

/**
 * What an answer is: written by a person, sent by a program (RFC 3834), or a wanted to receive no more mail. A mail that
 * no bounce reader took for a bounce.
 */
export type ReplyKind = 'reply' | 'auto_reply' | 'unsubscribe'

/** Headers that only programs set, whatever they say. */
const PROGRAM_HEADERS = ['x-autoreply', 'x-autorespond', 'x-auto-reply', 'x-autoreply-from', 'x-mail-autoreply']
const PROGRAM_PRECEDENCE = new Set(['auto_reply', 'bulk', 'junk'])

/** How mail programs begin the subject of an absence notice, a line for each language or family. */
const ABSENCE_SUBJECTS = phrases(`
  automatic reply | auto reply | auto-reply | autoreply | auto response | automated reply | automated response
  autoresponse | auto: | out of office | out of the office | ooo: | on vacation | on leave | vacation reply
  i am out of | i'm out of | i am away | away from the office
  automatische antwort | autom. antwort | abwesenheitsnotiz | abwesenheit | nicht im büro | ich bin nicht im
  réponse automatique | absence du bureau | absent du bureau | message d'absence | en congés
  respuesta automática | fuera de la oficina | fuera de oficina | ausente de la oficina
  resposta automática | ausência temporária | fora do escritório | ausente do escritório
  risposta automatica | fuori ufficio | fuori sede | assente dall
  automatisch antwoord | automatische reactie | afwezig | niet op kantoor
  automatiskt svar | autosvar | frånvarande | automatisk svar | ikke til stede | fraværsmelding | fravær
  automaattinen vastaus | poissa toimistolta | sjálfvirkt svar | automaatvastus
  odpowiedź automatyczna | automatyczna odpowiedź | autoodpowiedź | poza biurem
  automatická odpověď | automatická odpoveď | mimo kancelář | automatikus válasz | răspuns automat
  automatski odgovor | samodejni odgovor | otomatik yanıt | otomatik cevap
  автоматический ответ | автоответ | вне офиса | автоматична відповідь | автоматичен отговор
  αυτόματη απάντηση | εκτός γραφείου | رد تلقائي | الرد التلقائي | מענה אוטומטי | תשובה אוטומטית
  自動応答 | 自動返信 | 不在 | 自动答复 | 自动回复 | 自動回覆 | 자동 응답 | 자동응답 | 자동 회신 | 부재중
  trả lời tự động | balasan otomatis | jawapan automatik | ตอบกลับอัตโนมัติ
`)

/** A whole subject, or a whole first line, that says nothing else. */
const OPT_OUTS = new Set(
  phrases(`
  unsubscribe | unsubscribe me | please unsubscribe | please unsubscribe me | remove | remove me | please remove me
  remove me from your list | take me off your list | stop | opt out | opt-out | optout
  abmelden | austragen | bitte abmelden | se désabonner | désabonner | désinscription | désinscrire
  darse de baja | dar de baja | baja | cancelar suscripción | descadastrar | cancelar inscrição | remover
  cancellami | disiscrivi | disiscrivimi | uitschrijven | afmelden | avregistrera | avmeld | afmeld
  wypisz | wypisz mnie | rezygnuję | odhlásit | отписаться | отписать | 退订 | 取消订阅 | 配信停止 | 수신거부
`),
)

const REPLY_PREFIX = /^(?:(?:re|aw|sv|antw|odp|res|rif|回复|答复)\s?[:：]\s{0,5})+/i

/** @param namesOurs whether it answers a mail of ours by its Message-ID. */
export function replyKind(mail: IncomingMail, namesOurs: boolean): ReplyKind {
  const subject = folded(mail.subject)
  if (!namesOurs && isOfList(mail)) return 'auto_reply'
  if (wantsOut(mail, subject)) return 'unsubscribe'
  return isAutomatic(mail, subject) ? 'auto_reply' : 'reply'
}

function wantsOut({ text }: IncomingMail, subject: string): boolean {
  return OPT_OUTS.has(bare(subject.replace(REPLY_PREFIX, ''))) || OPT_OUTS.has(bare(folded(firstLine(text))))
}

function isAutomatic(mail: IncomingMail, subject: string): boolean {
  const submitted = word(mail.header('auto-submitted'))
  if (submitted !== '' && submitted !== 'no') return true // RFC 3834 5
  if (PROGRAM_HEADERS.some((name) => mail.header(name) !== null)) return true
  if (PROGRAM_PRECEDENCE.has(word(mail.header('precedence')))) return true
  if (mail.header('return-path')?.trim() === '<>') return true // RFC 3834 3.3
  return ABSENCE_SUBJECTS.some((beginning) => subject.startsWith(beginning))
}

/** A newsletter of the same sender answers nothing, whatever else it names (RFC 2369, RFC 2919). */
const isOfList = (mail: IncomingMail): boolean =>
  mail.header('list-id') !== null ||
  mail.header('list-unsubscribe') !== null ||
  word(mail.header('precedence')) === 'list'

const word = (value: string | null): string => (value ?? '').split(/[\s;(]/, 1)[0]?.toLowerCase() ?? ''

const firstLine = (text: string): string => text.trimStart().slice(0, 200).split('\n', 1)[0] ?? ''

const bare = (text: string): string => text.replace(/^["'“”«»\s]+|["'“”«»\s.!]+$/g, '')

/** Lower case without accents of Latin and Greek letters, so that lists stay short. */
function folded(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .normalize('NFC')
    .toLowerCase()
    .replaceAll('ı', 'i')
    .trim()
}

function phrases(lines: string): string[] {
  return lines.trim().split(/[|\n]/).map(folded)
}
