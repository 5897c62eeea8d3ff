import {
  CLOSED_WORDS,
  FULL_WORDS,
  MAILBOX_WORDS,
  MISSING_WORDS,
  OTHER_SCRIPTS,
  MISSING_ALONE,
  NONE,
  BLOCKED_MAILBOX,
  CLOSED_PLAINLY,
} from './reply-words.ts'
import { alternation, wholeWords } from '../../lib/text/alternation.ts'

/** Recognises phrases in a folded reply: each is one bounded regular expression that starts at the beginning of a word. */

/** Preceding words by which a user, an account or an address is not the recipient's. */
const NOT_THEIRS = String.raw`(?<!\b(?:${alternation`
  ip|host|sender|sender's|sending|from|client|client's|source|your|return|envelope|our|server|login|the mail`})[- ](?:e-?mail )?)`
/** Following words that say the same. */
const NOT_OF_US = '(?! ip\\b| of (?:the |your )?(?:send|client|host|source))'
/** Words after which a sentence is about something else. */
const TURN = '(?! from | by | accept| because of)'
/** The same for words whose subject comes after them: a conjunction ends the search, too. */
const TURN_BEFORE = '(?! from | by | accept| because of| and | but |,)'

/** Words for a mailbox and what is said of it, close to each other in one sentence, in either order. */
function near(predicate: string, gapLength: number, gapless: string): string {
  const s = `${NOT_THEIRS}(?:${MAILBOX_WORDS})${NOT_OF_US}`
  const p = `(?:${predicate})`
  const gap = (turn: string): string => `(?![\\p{L}\\d])(?:${turn}[^${gapless}]){0,${gapLength}}?(?<![\\p{L}\\d])`
  return `${s}${gap(TURN)}${p}|${p}${gap(TURN_BEFORE)}${s}`
}
const foreign = (subject: string, predicate: string): RegExp =>
  new RegExp(`(?:${subject})[^.。;!]{0,20}?(?:${predicate})|(?:${predicate})[^.。;!]{0,12}?(?:${subject})`, 'u')

