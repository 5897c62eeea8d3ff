import type { PhraseLists } from './phrase-lists.ts'

const MONTH =
  '(?:januar|februar|marz|april|mai|juni|juli|august|september|oktober|november|dezember|fruhjahr|fruhling|sommer|herbst|winter|weihnachten|ostern|neujahr)'
const WHEN = String.raw`(?:(?:im|ab|bis|nach|vor|ende|anfang|mitte|gegen|den|der|zum) )*(?:${MONTH}\b|(?:nachste[rsnm]?|kommende[rsnm]?|neue[rsnm]?) (?:jahr|quartal|monat|fruhjahr|sommer|herbst|winter|budget)\w*|(?:ersten?|zweiten?|dritten?|vierten?|[1-4]\.) (?:quartal|halbjahr)|q[1-4]|20\d\d|(?:ein paar|einigen?|zwei|drei|vier|funf|sechs|neun|\d+|einem halben|einem|halben) (?:monat|woche|jahr)\w*|den (?:ferien|feiertagen|festtagen|urlaub)|jahreswechsel|ferien|spater)`

export const de: PhraseLists = {
  words:
    'und der die das ist nicht sie ich wir ihr ihre ihnen mir uns haben danke bitte fur mit auf ein eine einen aber kein keine zu von im am bin sind was wie gern bei',
  please:
    'bitte|und|daher|also|dann|gerne?|konnten sie|konnen sie|wurden sie|wollen sie|hiermit|nun|jetzt|sofort|umgehend',
  me: String.raw`(?:mich|uns|meine[nr]? (?:\S+ )?\S*(?:adresse|daten|mail|namen)|unsere[nr]? (?:\S+ )?\S*(?:adresse|daten|mail|namen)|diese \S*adresse|{mail})`,
  not: '(?:nicht|nie|niemals|kein|keine|keinen|keiner|weder|ohne|nichts|ungern)',
  asks: String.raw`(?:wie|wann|warum|was|wo|wer|welche\w*|woher|kann man|kann ich|darf|ist|sind|halten|gibt)`,
  removeMe: String.raw`
    out of it: ^(?:raus|weg) (?:aus|von) (?:dem|der|ihrem|ihrer|eurem) (?:verteiler|liste|mailingliste)\b
    take off: {please}(?:nehm\w*|nimm|streich\w*|losch\w*|entfern\w*|tilg\w*|schmei\w+) (?:sie )?(?:bitte |doch |endlich )*{me}\b(?!(?: bitte| noch| doch| bloss| jetzt| auch)* nicht\b)
    take out: {please}(?:trag\w*|meld\w*) (?:sie )?(?:bitte )?{me}(?: bitte| sofort| umgehend| doch| endlich| hier)*(?: \S+){0,4} (?:aus|ab)\b
    from the list: (?:aus|von)(?: \S+){0,2} \S*(?:verteiler|liste|datenbank|kartei|adressbuch|kontakten)\w*(?: \S+){0,2} (?:losch\w*|streich\w*|nehmen|entfern\w*|austragen|(?:he)?raus\w*|raus)\b
    deletion: \b(?:bitte )?um (?:die )?(?:loschung|entfernung|streichung|austragung|abmeldung)\b
    sign off: {please}(?:(?!hier )\S+ ){0,3}(?:abmelden|austragen|abbestellen|loschen|streichen)$|\b(?:mochte|will|wollen|mochten) (?:\S+ ){0,4}(?:abmelden|austragen|abbestellen|ausgetragen|geloscht|entfernt|gestrichen)\b
    out of files: {please}(?:streichen|nehmen|loschen|entfernen|tragen) sie (?:bitte )?{me} (?:\S+ )?aus (?:ihre[mnr]|de[mnr]|diese[mnr]|euren|allen) \S+`,
  removeIt: String.raw`it: {please}(?:losch\w*|entfern\w*|streich\w*) sie (?:sie|diese)\b`,
  noMore: String.raw`
    never again: \b(?:schreiben|schreibt|kontaktieren|mailen) sie (?:mir|uns|mich) (?:bitte )?(?:nie|niemals|nicht) (?:wieder|mehr)\b|\bhoren sie (?:bitte |endlich )?auf,? (?:mir|uns|mich)\b
    no more mails: \b(?:bitte|wunschen?|mochten?|will|wollen|brauchen?)(?: \S+){0,3} keine(?:rlei)?(?: weiteren?| solchen?| mehr)*(?: \S+)? ?(?:e-?mails?|mails?|\S*werbung|\S*nachrichten|newsletter|anfragen|zuschriften|post|kontaktaufnahme)\b|\bkeine (?:weiteren?|e-?mails? mehr|mails? mehr|nachrichten mehr|werbung mehr)\b ?(?:\S*mails?|\S*nachrichten|\S*werbung|newsletter|kontakt\w*|zuschriften)?
    do not write: \b(?:schreib\w*|kontaktier\w*|schick\w*|send\w*|mail\w*|belastig\w*|behellig\w*|anschreib\w*) (?:sie )?(?:mich|uns|mir)(?: bitte| in zukunft| kunftig)* (?:nicht|nichts|keine)\b(?! (?:vor|bis|am|im|heute|morgen))
    not any more: \b(?:mich|uns|mir)(?: \S+){0,2} (?:nicht|nie) (?:mehr|wieder|langer|weiter)\b(?: zu)? ?(?:an|anschreiben|anzuschreiben|kontaktieren|schreiben|belastigen|melden|anmailen)\b
    no wish: \bnicht (?:mehr|langer|weiter) (?:von ihnen |von euch )?(?:kontaktiert|angeschrieben|belastigt|erhalten|bekommen)\b|\bkeine \S*(?:mails?|nachrichten|werbung) (?:mehr |von \S+ )*(?:erhalten|bekommen|haben)\b|\bkeine werbung (?:von|mehr)\b
    stop: {please}(?:hor\w*(?: sie)?(?: bitte)? auf(?![^.;!?]* zu lassen)|unterlass\w*|stopp\w*|sehen sie(?: bitte)? von (?:weiteren|jeder|kunftigen))\b
    objects: \bwiderspreche ich\b|\bich widerspreche\b|\b(?:lasst|lassen sie|lass) (?:mich|uns)(?: bitte| endlich)* in ruhe\b
    forbids: \b(?:ich|wir) (?:untersagen?|verbieten?|verbitten?|widersprechen?)\b[^.;!?]{0,40}\b(?:kontakt\w*|zusendung\w*|e-?mails?|mails|werbung|werbemails?|nutzung|verarbeitung|anschreiben)\b`,
  notNow: String.raw`
    first: \bandere (?:projekte|themen|prioritaten|dinge)\b[^.;!?]{0,30}\b(?:vorrang|priorit\w+|wichtiger|vor)\b|\bhaben (?:derzeit |gerade |aktuell )?(?:andere prioritaten)\b|\bauf eis\b|\bzuruckgestellt\b|\bvertrag lauft (?:noch )?bis\b
    now: \b(?:im moment|derzeit|aktuell|zurzeit|zur zeit|momentan|gerade|gegenwartig|im augenblick|augenblicklich|vorerst|zum jetzigen zeitpunkt|jetzt|dieses jahr|fur dieses jahr|heuer|vorlaufig)\b[^.;!?]{0,50}\b(?:nicht|nichts|kein|keine|keinen|schlecht|andere prioritaten|ausgabenstopp|versorgt|unpassend|gar nicht)\b|\b(?:nicht|kein|keine|keinen)\b[^.;!?]{0,30} (?:im moment|derzeit|aktuell|zurzeit|zur zeit|momentan|gerade|vorerst|jetzt|dieses jahr)\b
    at present: ^(?:im moment|derzeit|aktuell|zurzeit|momentan|jetzt|vorerst) (?:nicht|kein)|\bvorerst nicht\b|\bpasst gerade\b|\bgerade (?:ist es )?schlecht\b
    again then: \b(?:meld\w*|frag\w*|anfrag\w*|schreib\w*|komm\w*|sprechen|reden|telefonieren|gern\w*|kontaktier\w*|erinner\w*|lassen sie uns|vielleicht|evtl|eventuell|eher|erst)\b[^.;!?]{0,40}${WHEN}
    then again: ${WHEN}[^.;!?]{0,40}\b(?:wieder|nochmals?|noch mal|noch einmal|erneut|gern|sprechen|reden|melden|versorgt)\b
    in a while: \bin (?:\S+ ){1,3}(?:monaten|wochen|jahr|jahren)\b[^.;!?]{0,30}(?:noch ?mal|wieder|erneut|nochmals)|\b(?:vielleicht|evtl|eventuell|womoglich|eher)\.?,? (?:spater|irgendwann|nachstes jahr)|\bzu einem spateren zeitpunkt\b|\bspater (?:einmal|vielleicht|gern|wieder)|\bnicht vor ${MONTH}
    topic: \b(?:thema|projekt)\b[^.;!?]{0,30}\berst (?:${WHEN}|20\d\d)|\berst 20\d\d\b|\bwiedervorlage\b|\bverschieben\b|\bverschoben\b|\bzu fruh\b|\bruht\b|\bauf eis\b
    budget: \bkein budget\b|\bbudget (?:ist )?(?:aufgebraucht|erschopft|steht)|\bausgabenstopp\b|\bhaushaltssperre\b|\bandere prioritaten\b|\bkeine prioritat\b
    contract: \bvertrag(?: \S+){0,3} (?:lauft|bis|verlangert|unterschrieben)\b|\bvertrag uber\b[^.;!?]{0,20}\bunterschrieben|\bstecken (?:\S+ )?mitten\b|\bmitten in\b
    will return: \b(?:komm\w*|meld\w*)[^.;!?]{0,30} (?:gern |gerne )?(?:auf sie zuruck|auf euch zuruck|bei ihnen)\b|\bsobald wir\b
    away: \bbin bis\b[^.;!?]{0,40}\b(?:nicht im|unterwegs|weg|abwesend|im urlaub)
    full: \b(?:bin|sind|ist|momentan|derzeit|aktuell)\b(?: \S+){0,3} (?:ausgelastet|ausgebucht|dicht|uberlastet)\b|^(?:erst|fruhestens)(?: wieder)? (?:nach|ab|im) \S+|\b(?:versuchen|probieren|klopfen) sie\b[^.;!?]{0,30}(?:${WHEN}|\bnochmal\b|\bspater\b)|\bnochmals? anklopfen\b`,
  notInterested: String.raw`
    decided: \b(?:fur|zu) (?:einen|eine|einem|einer) anderen? (?:anbieter|losung|dienstleister|partner|lieferanten?|produkt)\b[^.;!?]{0,40}\b(?:entschieden|gewechselt|gegangen)\b|\b(?:mussen|muss|mochte|mochten) (?:wir |ich )?(?:leider )?(?:absagen|ablehnen|verzichten)\b|\bkommt (?:fur uns |fur mich |das )?(?:leider )?nicht in ?frage\b
    covered: \b(?:sind|ist) (?:wir |da |dort )?(?:schon |bereits |sehr )?(?:gut |bestens )?(?:aufgestellt|abgedeckt|ausgestattet)\b|\b(?:bereits|schon) im haus\b|\b(?:machen|losen|regeln|erledigen) (?:wir |das )?(?:das )?(?:alles )?(?:intern|selbst|selber|inhouse)\b|\bnicht auf der suche\b|\bsuchen (?:derzeit )?(?:keine|nicht)\b|\barbeiten (?:grundsatzlich )?nicht mit\b
    no interest: \b(?:kein|keinerlei|null) (?:\S+ )?interesse\b|\bnicht (?:\S+ )?interess(?:iert|ant)\b|\binteressiert (?:mich|uns) (?:\S+ )?nicht\b|(?<!nicht )\buninteress(?:ant|iert)\b|\b(?:ohne|mangels) interesse\b
    no thanks: (?:^|[,;:.] ?|\balso |\bund |\baber )(?:nein|no|ne|nee)(?:,? (?:vielen )?dank\w*)?\s*(?:$|[,;.!])|\bnein,? (?:vielen )?danke?\b|\bdanke,? (?:aber |und )?nein\b
    no need: \b(?:kein|keinen|keinerlei) (?:\S+ )?(?:bedarf|verwendung|nutzen|bedurfnis)\b|\b(?:brauch\w*|benotig\w*)[^.;!?]{0,30}\b(?:nicht|nichts|kein\w*)\b|\bkein\w* bedarf\b|\bnicht (?:brauchen|benotigen)\b
    has one: \b(?:bereits|schon|gut|bestens)(?: \S+){0,2} (?:versorgt|losung|aufgestellt|anbieter|system|programm|abgedeckt)\b|\bbleiben (?:bei|mit)\b|\b(?:machen|losen) (?:wir )?(?:das|es) (?:selbst|selber|intern|im haus)\b|\bmachen das (?:selbst|selber|intern)|\beigenes (?:programm|system|tool)\b|\bzufrieden\b
    refuses: \b(?:lehn\w*[^.;!?]{0,20} ab|absagen|ablehnen|verzichten|absehen|dagegen entschieden|nicht weiter ?verfolgen|kommt[^.;!?]{0,20} nicht in frage|kommt nicht infrage)\b
    not for us: \bnicht(?:s)? fur (?:uns|mich)\b|\bpasst (?:bei|fur) uns (?:\S+ )?nicht\b|\bpasst[^.;!?]{0,10} nicht (?:zu uns|zu mir|fur uns)\b|\bnicht (?:relevant|passend|geeignet)\b|\bzu teuer\b|\bbringt uns (?:\S+ )?nichts\b|\bglaube nicht, dass uns\b|\bkaufen keine\b
    no call: \bnicht anrufen\b|\bbrauchen mir kein\b
    served: \b(?:da|damit|hier|dort) sind wir (?:\S+ )?(?:versorgt|bedient|aufgestellt|eingedeckt|abgedeckt)\b|\b(?:machen|erledigen|losen|regeln) wir (?:alles |das |es )?(?:selbst|selber|intern)\b|\b(?:rechnet|lohnt) sich\b[^.;!?]{0,40}\bnicht\b|\bkeine (?:\S+ )?verwendung\b`,
  interested: String.raw`
    du: \bwann (?:hast|hattest|kannst|konntest) du\b|\bwann (?:habt|hattet|konnt) ihr\b|\b(?:hast du|hattest du|habt ihr)\b[^.;!]{0,40}\b(?:zeit|luft|termin)\b|\b(?:kannst du|konnt ihr|magst du|wollt ihr)\b[^.;!]{0,30}\b(?:zeigen|vorstellen|vorfuhren|anrufen)\b|\bschick(?:t|e)?\b[^.;!?]{0,15}\b(?:ruber|mehr dazu|was zu)\b
    time: \b(?:montags?|dienstags?|mittwochs?|donnerstags?|freitags?|morgen|ubermorgen|nachste woche|kommende woche|diese woche)\b[^.;!?]{0,40}\b(?:hatte ich (?:zeit|luft)|habe ich (?:zeit|luft)|passt (?:mir|uns|es)|ginge|geht es|kann ich|konnte ich|bin ich (?:frei|verfugbar))\b|\b(?:hatte|habe) (?:ich )?[^.;!?]{0,40}(?:montags?|dienstags?|mittwochs?|donnerstags?|freitags?|morgen|ubermorgen|nachste woche|kommende woche|diese woche)[^.;!?]{0,40}\b(?:zeit|luft|frei)\b
    terms: \b(?:wie|was) (?:sind|waren|ist) (?:die|ihre|der) (?:konditionen|preise|kosten|preis|lieferzeiten?)\b|\bmachen sie (?:mir|uns) (?:bitte )?ein angebot\b|\bgibt es (?:eine |ein )?(?:testversion|testzugang|demo|referenzen|mengenrabatt)\b
    seeks: \b(?:suchen|suche) (?:wir |ich )?(?:gerade |aktuell |derzeit )?(?:genau )?(?:so (?:etwas|was)|danach|nach so|ein solches|eine solche)\b|\bkonnen sie (?:das|es|uns das)(?: einmal| mal)? (?:vorfuhren|zeigen|vorstellen|prasentieren)\b|\b(?:lassen sie uns|lass uns|sollten wir) (?:\S+ )?(?:telefonieren|sprechen|reden|treffen|austauschen)\b
    assistant: \b(?:stimmen sie|vereinbaren sie|machen sie|buchen sie)\b[^.;!?]{0,30}\b(?:termin|zeit)\b[^.;!?]{0,30}\b(?:assisten\w+|sekretar\w+|buro|kolleg\w+)\b|\b(?:hort|klingt) sich spannend an\b
    cost: \bwas (?:kostet|kosten|wurde|nehmen sie)\b|\bwie (?:viel|teuer|hoch)[^.;!]{0,30}\b(?:kost\w*|preis\w*|ist|ware|das)\b|\bkosten pro\b|\bpreisliste\b
    send: \b(?:schick\w*|send\w*|zuschicken|zusenden|mail\w*|lassen sie|ubersenden|bitte um|erbitte)\b[^.;!?]{0,40}\b(?:info\w*|unterlagen|angebot|preis\w*|broschure|einladung|material|details|dokumentation|prospekt|prasentation|konditionen|referenzen|termin\w*)\b|\b(?:info\w*|unterlagen|angebot|preise?|details)\b[^.;!?]{0,20}\b(?:schicken|zusenden|senden|zukommen|zuschicken)\b|\bbitte um (?:ein angebot|ruckruf|anruf|infos?|unterlagen|details)\b
    more: \berzahl\w* sie (?:mir |uns )?mehr\b|\bmehr (?:daruber |dazu )?(?:erfahren|wissen|horen|info\w*)\b|\bmehr informationen\b
    call me: \b(?:ruf\w*|ruft) (?:sie )?(?:mich|uns)\b|\bbitte (?:\S+ )?anrufen\b|\b(?:um|einen) ruckruf\b|\btelefonisch\b|\banzurufen\b
    talk: \b(?:konnen|konnten|sollen|wollen|lassen sie) (?:wir|uns)\b[^.;!]{0,50}\b(?:telefonieren|sprechen|treffen|reden|austauschen|termin|testen|starten|anfangen|ausmachen|vereinbaren)\b|\bsprechen wir (?:daruber|dariber|am|mal)|\bja,? sprechen wir\b|\b(?:sie )?vorbeikommen\b
    meet: \b(?:termin|telefonat|gesprach|videocall|call|meeting)\b[^.;!?]{0,30}\b(?:ausmachen|vereinbaren|machen|einstellen|passt|zeit)\b|\b(?:haben|hatten) sie[^.;!]{0,40}\b(?:zeit|termin)\b|\bwann (?:hatten|haben|konnen|konnten|passt|ware)\b|\bpasst (?:mir|uns|ihnen|es)\b
    demo: \b(?:demo|vorfuhr\w*|vorstell\w*|prasentier\w*|zeigen)\b[^.;!?]{0,20}\b(?:sehen|haben|machen|gern\w*|uns|bitte|an)\b|\b(?:uns|mir)(?: \S+){0,2} (?:vorfuhren|vorstellen|zeigen|prasentieren)\b|\binteresse an\b|\btestversion\b|\btestzugang\b|\bkostenlos testen\b|\bansehen\b|\banschauen\b|\breferenzen\b
    interested: \b(?:bin|sind|waren|ware) (?:\S+ )?interessiert\b|\b(?:hatten|haben|habe|hatte) (?:\S+ )?interesse\b|^interesse\b|\bgenau so ?(?:et)?was\b|\bwie geht es weiter\b|\bnachsten schritte\b|\b(?:ware|wars) etwas fur uns\b|\bgut gebrauchen\b
    yes: ^(?:ja|gerne?|klar|sicher|naturlich|einverstanden|ok|okay|prima|klingt gut|hort sich gut an)(?: bitte| gerne?| klar)*(?:[,.!]? ?(?:bitte|gerne?|passt|schick\w*|wir|ich|lassen|sprechen|ruf\w*|\S+tag|konnen)\b|[ .!,]*$)|\balso ja\b|\bmochte (?:gerne? )?mehr\b
    clock: ^(?:am )?(?:montag|dienstag|mittwoch|donnerstag|freitag|morgen|ubermorgen)(?: vormittag| nachmittag| fruh)?,? (?:(?:um|ab|gegen) \d{1,2}(?:[:.]\d\d)?(?: uhr)?|\d{1,2}(?:[:.]\d\d)? uhr)(?:,?$|,? (?:passt|ginge|geht|ware gut|bitte|gern|rufen sie|nummer|telefon))|\brufen sie (?:\S+ )?(?:durch|an)\b
    offer: \bwas (?:verlangen|berechnen) sie\b|\b(?:gibt es|haben sie) (?:\S+ ){0,2}(?:referenzen|kunden|beispiele|muster) (?:in|aus|fur)\b|\berzahlen sie (?:mir|uns)\b[^.;!?]{0,20}\bmehr\b|\b(?:schicken|senden) sie (?:mir |uns )?(?:(?:mal|gerne?|bitte|doch|einfach) )*(?:was|etwas)\b`,
  away: String.raw`
    office: \b(?:nicht (?:im|in) (?:buro|haus|dienst|unternehmen)|nicht am (?:arbeits)?platz|nicht am arbeitsplatz|ausser haus|wieder im (?:buro|haus|dienst)|wieder am (?:arbeits)?platz|zuruck im buro|out of office|wieder fur sie da|wieder da|wieder zuruck)\b
    leave: \b(?:\S*urlaub\S*|elternzeit|mutterschutz|sabbatical|betriebsferien|ferien|dienstreise|geschaftsreise|feiertag|freien tag|krank|krankheitsbedingt|auf reisen|schulung|fortbildung)\b
    away: \b(?:abwesen\w*|abwesenheit\S*|unterwegs|verreist)\b|\bnicht (?:\S+ )?erreichbar\b|\bim trauerfall\b|\btrauerfalls?\b
    back: \b(?:ab|am)\b[^.;!?]{0,40}\bwieder\b|\bruckkehr\b|\bzuruck (?:im|am|ab)\b|\bwieder (?:erreichbar|zuruck|im|da|am)\b
    closed: \b(?:buro|firma|unternehmen|praxis|wir)\b[^.;!?]{0,50}\bgeschlossen\b`,
  closings:
    'mit freundlichen grussen|mit freundlichem gruss|freundliche grusse|viele grusse|beste grusse|liebe grusse|herzliche grusse|schone grusse|mfg|vg|lg|gruss|grusse|mit besten grussen|hochachtungsvoll',
}
