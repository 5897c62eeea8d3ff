import { sentencesOf, spelled } from './answer-sentences.ts'
import { alternation } from '../../lib/text/alternation.ts'

/**
 * What programs say of themselves in acknowledgements, tickets and requests for confirmation that carry no header to tell.
 * People say some of it too, even in answers through a ticket system: only a mail that calls itself automatic, and says one of
 * the other things, counts. Texts are folded.
 */

const MESSAGE = '(?:message|e-?mail|mail|reply|response|notification|confirmation|acknowledge?ment|notice)'
const NACHRICHT =
  '(?:nachricht|e-?mail|mail|antwort|bestatigung|eingangsbestatigung|empfangsbestatigung|benachrichtigung)'

/** "This is an automatically generated message." as a statement of its own: people write "I know this is an automated mail". */
const DECLARES = alternation`
  this (?:is|was) an? (?:automated|automatic|automatically[ -](?:generated|sent)|auto-?generated|system[ -]generated) ${MESSAGE}
  this (?:\w+ )?${MESSAGE} (?:is|was|has been) (?:automatically |auto-?)(?:generated|sent|created)
  this (?:\w+ )?${MESSAGE} (?:is|was|has been) (?:generated|sent|created) (?:automatically|by an? auto)
  (?:i|we) apologi[sz]e for this automat(?:ic|ed) ${MESSAGE}
  (?:dies|dieses|das|hierbei handelt es sich um|es handelt sich um|dies ist) (?:ist )?eine? (?:automatisch\w*|systemgeneriert\w*)(?: (?:erzeugt|generiert|erstellt|versandt|versendet|verschickt)\w*)? ${NACHRICHT}
  diese ${NACHRICHT} (?:wurde|wird|ist) (?:vom system )?automatisch (?:\w+ )?(?:erstellt|generiert|erzeugt|versandt|versendet|verschickt)
  (?:ceci est|il s'agit d'|cet? (?:message|e-?mail|mail|courriel) est) ?une? (?:message|e-?mail|mail|courriel
    reponse|accuse de reception|notification) (?:automatique|genere|envoye)
  (?:ce message|cet e-?mail|ce mail|ce courriel|cette reponse) (?:est|a ete) (?:genere|envoye
    cree)e? automatiquement
  (?:este es|esto es|se trata de) un (?:mensaje|correo|e-?mail|acuse)(?: \w+)? (?:automatico|autogenerado
    generado automaticamente|generado de forma)
  este (?:mensaje|correo|e-?mail)(?: \w+)? (?:ha sido|fue|es|se ha) (?:generado|enviado|creado) (?:automaticamente
    de (?:forma|manera) automatica)
  (?:questo|questa|la presente|il presente|si tratta di un) (?:e |messaggio e )?(?:un |una )?(?:messaggio|e-?mail
    mail|risposta|notifica) (?:automatic[oa]|(?:e stat[oa] )?(?:generat|inviat)[oa] automaticamente)
  dit is een (?:automatisch\w*|geautomatiseerd\w*)(?: (?:gegenereerd|verzonden|verstuurd|aangemaakt)\w*)? (?:bericht
    e-?mail|mail|antwoord|bevestiging)
  (?:dit bericht|deze e-?mail|deze mail) (?:is|wordt|werd) automatisch (?:gegenereerd|verzonden|verstuurd
    aangemaakt)
  esta (?:e uma )?(?:mensagem|resposta|notificacao)(?: \w+)? (?:e |foi )?(?:automatica
    (?:gerada|enviada) automaticamente)
  este (?:e um )?e-?mail (?:e |foi )?(?:automatico|(?:gerado|enviado) automaticamente)
  (?:detta|det har) (?:ar ett automatiskt|(?:meddelande|mejl|mail) (?:ar|har) automatiskt)|dette er en automatisk
  tama on automaattinen
  (?:wiadomosc|mail|odpowiedz)(?: \p{L}+){0,2} (?:wygenerowan|wyslan)\w+ automatycznie|automatycznie wygenerowan\w+
  to jest (?:wiadomosc|odpowiedz) automatyczna
  (?:tato|tento|toto) (?:zprava|e-?mail|sprava|je) (?:byla? |je |bola? |byl )?(?:vygenerovan|odeslan|odoslan
    vytvoren|automatick)\w+
  это автоматическ\p{L}+ (?:сообщение|письмо|уведомление|ответ)
  (?:сообщение|письмо) (?:сформировано|отправлено|создано|сгенерировано) автоматически
  bu (?:e-?posta|mesaj|ileti|mail) (?:sistem tarafindan )?otomatik olarak`

/** "Please do not reply." */
const WANTS_NO_ANSWER = alternation`
  \b(?:do not|don't|kindly do not) (?:reply|respond|answer)\b
  \b(?:not|no longer|isn't)(?: being)? (?:monitored|read)\b|\bunmonitored\b
  \bwird nicht (?:mehr )?(?:gelesen|uberwacht)\b
  \b(?:replies|responses) to this ${MESSAGE} (?:are|will)
  \b(?:antworten sie (?:bitte )?nicht|bitte nicht (?:auf|antworten)|nicht auf diese \S+ (?:zu )?antworten)
  \bne pas (?:y )?(?:repondre|repliquer)\b|\bn['e] ?y? ?repondez pas
  \bno (?:responda|respondas|conteste|contestes|respondan)\b|\bno responder\b
  \bnon (?:rispondere|risponda|rispondete)\b
  \bniet (?:te )?(?:beantwoorden|reageren|antwoorden)\b|\b(?:reageer|antwoord) niet\b|\bniet op (?:dit|deze)\b
  \bnao (?:responda|responder)\b
  \b(?:svara inte|svar ikke|ikke svar|kan inte besvaras|kan ikke besvares)\b|\bala vastaa\b|\balkaa vastatko\b
  \b(?:nie odpowiad\w+|neodpovidejte|neodpovedajte)\b|не отвечаите|yanitlamayin|返信(?:し|でき|いただ)|返信は
  (?:勿|不要)(?:直接)?(?:回复|回覆|回復)`

