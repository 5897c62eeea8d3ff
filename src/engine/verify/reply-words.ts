import { alternation } from '../../lib/text/alternation.ts'

/**
 * Words of mail servers by meaning, folded to plain letters. Each list is one alternation, in which every language begins a
 * line; scripts without spaces have their own lists. Order of languages: en, fr, es, pt, de, it, nl, pl and cs, Nordic, tr, hu.
 */

/** Words for a mailbox and its owner. */
export const MAILBOX_WORDS = alternation`
  users?|usernames?|recipients?|mail ?box(?:es)?|inbox|accounts?|alias(?:es)?|addressees?|members?|customers?
  subscribers?|employees?
  e-?mail ?(?:addresse?s?|accounts?|id)|address(?:es)?|local[- ]?parts?|destination|person|rcpt to|persons?|<rcpt>
  <addr>
  utilisateurs?|destinataires?|comptes?|adresses?|boites?(?: aux lettres)?|abonnes?|correspondant
  usuarios?|destinatarios?|cuentas?|buzon(?:es)?|casillas?|direccion(?:es)?
  utilizador(?:es)?|contas?|caixas?(?: postal)?|enderecos?
  benutzer(?:name)?|empfaenger\w*|empfanger\w*|postfach|postfaecher|postfacher|konto|mailkonto|teilnehmer
  adressat(?:en)?|mailadresse|e-mail-adresse|emailadresse|nutzer
  utent[ei]|casell[ae]|destinatari[oi]?|indirizz[oi]|account
  gebruikers?|ontvangers?|postbus|postvak|mailadres|e-mailadres|adres|geadresseerde
  uzytkownik\w*|odbiorc[ay]|adresat\w*|skrzynk[aiy]|kont[oa]|uzivatel\w*|prijemce|schranka|adresa
  mottagar\w*|anvandar\w*|modtager\w*|bruger\w*|mottaker\w*|bruker(?:en)?|kontoen|vastaanottaja\w*|kayttaja\w*
  postkasse\w*|brevlada\w*
  kullanici\w*|alici\w*|adresi|felhasznalo\w*|cimzett\w*|postafiok\w*
  pengguna|penerima|kotak surat|nguoi (?:dung|nhan)|hop thu|utilizator\w*|destinatar\w*|korisnik\w*|primatelj\w*`

