/** The words of reports without a form, folded: one line each for a language or family. */

const anyOf = (words: string): RegExp =>
  new RegExp(
    words
      .trim()
      .split(/\n\s*/)
      .map((line) => `(?:${line})`)
      .join('|'),
    'u',
  )

/** It was not delivered. English as in sendmail, Postfix, Exim, qmail, Exchange, Domino, and gateways. */
export const FAILED = anyOf(`
  returned mail|mail returned|undeliver(?:ed|able)|non-?delivery|delivery (?:has )?fail(?:ed|ure)|mail delivery (?:failed|system|failure)|failure notice|delivery status notification|message delivery (?:error|failure)
  (?:could|can|was|were|has|have|did)(?: ?not|n'?t)(?: yet)? (?:been |be )?deliver\\p{L}*|(?:recipient|address)\\S* could not be reached|wasn'?t able to deliver|(?:unable|failed) to deliver|could not deliver|(?:message|mail) not delivered
  (?:message|mail|e-?mail|email)(?: \\S+){0,5} (?:was|has been|is) (?:blocked|rejected|refused|returned|bounced)
  nicht (?:\\p{L}+ )?(?:zugestellt|zustellbar|ubermittelt|ausgeliefert)|unzustellbar|zustellung (?:ist )?(?:fehlgeschlagen|nicht moglich|gescheitert)|zustellfehler|fehler bei der (?:\\p{L}*zustellung)
  non (?:remis|distribu|delivr|livr)|pas (?:pu )?(?:etre |ete )(?:remis|distribu|delivr|livr|achemin)|echec de (?:la )?(?:remise|distribution|livraison)
  no (?:se )?(?:ha |pudo |puede |fue )?(?:podido |sido )?(?:ser )?entreg|error de entrega|fallo (?:en|de) la entrega
  nao (?:foi |pode |ha )?(?:possivel )?(?:ser )?entreg|falha (?:na|de) entrega|erro (?:na|de) entrega
  mancat[oa] (?:recapito|consegna)|non recapitabile|non (?:e stato |ha potuto |puo )?(?:possibile )?(?:essere )?(?:consegna|recapita)|errore di (?:consegna|recapito)
  onbestelbaar|niet (?:\\p{L}+ )?(?:bezorgd|afgeleverd|besteld)|bezorging (?:\\p{L}+ ){0,3}mislukt|mislukte bezorging
  niedostarczon|niedoreczon|nie (?:mogl\\p{L}+ |moze |udalo sie |zostal\\p{L}+ ){0,2}(?:zostac |byc )?(?:dostarcz|dorecz)
  nedorucit|nedorucen|(?:nelze|nebylo mozne|nepodarilo se|nie je mozne|nepodarilo sa) (?:\\p{L}+ )?dorucit
  (?:kunde|kunne|kan|gick|gar) (?:inte|ej|ikke)(?: att)? (?:blive )?lever|ikke (?:blevet )?leveret|ikke levert|ei voitu toimittaa|toimitus epaonnistui
  kezbesithetetlen|nem (?:sikerult )?kezbesit|nu a (?:putut fi |fost )?livrat|teslim edilemedi|iletilemedi|gonderilemedi
  недоставлен|не (?:было |был |была |может быть |могло быть |удалось |удается )?доставл?[ие]|невозможно доставить|ошибка доставки|не (?:було )?доставлено|неможливо доставити
  δεν (?:ηταν δυνατη|μπορεσε|παραδοθηκε)|αποτυχια παραδοσης
  配信(?:不能|でき|に失敗|エラー)|(?:お届け|送信|配送|送達)(?:でき|に失敗|不能)|届きませんでした
  无法(?:投递|送达)|未能送达|(?:投递|发送|送达)失败|退信|退回|無法(?:投遞|傳送|送達)|(?:傳送|遞送)失敗
  전송(?:하지|에)? ?(?:못|실패)|전달(?:되지|하지) (?:못|않)|배달(?:할 수 없|되지|하지|에 실패)|반송
`)

/** It is late, and the server goes on trying. */
export const DELAYED = anyOf(`
  delay(?:ed)?\\b|warning: (?:message|could not send)|still (?:trying|being retried)|will (?:be retried|keep trying|retry)|not yet been delivered|temporar(?:y|ily)|try again later
  verzoger|weitere zustellversuche|retard|nouvelle tentative|retrasad|retraso en la entrega|atrasad|ritardat|in ritardo|vertraag
  opozni|zpozden|forsenad|forsinke|viivasty|gecik(?:ti|me)|задержан|задержка|отложен|затримк|遅延|遅れ|再送|延迟|延遲|지연
`)
