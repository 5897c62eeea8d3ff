import type { IncomingMail } from '../send/incoming-mail.ts'
import { folded } from './answer-sentences.ts'

type Headers = Pick<IncomingMail, 'header' | 'subject'>

/** Headers set only by programs that answer, whatever their value. */
const PROGRAM_HEADERS = ['x-autoreply', 'x-autorespond', 'x-auto-reply', 'x-autoreply-from', 'x-mail-autoreply']
const PROGRAM_PRECEDENCE = new Set(['auto_reply', 'bulk', 'junk'])

/** From RFC 2919 and 2369, and from older list programs. */
const LIST_HEADERS = ['list-id', 'list-unsubscribe', 'list-post', 'list-help', 'mailing-list']

/** How mail programs begin the subject of an absence notice, one line for each language or family. */
const ABSENCE_SUBJECTS = `
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
`
  .trim()
  .split(/[|\n]/)
  .map(folded)

/**
 * Whether a program sent it: by its headers, or by the subject that mail programs give to absence notices (RFC 3834). Programs
 * also write every report (RFC 6522), such as that an email was displayed (RFC 8098), whoever sends it.
 */
export function isAutomatic(mail: Headers): boolean {
  if (REPORT.test(mail.header('content-type') ?? '')) return true
  const submitted = word(mail.header('auto-submitted'))
  if (submitted !== '' && submitted !== 'no') return true // RFC 3834 5
  return PROGRAM_PRECEDENCE.has(word(mail.header('precedence'))) || isOfResponder(mail)
}

/**
 * Whether a program sent it to many people, as newsletters and trackers do: it neither reports an absence nor asks for
 * anything.
 */
export const isSentToMany = (mail: Headers): boolean => isOfList(mail) && isAutomatic(mail) && !isOfResponder(mail)

/** Whether a program answers on behalf of a person, who may be away: it writes to one person, even through a list. */
function isOfResponder(mail: Headers): boolean {
  if (word(mail.header('auto-submitted')) === 'auto-replied') return true // RFC 3834 5
  if (PROGRAM_HEADERS.some((name) => mail.header(name) !== null)) return true
  if (mail.header('return-path')?.trim() === '<>') return true // RFC 3834 3.3
  const subject = folded(mail.subject)
  return ABSENCE_SUBJECTS.some((beginning) => subject.startsWith(beginning))
}

/** Whether it is list mail: a newsletter from the same sender is not an answer, whatever it refers to (RFC 2369, RFC 2919). */
export const isOfList = (mail: Headers): boolean =>
  LIST_HEADERS.some((name) => mail.header(name) !== null) || word(mail.header('precedence')) === 'list'

const REPORT = /^\s{0,9}multipart\/report\b/i

const word = (value: string | null): string => (value ?? '').split(/[\s;(]/, 1)[0]?.toLowerCase() ?? ''