/** It does not exist. */
export const MISSING_WORDS = alternation`
  unknown
  not (?:be )?(?:found|exist\w*|known|recogni[sz]ed|registered|here|defined|present|configured|provisioned
    on (?:this|our) (?:server|system))
  (?:does ?n[o']?t|doesnt|do not|don't|did not|didn't) (?:exist|match|appear|have an?)|non-?exist\w*|nonexist\w*
  not? exist
  no (?:such|mailbox|account|user|recipient|email|valid|longer (?:exists?|on|here|with|works?|employed|at))
  isn'?t (?:here|known|valid|registered)|never existed
  (?<!temporarily )(?:invalid|incorrect|illegal|wrong|bad destination mailbox|unresolv\w+|unrout\w+|undeliverable
    unlisted|misspel\w+)
  not (?:a )?(?:valid|local|listed|current|existing|known|registered(?! gateway)|our|one of our)
  not on (?:the |our )?list\b|(?:do not|don't) have (?:this|that|any such)|(?:is|has|are) gone
  (?:does not|doesn't) resolve to (?:a|any)
  not in (?:\w+ ){0,2}(?:passwd|password|alias\w*|users?) (?:file|map|table)
  cannot (?:be )?(?:found|find|route|locate)|can't (?:find|locate)|could not (?:be )?(?:found|find|locate\w*)
  couldn't (?:be )?(?:found|find)|unable to (?:find|locate|verify the recipient)|lookup failed permanently
  has (?:moved|left)|been (?:replaced|removed|deleted)|was (?:removed|deleted)|replaced by|refer to no
  name not recogni[sz]ed
  (?:not|isn't|is ?nt) (?:listed )?(?:in|on) (?:(?:my|our|the|this) (?:\w+ ){0,2}
    (?:[\w&]+ ){0,3}(?=(?:directory|address book)\b))(?:directory|address book|database|domain
    (?:user|recipient|validrcptto) list|list of (?:\w+ )?(?:users|recipients|accounts|mailboxes))
  exists? not
  inconnue?s?|inexistante?|introuvables?|n'?existe? (?:pas|plus)|n existe pas|invalides?|non valide|errone
  desconocid[oa]|no (?:esta )?registrad[oa]|no existen?|inexistentes?|no (?:fue |ha sido )?encontrad[oa]
  invalid[oa]s?|no valid[oa]|no se encuentra|dado de baja
  desconhecid[oa]|nao existe|nao (?:foi )?encontrad[oa]|nao cadastrad[oa]|nao localizad[oa]
  unbekannt\w*|existiert (?:hier )?nicht
  nicht (?:\(?mehr\)? )?(?:gefunden|bekannt|vorhanden|existent|eingerichtet|existiert)|ungueltig\w*|ungultig\w*
  nicht mehr gueltig|unzustellbar|gibt es (?:\S+ ){0,3}nicht
  sconosciut[oaie]|inesistent[ei]|non (?:e )?(?:esiste|trovat[oa]|valid[oa]|presente)|non e stato trovato
  onbekend\w*|bestaat niet|niet (?:gevonden|bekend)|ongeldig\w*
  nieznan\w+|nie (?:istnieje|znaleziono|ma takiego)|nieprawidlow\w+|neexistuj\w*|neznam\w+|nenalezen\w*
  okand\w*|finns (?:inte|ej)|existerar (?:inte|ej)|ukendt|findes ikke|eksisterer ikke|ukjent|finnes ikke|tuntematon
  ei (?:ole olemassa|loydy)
  bulunamadi|gecersiz|bilinmeyen|mevcut degil|yok|ismeretlen|nem (?:letezik|talalhato)|ervenytelen
  tidak (?:ada|ditemukan|dikenal|terdaftar)|khong (?:ton tai|tim thay)|nu exista|necunoscut\w*|ne postoji
  nepoznat\w*`

/** It existed: closed, blocked, archived. */
export const CLOSED_WORDS = alternation`
  disabled|deactivated|de-activated|inactive|not (?:currently )?(?:active|enabled)|suspend(?:ed)?|closed|frozen
  archived|(?:temporar(?:il)?y )?locked|discontinued|terminated|cancel+ed|expired|dormant|retired
  no longer (?:valid|active|in use|accept\w*|available|in service|monitored|used)|cannot be accessed
  not (?:available|accepting) (?:mail|messages)|shut down|unavailable permanently|abandoned
  n'est plus (?:valable|valide|utilisee?|active?)
  desactivee?|suspendue?|fermee?|cloturee?|archivee?|resiliee?|verrouillee?
  desactivad[oa]|deshabilitad[oa]|suspendid[oa]|inactiv[oa]|cancelad[oa]|cerrad[oa]|desabilitad[oa]|desativad[oa]
  suspens[oa]|inativ[oa]|encerrad[oa]
  deaktiviert|gesperrt|stillgelegt|geschlossen|nicht mehr aktiv|geloescht|geloscht|abgemeldet|disattivat[oa]
  sospes[oa]|disabilitat[oa]|chius[oa]|scadut[oa]
  geblokkeerd|gedeactiveerd|opgeheven|uitgeschakeld|zablokowan\w+|nieaktywn\w+|zawieszon\w+|wylaczon\w+|blokovan\w*
  zrusen\w*|inaktiverat|avstangt|stangt|lukket|deaktiveret|sperret|suljettu|devre disi|askiya|letiltva|megszunt`

