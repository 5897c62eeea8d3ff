import type { PhraseLists } from './phrase-lists.ts'

const MONTH =
  '(?:gennaio|febbraio|marzo|aprile|maggio|giugno|luglio|agosto|settembre|ottobre|novembre|dicembre|primavera|estate|autunno|inverno|natale|pasqua)'
const WHEN = String.raw`(?:(?:a|in|nel|nella|dopo|prima|entro|verso|fine|inizio|meta|da|dal|tra|fra|al|di|del|della|l'|le|la|il|i|dell') ?)*(?:${MONTH}\b|(?:primo|secondo|terzo|quarto|prossimo) trimestre|q[1-4]|anno prossimo|prossim[oa] (?:anno|mese|primavera|estate|autunno)|nuovo (?:anno|budget)|20\d\d|(?:un|due|tre|quattro|sei|nove|qualche|\d+) (?:mes[ei]|ann[oi]|settiman[ae])|feste|vacanze|ferie|piu avanti|piu tardi|secondo momento|allora)`

export const it: PhraseLists = {
  words:
    'il lo la gli le di che e un una per non con del della sono ci mi si vi grazie da nel ho abbiamo siamo ma piu buongiorno salve questo come se al alla anche',
  please:
    'per favore|per cortesia|cortesemente|prego di|vi prego di|la prego di|chiedo di|chiediamo di|vi chiedo di|vi chiediamo di|le chiedo di|potreste|potrebbe|puo|potete|e|quindi|si prega di|vogliate|voglia|subito|grazie di',
  me: '(?:mi|ci|il mio (?:indirizzo|nome|contatto|account)|la mia (?:mail|e-?mail|casella)|i miei (?:dati|contatti)|il nostro (?:indirizzo|nome)|i nostri (?:dati|contatti)|questo indirizzo|{mail})',
  not: '(?:non|mai|senza|ne|nessun|nessuna|neanche|nemmeno)',
  asks: '(?:come|quando|perche|che|cosa|quale|dove|chi|rispettate|si puo|posso|e possibile|il vostro|di cosa)',
  removeMe: String.raw`
    imperative: {please}(?:toglie(?:te)?|togli|tolga|cancella(?:te)?|cancelli|rimuov[ei](?:te)?|rimuova|elimina(?:te)?|elimini|disiscriv[ei](?:te)?|disiscriva|depenna(?:te)?)(?:mi|ci)\b
    object: {please}(?:togliete|tolga|cancellate|cancelli|rimuovete|rimuova|eliminate|elimini|depennate) {me}\b
    polite: {please}(?:mi|ci) (?:tolga|cancelli|rimuova|elimini|disiscriva|tolgano|cancellino)\b
    infinitive: {please}(?:toglier|cancellar|rimuover|eliminar|disiscriver|depennar)(?:mi|ci|e (?:il mio|i miei|la mia|il nostro|i nostri|questo|{mail}))
    want: \b(?:voglio|desidero|vorrei|chiedo|vogliamo|desideriamo|chiediamo) (?:di )?(?:essere |venire )?(?:disiscriver\w+|cancellar\w+|rimoss\w+|cancellat\w+|tolt\w+|eliminat\w+|la cancellazione|la rimozione|uscire dalla)`,
  removeIt: String.raw`it: {please}(?:cancell|elimin|rimuov|togli)(?:ate|ete|i|a)(?:lo|la)\b`,
  noMore: String.raw`
    no more writing: \bnon (?:mi |ci |vi )?(?:contatt|scriv|mand|invi|disturb)\w*(?:mi|ci)?(?: piu| altr\w+| nulla| niente)\b|\bdi non (?:scriver|contattar|inviar|mandar)(?:mi|ci|e)(?: piu)\b
    does not want: \bnon (?:desidero|voglio|vogliamo|desideriamo|intendo)(?: piu)?(?: ricevere)?(?: piu| altr\w+| le vostre| vostre| nessun\w*)\b|\bnon (?:desidero|voglio|vogliamo) altr\w+\b
    not receive: \bdi non ricevere (?:piu|altr\w+)\b|\bnon ricevere piu\b|\bbasta (?:con le |con |le )?(?:mail|e-?mail|messaggi|pubblicita)\b
    stop: {please}(?:smett(?:ete|a|i|etela|ila)|cess(?:ate|i)|finitela|finite) (?:di |ogni|tutti)\b|\bcessare (?:ogni|tutti|l'invio|qualsiasi)\b
    objects: \bmi oppongo\b|\b(?:lasciatemi|mi lasci|lasciateci|lasciami) in pace\b`,
  notNow: String.raw`
    frozen: \b(?:budget|progetto|investimenti) (?:e|sono) (?:bloccat|congelat|sospes)\w+\b
    now: \b(?:adesso|ora|per ora|per adesso|al momento|per il momento|attualmente|in questo momento|quest'anno|momentaneamente)\b[^.;!?]{0,40}\b(?:no|non|niente|nessun\w*)\b|\bnon?\b[^.;!?]{0,40}\b(?:adesso|per ora|al momento|per il momento|attualmente|in questo momento|quest'anno)\b|\bquest'anno no\b
    later: \b(?:magari|forse|eventualmente|meglio) (?:piu|tra|fra|dopo|a|il|nel|in)|\bpiu (?:avanti|in la)\b|\bnon prima (?:di|del\w*)|\b(?:troppo )?presto per\b|\bpreferisco aspettare\b|\bsecondo momento\b
    again then: \b(?:ricontatt\w*|riscriv\w*|scriv\w*|contatt\w*|richiam\w*|risent\w*|sent\w*|parl\w*|riprend\w*|ricord\w*|faccia vivo|previsto|risentir\w*|torn\w*)\b[^.;!?]{0,40}\b${WHEN}
    will return: \bla ricontatteremo\b|\bmi faccio sentire\b|\bappena (?:concluso|conclusa|finito)\b|\bfra qualche mese\b|\btra sei mesi\b
    budget: \bnon (?:c'e|abbiamo)(?: piu)? budget\b|\bspese (?:sono )?bloccate\b|\bnuovo budget\b|\bc'e piu budget\b
    priority: \bnon e (?:una )?priorita\b|\baltre priorita\b|\bnon e il momento\b|\bcapita male\b|\brimandat\w+\b|\bposticip\w+\b
    contract: \bcontratto (?:dura|scade|termina|e valido)\b|\babbiamo appena (?:firmato|rinnovato)\b|\bnel pieno di\b|\bprima di natale non\b
    away: \bsono fuori fino\b[^.;!?]{0,30}\b(?:dopo|poi|sent\w*)`,
  notInterested: String.raw`
    decided: \b(?:abbiamo|ho) (?:gia )?(?:scelto|optato per|preferito|deciso per) un altr[oa]\b|\bnon rientra (?:nelle|tra le|nei)\b
    covered: \blo (?:gestiamo|facciamo) (?:noi|internamente|in casa)\b|\bnon lavoriamo con\b|\bsiamo (?:gia )?(?:coperti|a posto|forniti)\b
    not interested: \bnon (?:mi|ci|le|sono|siamo|e) (?:\S+ )?(?:interess\w*|di interesse)\b|\bnessun interesse\b|\bsenza interesse\b|\bnon (?:abbiamo|ho) (?:alcun )?interesse\b|\bnon ci riguarda\b
    no thanks: (?:^|[,;:.] ?|\bquindi |\be |\bma )no(?:,? grazie)?\s*(?:$|[,;.!])|\bno,? grazie\b|\bgrazie,? (?:e |ma )no\b|\brisposta e no\b|\bgentile,? ma no\b|^passo\b
    no need: \bnon (?:ne |ci |lo )?(?:abbiamo bisogno|serve|servira|serv\w*|useremmo|occorre|sarebbe utile|ho bisogno)\b|\bnon ne (?:vedo|vogliamo|voglio|abbiamo)\b|\bnon serve\b|\bnon ci sarebbe\b
    has one: \b(?:abbiamo|siamo) gia\b|\bgia (?:abbiamo|attrezzati|coperti)\b|\brestiamo con\b|\binternamente\b|\bil nostro programma\b|\bsiamo a posto\b|\bsoddisfatti (?:di|del\w*)\b
    refuses: \b(?:declinare|rinunciamo|rifiutare|decliniamo)\b|\bnon (?:daremo|diamo) seguito\b|\bdeciso di non\b|\btroppo caro\b|\bnon (?:acquistiamo|compriamo|procedere)\b
    not for us: \bnon (?:fa|e) per (?:noi|me)\b|\bnon e in linea\b|\bnon e (?:rilevante|adatto|pertinente)\b
    no call: \bnon mi chiami\b`,
  interested: String.raw`
    tu: \bquando (?:hai|avete|puoi|potete|ci sentiamo|ci vediamo)\b|\b(?:puoi|potete) (?:chiamarmi|chiamarci|mandarmi|mandarci|mostrarmi|mostrarci|farmi vedere|farci vedere)\b|\b(?:hai|avete) (?:tempo|mezz'ora|un attimo)\b
    time: \b(?:lunedi|martedi|mercoledi|giovedi|venerdi|domani|la prossima settimana|la settimana prossima|questa settimana)\b[^.;!?]{0,40}\b(?:sono liber[oa]|sono disponibile|ho tempo|posso|mi va bene|va bene)\b|\b(?:liber[oa]|disponibile) (?:lunedi|martedi|mercoledi|giovedi|venerdi|domani|la prossima settimana|la settimana prossima|questa settimana)\b
    seeks: \b(?:stiamo|sto) cercando (?:proprio|esattamente|giusto|qualcosa)\b|\b(?:ci|mi) (?:fate|fa|farebbe|fareste) (?:vedere |una |la )+(?:demo|dimostrazione|prova)?|\bmi faccia avere\b
    cost: \bquanto (?:costa|viene|sarebbe|costerebbe)\b|\bqual e il (?:prezzo|costo)\b|\blistino(?: prezzi)?\b|\bi prezzi\b|\bche prezzo\b
    send: \b(?:mand\w*|invi\w*|fare|fate\w*|faccia\w*|fornir\w*)\b[^.;!?]{0,35}\b(?:info\w*|brochure|preventivo|offerta|prezzi|documentazione|dettagli|invito|presentazione|catalogo|proposta|materiale)\b
    more: \b(?:mi dica|saperne|sapere) di piu\b|\bmaggiori informazioni\b|\bpiu informazioni\b
    call me: \b(?:mi chiami|mi telefoni|chiamatemi|mi richiami|chiamami)\b(?! dopo)|\bprego chiamare\b|\bal telefono\b
    talk: \b(?:parliamone|fissiamo|sentiamoci|incontriamoci|vediamoci)\b|\bpossiamo (?:incontrarci|sentirci|parlar\w*|vederci|provare|iniziare)\b|\bquando (?:e disponibile|potrebbe|possiamo|puo|ha tempo)\b|\bpassare da noi\b
    meet: \bha tempo\b|\bper una (?:chiamata|telefonata|call)\b|\bper me va bene\b|\bva bene (?:lunedi|martedi|mercoledi|giovedi|venerdi)\b|\bprossimi passi\b
    demo: \b(?:vedere|vorrei|interessati a|avere|fare)(?: \S+){0,3} (?:demo|dimostrazione|presentazione)\b|\bversione di prova\b|\bprovare gratis\b|\breferenze\b
    interested: (?<!non )\b(?:mi|ci) interess(?:a|erebbe)\b|(?<!non )\b(?:sono|siamo|saremmo|sarei) (?:\S+ )?interessat\w*\b|^interessat\w*\b|\bproprio quello che\b|\besattamente quello che\b|\bci sarebbe utile\b
    yes: ^(?:si|volentieri|certo|d'accordo|va bene|con piacere|certamente|ok|perfetto)(?: grazie| volentieri| certo)*(?:[,.!]? ?(?:volentieri|grazie|parliamone|mi|ci|mand\w*|\S+di)\b|[ .!,]*$)|\bquindi si\b
    understand: \bvorre(?:i|mmo) (?:capire|sapere|vedere) (?:meglio|di piu|come funziona|una)\b`,
  away: String.raw`
    office: \bfuori (?:ufficio|sede)\b|\bnon (?:sono|saro) in ufficio\b|\b(?:di nuovo|nuovamente) in ufficio\b|\bin ufficio (?:il|lunedi|martedi|dal)\b|\bdi nuovo operativi\b|\bsono fuori\b
    leave: \b(?:ferie|vacanza|vacanze|maternita|paternita|congedo|malattia|permesso|sabbatico|trasferta|viaggio|un corso|in fiera|festa|part time)\b
    away: \b(?:assente|assenza|assenti)\b|\bnon sono (?:disponibile|raggiungibile)\b|\bmi sostituisce\b|\bil \w+ non lavoro\b
    back: \b(?:rientro|rientrero|rientrato|torno|tornero|ritorno)\b|\bal mio (?:rientro|ritorno)\b
    closed: \b(?:chius[oaie]|chiusura)\b[^.;!?]{0,30}\b(?:dal|fino|per|aziendale)\b|\bchiusura\b
    no mail: \baccesso limitato\b|\bnon ho accesso alla posta\b`,
  closings:
    'cordiali saluti|saluti|distinti saluti|cordialmente|un saluto|un cordiale saluto|a presto|buona giornata|buon lavoro|grazie e saluti',
}
