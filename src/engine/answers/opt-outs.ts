import { folded } from './answer-sentences.ts'

/** A whole subject, or a whole sentence at the beginning, that says nothing else. */
export const OPT_OUTS: ReadonlySet<string> = new Set(
  `
  unsub | unsub me | stop it | stop this | off the list | get me off | unsubscribe this | take me off | take us off | stop emailing | stop mailing | no more | no more emails | delete me
  remove this | remove this address | remove this email | remove us
  unsubscribe | unsubscribe me | please unsubscribe | please unsubscribe me | remove | remove me | please remove me
  remove me from your list | take me off your list | stop | opt out | opt-out | optout | opt me out
  abmelden | austragen | bitte abmelden | abbestellen | newsletter abbestellen | se désabonner | désabonner | désinscription | désinscrire
  désabonnement | darse de baja | dar de baja | baja | cancelar suscripción | descadastrar | cancelar inscrição | remover
  cancellami | disiscrivi | disiscrivimi | cancellatemi | uitschrijven | afmelden | avregistrera | avmeld | afmeld
  wypisz | wypisz mnie | rezygnuję | odhlásit | отписаться | отписать | 退订 | 取消订阅 | 配信停止 | 수신거부
`
    .trim()
    .split(/[|\n]/)
    .map(folded),
)

/** Polite words around such a sentence. */
export const OPT_OUT_FILLERS =
  /(?:^|\s)(?:please|kindly|pls|plz|thanks|thank you|thx|bitte|danke|svp|s'il vous plait|merci|por favor|gracias|per favore|grazie|aub|alstublieft|graag|obrigad[oa]|now|immediately)(?=\s|$)/gu