/** Phrases that are sufficient without a word for the mailbox. */
export const MISSING_ALONE = alternation`
  no (?:such )?(?:mail ?box|account|user|recipient|person|customer|alias)s? (?:here|by (?:that|this) name
    (?:of|with) (?:that|this)|with that|found|exists?|at this|on this)
  no such (?:user|recipient|mail ?box|account|address|person|alias|customer)
  (?:user|recipient|addressee|mailbox)s? unknown|unknown (?:user|recipient|mailbox|addressee|alias|account)s?
  not our (?:user|customer)|never heard of|correo (?:electronico )?(?:ya )?no existe
  no longer (?:with|employed (?:at|by|with)|work(?:s|ing) (?:at|for|with)) (?:the|this|our|us)\b
  left (?:the|this|our) (?:agency|business|compan(?:y|ies)|firm|institution|organi[sz]ation|school|university)
  (?:no ?one|nobody) (?:here |at \S+ )?(?:at|by|with|under) (?:this|that) (?:e-?mail )?(?:address|name)`

/** No user, no such mailbox: followed by a word for the mailbox. */
export const NONE = alternation`
  (?:aucune?|ningun[oa]?|no hay(?: ningun[oa]?)?|nessun[oa]?|nenhuma?|keine?n?|geen|ingen|inget|zadn[ya]
    brak)(?: solche[rns]?| dergelijke| zulke| tal(?:es?)?| takiego| takiej)?`

/** Phrases that call the mailbox blocked: the word alone is mostly about a message or a host. */
export const BLOCKED_MAILBOX = alternation`
  account blocked by (?:the )?admin\w*|mail ?box blocked
  (?:account|mail ?box|user|recipient|recipient.s account|compte|boite|cuenta|buzon|conta|caixa|konto|postfach
    casella|utente|skrzynka)(?: (?!from|by|mail|message)\S+){0,3} (?:is|are|was|has been|est|a ete|esta|foi|ist
    wurde|e stat[ao]) (?:temporarily |currently )?(?:blocked|bloquee?|bloquead[oa]|gesperrt|bloccat[oa])`

/** It says in so many words what became of the mailbox. */
export const CLOSED_PLAINLY = alternation`
  (?:account|mail ?box|user)(?: <(?:rcpt|addr)>)? (?:is|was|has been) (?:disabled|deactivated|suspended|closed
    frozen|locked|blocked)`

/** The mailbox is full. */
export const FULL_WORDS = alternation`
  over ?(?:the )?(?:its |his |their )?(?:allowed |storage |disk |mail ?box )?quota
  over (?:the |its |his |their )?(?:storage|disk|size|mail ?box) (?:\w+ )?limit|over-quota|overquota
  quota (?:of \S+ (?:\S+ )?)?(?:has been |is |was )?(?:exceeded|full|reached|used up|limit|violation)
  quotaexceeded\w*|(?:exceed\w*|out of|beyond|insufficient) (?:[\w/]+ ){0,4}(?:quota|storage|allocation|space)
  not (?:have )?enough (?:storage|space|room|disk)|no (?:more )?(?:space|room) (?:left|available|for)
  (?:storage|mailbox|disk) (?:limit|allocation|quota|size) (?:\w+ ){0,2}(?:exceeded|reached)
  mail ?box (?:\w+ ){0,4}full
  (?:mail ?box|inbox) (?:\w+ ){0,3}exceed\w* (?:(?!messages?|rate|receiv|send)\w+ ){0,4}(?:limit|size|capacity
    maximum)
  (?:mail ?box|inbox|account|user|recipient|maildir|folder|box|storage|<rcpt>|<addr>)\W{0,3} (?:\w+ ){0,3}(?:full
    overflow\w*|bursting)\b
  mailfolder is full|full mailbox|(?:user|mail ?box|inbox|account) (?:\w+ )?(?:has|contains|holds) too many messages
  maximum (?:mailbox )?storage|shutoffquota\w*
  boites? (?:\S+ ){0,5}(?:pleine|saturee)|quota (?:\S+ ){0,4}(?:depasse|atteinte?)|espace (?:\w+ ){0,2}insuffisant
  (?:mailbox|buzon|casilla|cuenta) (?:\S+ ){0,3}(?:llen[oa]|excedid[oa])
  (?:caixa|conta|mailbox) (?:\S+ ){0,4}(?:cheia|lotada)
  (?:cuota|cota|quota) (?:\S+ ){0,3}(?:excedid[oa]|superad[oa]|ultrapassad[oa]|esgotad[oa])
  (?:excedi\w+|superad[oa]|ultrapass\w+) (?:\S+ ){0,4}(?:cuota|cota|quota)|sin espacio|sem espaco
  (?:postfach|mailbox|konto|posteingang) (?:\S+ ){0,4}(?:voll|ueberfuellt|uberfullt|ueberschritten|uberschritten)
  speicherplatz (?:\S+ ){0,3}(?:erschoepft|erschopft|ueberschritten|uberschritten|voll)
  (?:quota|kontingent) (?:\S+ ){0,2}(?:ueberschritten|uberschritten|erreicht)|casella (?:\S+ ){0,3}piena
  spazio (?:\S+ ){0,2}(?:esaurito|insufficiente)|superato (?:\S+ ){0,3}(?:spazio|limite|quota)
  (?:mailbox|postvak|postbus) (?:\S+ ){0,5}vol\b|skrzynka (?:\S+ ){0,3}(?:pelna|przepelniona)
  schranka (?:\S+ ){0,3}plna|brevladan? (?:\S+ ){0,2}full\w*|postkasse\w* (?:\S+ ){0,2}ful\w+
  kutusu (?:\S+ ){0,2}dolu|megtelt`