/** "We have received your request." */
const RECEIVED = alternation`
  \b(?:we|i|our \w+) (?:have |has |'ve )?(?:successfully )?received your (?:\w+ )?(?:message|e-?mail|request|inquiry
    enquiry|query|submission|ticket)
  \byour (?:\w+ )?(?:message|e-?mail|request|inquiry|enquiry|query|ticket|case)(?: \S+){0,3} (?:has been|was
    is) (?:\w+ )?(?:received|created|logged|opened|registered|assigned|forwarded)
  \bthank(?:s| you) for (?:contacting|getting in touch|reaching out
    your (?:message|e-?mail|request|inquiry|enquiry|interest))
  \bihre (?:anfrage|nachricht|e-?mail|mail)(?: \S+){0,4} (?:eingegangen|erhalten|weitergeleitet|bearbeitet)
  \bwir haben ihre (?:anfrage|nachricht|e-?mail|mail)|\bvielen dank fur ihre (?:anfrage|nachricht|e-?mail|mail)
  \bnous avons bien recu
  \bvotre (?:message|demande|e-?mail|courriel|mail)(?: \S+){0,3} (?:recue?|enregistree?|transmise?)
  \b(?:hemos recibido|recibimos) (?:su|tu|correctamente)
  \bgracias por (?:contactar|ponerse en contacto|su (?:mensaje|correo|consulta))
  \babbiamo ricevuto (?:la|il) (?:sua|suo|tua|tuo|vostra|vostro)
  \bgrazie per (?:averci contattato|il suo messaggio|la sua (?:richiesta|e-?mail|mail))
  \b(?:wij?|we) hebben (?:uw|je) \S+(?: \S+){0,4} ontvangen|\bbedankt voor (?:uw|je) (?:bericht|e-?mail|mail|vraag)
  \brecebemos (?:a sua|o seu|sua|seu|a tua|o teu|a vossa)
  \bobrigad[oa] (?:por (?:nos )?contact\w+|pel[ao] (?:sua|seu) (?:mensagem|contacto|contato|e-?mail))
  \b(?:vi har (?:tagit emot|mottagit|modtaget|mottatt)|olemme vastaanottaneet)\b|\b(?:otrzymalismy|dziekujemy za)\b
  \bobdrzeli jsme\b|мы получили ваш
  ваш\p{L}* (?:обращение|запрос|заявка|письмо)(?: \S+){0,3} (?:принят|получен|зарегистрирован)
  お問い合わせ(?:いただき|ありがとう|を受け)|已收到您的|(?:您的)?(?:邮件|来信)已收到`

/** A number of a case, which only a system assigns, or a sender who has to prove to be one. */
const SYSTEM = alternation`
  \b(?:ticket|case|request|incident|reference|vorgang|anfrage|ticketnummer|fallnummer|vorgangsnummer|dossier|demande
    caso|solicitud|richiesta|zaak|zaaknummer|chamado|pedido|zgloszeni\w+|arende|sag|заявка|обращение)\s?(?:id|no\.?
    nr\.?|number|nummer|numero|num\.?)?\s?[:#]?\s?\[?#?[a-z]{0,4}-?\d{4,}
  \[(?:ticket|case|request)?\s?[#:][^\]\n]{0,3}\d{3,}
  \b(?:approved|trusted|allowed|accepted) (?:list of )?senders?\b|\blist of approved\b
  \bsenders? (?:that |whom? )?i have approved\b
  \b(?:confirm|prove|verify) (?:that )?you(?:'re| are) (?:not a|an? (?:human|real|legitimate))
  \bto (?:have|get) your (?:message|e-?mail|mail) delivered\b`

/** Scripts whose sentences are not told apart. */
const DECLARES_ANYWHERE = new RegExp(
  alternation`
    (?:このメール|本メール|当メール|このメッセージ)[^。\n]{0,12}自動|自動(?:送信|配信|返信)(?:メール|され|して|です)
    (?:本邮件|此邮件|这是|本郵件|此郵件)[^。\n]{0,10}自动|(?:本郵件|此郵件|這是)[^。\n]{0,10}自動`,
  'u',
)
const NOTE =
  '(?:(?:please )?note(?: that)?:? |nb:? |nota:? |attention ?: ?|remarque ?: ?|hinweis: ?|achtung: ?|bitte beachten sie:? ?|let op:? ?)?'
const STATEMENT = new RegExp(`^${NOTE}(?:${DECLARES})`, 'u')
const OTHERS = [WANTS_NO_ANSWER, RECEIVED, SYSTEM].map((source) => new RegExp(source, 'u'))

/** Whether a text says itself that a program wrote it. */
export function saysAutomatic(subject: string, written: string): boolean {
  const sentences = sentencesOf(written)
  if (!sentences.some(({ text, asks }) => !asks && (STATEMENT.test(text) || DECLARES_ANYWHERE.test(text)))) return false
  const text = [spelled(subject), ...sentences.map((sentence) => sentence.text)].join('\n')
  return OTHERS.some((sign) => sign.test(text))
}