export const PHRASES = {
  missing: wholeWords`
    ${MISSING_ALONE}
    ${NONE} (?:${MAILBOX_WORDS})
    ${near(MISSING_WORDS, 45, '.;!')}`,
  missingForeign: foreign(OTHER_SCRIPTS.mailbox, OTHER_SCRIPTS.missing),
  closed: wholeWords`
    ${BLOCKED_MAILBOX}
    <(?:rcpt|addr)>: (?:is )?(?:disabled|inactive|deactivated|suspended|closed)
    ${near(CLOSED_WORDS, 30, '.;!:')}`,
  closedPlainly: wholeWords`${CLOSED_PLAINLY}`,
  missingPlainly: wholeWords`${MISSING_ALONE}`,
  /** No such mailbox, or not available now; with a 4xx the latter. */
  unavailable: wholeWords`
    (?:mail ?box|recipient|user|account|addressee|<rcpt>
      <addr>)(?: address)?:? (?:is )?(?:currently )?(?:not available|unavailable|disallowed
      (?:cannot|could not) be verified)`,
  closedForeign: foreign(OTHER_SCRIPTS.mailbox, OTHER_SCRIPTS.closed),
  full: wholeWords`${FULL_WORDS}`,
  fullForeign: new RegExp(OTHER_SCRIPTS.full, 'u'),
  /** Quotas other than the mailbox's: our sending limits, and the disk of the server. */
  otherQuota: wholeWords`
    (?:relay|sending|sender|submission|outgoing|outbound|connection|message) (?:\w+ )?quota
    quota (?:\w+ )?for (?:sending|messages|relay)
    your (?:\w+ )?(?:relay|sending|daily|hourly|message)? ?(?:quota|limit)
    insufficient (?:system|disk|server)|system storage|server storage
    (?:spool|queue|system|server) (?:\w+ )?(?:full|disk)`,
  /** The recipient receives too much at the moment, and therefore exists. */
  busyRecipient: wholeWords`
    receiving (?:mail|messages|email) (?:too|at a rate)|at a rate that prevents
    (?:recipient|user|mailbox)\S* (?:\S+ ){0,4}(?:per hour|hourly|message receive|receive
      receiving) (?:\w+ ){0,3}limit
    recipient has exceeded (?:\w+ )?limit|mailbox (?:is )?busy
    (?:user|recipient) (?:is )?receiving too (?:many|much)`,
  sender: wholeWords`
    (?:(?:sender|<sender>)(?: (?:e-?mail )?address| domain| id)?
      from(?: address| domain| header|:))[ :,]{0,3}(?:<(?:addr|sender|host|ip)> ?)?(?:\.\.\. ?)?(?:[:,] ?)?(?:is |was |has been |are |could not be |cannot be |not )?(?:rejected
      denied|refused|blocked|banned|invalid|unknown|unverified|unauthenticated|unroutable|required|not|does not
      doesn.t|verif\w*|disabled|accepted|allowed|permitted|listed|blacklist\w*|prohibited)
    (?:invalid|bad|unknown|unrout\w+|illegal|banned|blocked|forged|unverified|unauthenticated|unauthorized|spoofed
      missing|null|empty|blank|unresolvable) (?:[a-z-]+ ){0,2}?(?:senders?|from|return[- ]path|envelope[- ]from
      mail from|<sender>)
    domain of sender|senders? (?:domain|address)|sending (?:domain|address)|originating domain|purported
    sender verif\w*|verification failed for <sender>|(?<!recipient verify )callout(?! verification fail)
    callout verification fail\w*:? [^]{0,200}<sender>|callback|verify (?:the )?sender|badmailfrom|return path
    envelope (?:rejected|blocked)|reverse-?path|from:? (?:header|domain|address)\S*|valid from
    mail from:? <(?:sender|addr)> (?:\w+ )?(?:rejected|refused|denied|prohibited)|not allowed to send
    allowed-senders|not (?:authori[sz]ed|permitted|allowed) to (?:send|use)|spoof\w*|forg(?:ed|ery)
    spf|dkim|dmarc|dnssec|dane|arc seal|sender policy framework|sender id|(?:un)?authenticat\w*|authentifi\w+
    autenticac\w+|autenticaz\w+|emetteur|expediteur|remetente|remitente|absender\w*|mittente|afzender|nadawc\w+
    odesilatel\w*|avsandar\w+|auth(?:entication)? required|identity|identities`,
  senderForeign: new RegExp(OTHER_SCRIPTS.sender, 'u'),
  suspectedForeign: new RegExp(OTHER_SCRIPTS.suspected, 'u'),
  /** It could not be found out now; with a 5xx it says nothing about later. */
  unverified: wholeWords`
    (?:unable to|cannot|could not|can.t) verify`,
  /** Postfix could not ask the server behind it; its code is that of a missing mailbox. */
  unreached: wholeWords`
    unverified address: (?:connect|lost connection|conversation|host or domain|mail transport|delivery)`,
  host: wholeWords`
    ptr|reverse[- ](?:dns|lookup|hostname|name|record|resolution)|rdns|fcrdns
    (?:cannot|can.t|could not|unable to) (?:find|resolve|verify) your (?:\w+ )?(?:host ?name|address|ip|domain)
    (?:ip )?name lookup failed|no reverse|dns inverse|inverse dns|helo|ehlo|hostname (?:lookup|does not|mismatch)
    host ?name (?:is )?(?:invalid|not)|unverifyable
    (?<!(?:alias|address|recipient|user)\S* (?:\S+ )?)(?:does not|doesn.t) resolve|mismatches client`,
  /** Block lists, wherever they are named. */
  list: wholeWords`
    spamhaus|spamcop|barracuda(?:central|networks)?|sorbs|abuseat|uceprotect\w*|psbl|njabl|dnsbl|rbl|rhsbl|dnsrbl
    surbl|uribl|sbl|xbl|pbl|cbl|zen|senderbase|senderscore|spameatingmonkey|mailspike|backscatterer|invaluement
    truncate|lashback|nixspam|manitu|cloudmark|talos|symantec|trendmicro|(?:ip)?check-?(?:ip|blacklist)|bl\d{2}|drbl
    cdrbl`,
  /** Words about what we send and from where. */
  suspected: wholeWords`
    (?:not|only) accepts? (?:\w+ ){0,3}from|\baccepts? (?:\w+ ){0,2}only from
    black ?-?list\w*|block ?-?list\w*|deny ?-?list\w*|white ?-?list|allow ?-?list
    (?:is|are|was|were|been|sites?|due to|host|address|<ip>|<host>) (?:(?!not )\w+ )?(?:listed|listing|banned)
    banned|(?<!not )listed (?:in|at|on|by)|reputation|repute|poor|spam\w*|uce|ube|unsolicited|junk|bulk|abus\w+
    suspicious|suspected|malicious|phish\w*|fraud\w*|virus\w*|malware|infected
    policy|policies|politique|politica|richtlinie\w*|preferences|prohibited|forbidden|firewall|filter(?:ed|ing|s)?
    security|securite|administrative\w*|administratively|content|signature|attachments?|quarantined?|censored
    protection`,
  /** Words of refusal, whatever is refused. */
  refused: wholeWords`
    (?:client|your|sending|source|remote|the|this|mail) (?:host|server|ip|ip address|system|network|address
      mta)\S* (?:\S+ ){0,4}?(?:rejected|blocked|denied|refused|banned
      not (?:allowed|permitted|welcome|accepted|authori[sz]ed))
    (?:host|network)[, ]+not allowed
    (?<!connect to \S{1,100} )connections? (?:\w+ ){0,2}(?:rejected|refused|denied|not accepted)
    (?:blocked|rejected|refused|denied) (?:by|due|for|because|using|from|-)|blocked|blacklisted|bloque\w*
    bloquead\w+|gesperrt|abgelehnt|rejete\w*|refuse|rechazad[oa]|rejeitad[oa]
    (?<!(?:relay|relaying) )(?:access|permission|service|sending|mail sending|delivery) (?:is |was )?(?:denied
      refused|forbidden|not (?:allowed|authori[sz]ed|permitted))
    no access|open relay|insecure
    (?:mail|message|e-?mail|messages) (?:\S+ ){0,6}?(?:rejected|refused|denied|discarded|not accepted|not allowed
      declined|suspicious)
    non (?:e )?autori(?:zzat[oa]|se)|no autorizad[oa]|nao autorizad[oa]
    nicht (?:autorisiert|zugelassen|berechtigt|erlaubt)|niet toegestaan
    not accept(?:ing|ed) (?:mail|messages|email|e-mail|connections|traffic|any|for)
    not accept (?:delivery of )?(?:this|your) (?:mail|message|e-?mail)|accept(?:ing)? connections|not authori[sz]ed
    unauthori[sz]ed|tls required|requires? (?:encryption|tls|starttls)|starttls is required|credentials|password
    ipv6|quarantine
    (?:invalid|bad) ip|open relay`,
  /** `Access denied` and the like count as a refusal of us only if no directory says it about a mailbox. */
  aboutUs: wholeWords`
    <ip>|<sender>|(?:your|votre|su|this|the sending|client) (?:ip|host|server|mta)|your domain|adresse ip|ip-adresse
    indirizzo ip|direccion ip|endereco ip|adres ip|ihre domain|votre domaine|ip address|our system has detected`,
  yours: wholeWords`
    you|your|votre|vos|ihre?|tu|seu|sua`,
  greylist: wholeWords`
    gr[ea]y[- ]?list\w*|liste? grise|lista gris|lista cinza
    (?:try|retry|come back|again|wait|resend|reconnect)(?: \S+){0,5}? (?:in|after|for|within)? ?\d+ ?(?:s|secs?
      seconds?|min|mins|minutes?|hours?)
    \d+ (?:seconds|minutes) (?:\w+ )?(?:before|until)|deferred for|delayed delivery|first (?:time|attempt)|postgrey
    unknown triplet|verification in progress|early retry|too (?:early|soon)`,
  rate: wholeWords`
    too (?:many(?! hops)|much|fast|quick\w*|frequent\w*|often)
    (?:rate|frequency|volume|connection|connections|message|messages|sending|recipient|recipients|thread|relay
      session|concurrency) (?:\w+ ){0,2}?(?:limit|limited|limits|limiting|exceeded|control|threshold|quota)\w*
    throttl\w*|slow down|slow it down|(?:per|this|an?|each) (?:hour|day|minute|session|connection)|daily|hourly
    excessive\w*|exceed\w* (?:\w+ ){0,6}?(?:limits?|rate|max|maximum|number|threshold|quota)
    (?:maximum|max) (?:\w+ ){0,3}?(?:recipients|messages?|connections|sessions|per)|max\w* recipients
    (?:server|system|agent|service)(?: is)? (?:too )?busy|concurrent|simultaneous|trop de|zu viele|demasiad[oa]s
    muitas|muitos|troppe|troppi|te veel|frequency|(?:reached|over) (?:your|the|its) (?:\w+ )?(?:limit|quota)|rate
    flood\w*|multiple destination domains|separate transaction`,
  size: wholeWords`
    (?:message|mail|attachment|header|body) (?:\w+ )?(?:is )?(?:size|too (?:large|big|long))
    size (?:exceed\w*|limit)|too (?:large|big)`,
  domain: wholeWords`
    (?:host|domain|server)(?: name)? (?:<host> )?(?:is )?(?:unknown|not found|not reachable|unreachable|invalid
      does not exist|doesn.t exist|not valid|disabled)
    (?:unknown|invalid|no such|bad|illegal|unrout\w+|non-?existent) (?:\w+ )?(?:host|domain|destination)
    (?:does not|do not|doesn.t|not|never) accept(?:s|ing)? (?:any )?(?:mail|e-?mail|messages|smtp|network messages
      incoming)(?! (?:from|by|with))
    bad destination system|null mx|no mail[- ]enabled|find the recipient domain
    domain (?:\S+ ){0,3}(?:has no|no) (?:mx|mail)
    (?:domain|host) (?:\w+ )?(?:never|does not|doesn.t) receives? (?:any )?(?:mail|e-?mail|messages)
    domain (?:<host> )?(?:is |has |was |been ){0,2}(?:suspended|deactivated|expired
      no longer (?:hosted|served|active|exists?|valid|in use))
    dominio (?:\w+ )?(?:no existe|inexistente|desconocido)|domaine (?:\w+ )?(?:inconnu|inexistant)|unbekannte domain
    domain (?:existiert nicht|unbekannt)`,
  /** Said with 521 by a server that accepts mail, to those it does not want: Postfix's postscreen. */
  passing: wholeWords`
    service (?:is )?(?:currently |temporarily )?(?:not available|unavailable)|temporarily|protocol error`,
  relay: wholeWords`
    relay(?:ing)?(?: access)? (?:is )?(?:denied|not|prohibited|disabled|refused|restricted|verweigert|verboten
      denegado|no permitido|negado|negato|geweigerd)
    (?:not|unable|cannot|no|refuse\w*|denied) (?:\w+ ){0,2}(?:to )?relay(?:ing)?|rcpthosts|tenantattribution
    not (?:a |our |one of our )?(?:local|gateway|hosted) domain|not (?:our|one of our) domains?
    (?:required|needed|necessary) (?:for|to) relay(?:ing)?|not hosted (?:here|on)
    (?:we|server) (?:do not|does not|don.t) (?:relay|handle|serve|host)|not a domain we (?:handle|host|serve)
    relay access|not (?:a )?registered gateway|weiterleitung|relais (?:refuse|interdit|non)`,
  /** A refused address without any further explanation. */
  bareRefusal: /^(?:<(?:rcpt|addr)>)?[: ,.]*(?:recipient )?address rejected[: .]*(?:<(?:rcpt|addr)>)?$/u,
} as const