/** The same in other scripts, as word stems; folding has removed the mark of `й`. */
export const OTHER_SCRIPTS = {
  mailbox: alternation`
    пользовател|получател|адресат|(?<!ip[- ]?)адрес|ящик|аккаунт|учетн|абонент|користувач|скринь|ユーザ|宛先|受信者|受取人
    メールボックス|メールアドレス|アカウント|用户|用戶|使用者|收件人|收件者|邮箱|郵箱|信箱|帐号|账号|帳號|账户|帳戶|(?<!ip ?)地址|사용자|수신자|계정|메일|편지함|χρηστ|παραληπτ
    γραμματοκιβωτι|λογαριασμ|משתמש|נמען|תיב[הת]|חשבון|مستخدم|مستلم|صندوق|حساب|ผู้ใช้|ผู้รับ|บัญชี|กล่องจดหมาย`,
  missing: alternation`
    неизвест|нет так|нет(?= *(?:$|[.,]))|не существует|не наиден|несуществ|недеиствител|отсутствует
    не зарегистрирован|не знаиден|не існує|невідом|存在しません|存在しない|見つかりません|見つからない|不明|無効|有効ではありません|不存在|无效|無效|未找到|找不到|未知
    没有此|존재하지|없습니다|없는|찾을 수 없|알 수 없|δεν υπαρχ|δεν βρεθηκ|αγνωστ|ανυπαρκτ|לא קיים|לא נמצא|לא מוכר|אין|غير موجود|لا يوجد
    غير معروف|ไม่พบ|ไม่มี`,
  closed: alternation`
    отключен|заблокирован|удален|приостановлен|деактивир|неактивен|停止|無効化|凍結|停用|禁用|冻结|凍結|已注销|被封|休眠|중지|차단된 계정|휴면`,
  full: alternation`
    переполнен|ящик (?:\S+ )?заполнен|превышена квота|квота превышена|превышен лимит ящика|容量|いっぱい|一杯|已满|已滿|空间不足
    空間不足|超过配额|용량|가득|γεματ|מלאה?|ممتلئ|เต็ม`,
  sender: alternation`
    发件人|發件人|寄件者|寄件人|送信者|発信者|송신자|발신자|보낸 사람|отправител`,
  suspected: alternation`
    спам|черн[а-я]+ спис|политик|ip(?:-?адрес)? (?:\S+ )?заблокирован|ваш(?:\S* ){1,3}заблокирован
    ip(?: ?地址)?(?:被封|已被|被列)|垃圾|黑名单|黑名單|拒絶|スパム|迷惑|스팸`,
}
