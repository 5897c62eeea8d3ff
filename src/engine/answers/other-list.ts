import { alternation } from '../../lib/text/alternation.ts'

/**
 * What a request to be taken off refers to, if the sentence names it; texts are folded. A name outside these words is taken to
 * mean our list, because continuing to write would be worse than stopping.
 */

/** "The list of maintainers". */
const LIST_OF = alternation`
  \b(?:list|register|roster) of
  \bliste (?:der|aller|von)
  \blist[ea]s? (?:(?:des?|das?|dos?|del|dei|degli|delle|di)\b|d')
  \blijst (?:van|met)`

/** A role directly after the request: "as a reviewer". */
const AS = String.raw`^ (?:as|als|comme|como|come) (?:(?:an?|the|one|einer?|der|die|un|une|uma?|el|la|il|een|de) )?`

/** Roles in other joint activities; we do not write to people because of them. */
const ROLES = alternation`
  maint|review|commit|develop|contribut|author|admin|moderat|speaker|owner|mentor|uploader|translat|packag|editor
  volunteer
  assignee|approver|organi[sz]er|attendee|participant|panel|teacher|tester|watcher
  betreuer|gutachter|prufer|redner|referent|autor|teilnehm|bearbeiter|entwickl|verantwort|ubersetz|redakt
  relect|auteur|orateur|conferenc|traduct|redact|responsa
  mantened|revisor|ponente|colabora|traduc|manutent|autore|relator|partecip|tradut
  beheerder|beoordel|spreker|deelnem|vertaler|verantwoordelijk|palestrante|orador`

/** "You may unsubscribe from our newsletter", as companies write below their emails. */
const THEIR_OWN = String.raw`\b(?:from|von|aus|de|dall[ae]|van|d[ao]s?) (?:our|unser\w*|notre|nos|nuestr\w+|nostr\w+|onze|noss\w+) (?:\S+ )?(?:newsletter|mailing|e-?mail|list|verteiler|lettre|boletin|lista|comunica|nieuwsbrief)`

const OTHER_LIST = new RegExp(`(?:${LIST_OF}) ?(?:\\S+ ){0,3}(?:${ROLES})|${THEIR_OWN}`, 'u')
const OTHER_ROLE = new RegExp(`${AS}(?:${ROLES})`, 'u')

/** "Remove me | from the list of maintainers", "… | as reviewer": off something other than our emails. */
export const isOtherList = (request: string, after: string): boolean =>
  OTHER_LIST.test(lastWords(request) + after) || OTHER_ROLE.test(after)

/** The request itself may end within the name of the list. */
const lastWords = (request: string): string => request.slice(-MAX_NAME)
const MAX_NAME = 60

/** "If you no longer want to receive", as newsletters address their readers; "copies of my own emails". */
export const NOT_OURS = new RegExp(
  alternation`
    \byou (?:no longer|do not|don't|would not|never)(?: \w+){0,2}? (?:want|like|care|receive)
    \b(?:wenn|falls|sofern|sollten) sie\b(?:(?!\b(?:ich|wir|mich|mir|uns)\b).){0,60}\b(?:keine
      nicht (?:mehr|langer|weiter))\b(?:(?!\b(?:ich|wir|mich|mir|uns)\b).){0,60}\b(?:erhalten|bekommen|mochten
      wollen|wunschen)\b
    ^sie (?:mochten|wollen|wunschen)\b
    \bvous ne (?:souhait|desir|veu|voul)\w* (?:plus|pas)
    \b(?:si|cuando) (?:usted )?(?:ya )?no (?:desea|quiere|quisiera)\b
    \bse (?:lei )?non (?:desidera|vuole|volesse|desiderate|volete)\b
    \b(?:als|indien|wanneer|wilt) u\b(?:(?!\b(?:ik|mij|me|ons)\b).){0,60}\b(?:geen
      niet (?:meer|langer))\b.{0,60}\b(?:ontvangen|krijgen|wenst)\b
    \bse (?:voce |ja )*nao (?:deseja|quiser|quer|pretende|pretender)\b
    \b(?:my own|meiner? eigenen?|meinen eigenen|mes propres|mis propi\w+|miei propri|mijn eigen
      (?:minhas|meus) propri\w+)\b`,
)

/** "To unsubscribe, click here": below emails, it tells every reader how. */
const CLICK =
  /\b(?:click (?:here|below)|klicken sie hier|cliquez ici|(?:haga|hacer) clic aqui|clicca(?:re)? qui|klik (?:hier|her)|klikk her|clique aqui|klicka har|kliknij|kliknete|tiklayin|kattintson)\b|нажмите|こちら(?:から|へ|を|$)|点击|點擊|클릭/u

/** Whether a sentence tells its readers what to click. */
export const isInstruction = ({ text }: { text: string }): boolean => CLICK.test(text)
