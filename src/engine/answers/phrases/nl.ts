import type { PhraseLists } from './phrase-lists.ts'

const MONTH =
  '(?:januari|februari|maart|april|mei|juni|juli|augustus|september|oktober|november|december|voorjaar|lente|zomer|najaar|herfst|winter|kerst|pasen)'
const WHEN = String.raw`(?:(?:in|na|voor|eind|begin|half|vanaf|tot|over|het|de|tegen) )*(?:${MONTH}\b|(?:eerste|tweede|derde|vierde|volgende?) kwartaal|q[1-4]|(?:volgend|komend|nieuwe?) (?:jaar|kwartaal|voorjaar|zomer|maand|budget)|volgende (?:maand|zomer)|20\d\d|(?:een|twee|drie|vier|zes|negen|paar|een paar|half|een half|\d+) (?:maand|maanden|jaar|weken)|feestdagen|vakantie|later|jaarwisseling|dan)`

export const nl: PhraseLists = {
  words:
    'de het een en van ik niet dat die is wij we u uw je jullie voor met op zijn te aan naar bedankt graag geen maar mij ons hebben heb bij ben kunt hoe wat als er al om',
  please:
    'alstublieft|alsjeblieft|aub|svp|graag|gelieve|wilt u|kunt u|kan u|zou u|wil je|kun je|kunnen jullie|willen jullie|zoudt u|en|dus|dan|verzoek ik u|ik verzoek u|wij verzoeken u|nu|direct|onmiddellijk',
  me: String.raw`(?:me|mij|ons|mijn (?:\S*adres|gegevens|naam|e-?mail\S*|mail\S*)|onze (?:gegevens|naam)|ons (?:\S*adres)|dit (?:\S*adres)|{mail})`,
  not: '(?:niet|nooit|geen|zonder|noch|niets)',
  asks: '(?:hoe|wanneer|waarom|wat|waar|wie|welke?|houdt|kan ik|kan men|mag|verwijdert|is|zijn)',
  removeMe: String.raw`
    imperative: {please}(?:haal|halen|haalt|verwijder|verwijdert|schrap|schrapt|wis|gooi|wijzig) (?:aub |alstublieft |alsjeblieft |a\.u\.b\. )*{me}\b(?!(?: alstublieft| alsjeblieft| aub| a\.u\.b\.| nog| toch| zeker| vooral)* niet\b)
    write out: {please}(?:schrijf|meld|schrijft) {me}(?: \S+){0,3} (?:uit|af)\b
    infinitive: {please}(?:\S+ ){0,1}{me}(?: \S+){0,6} (?:verwijderen|halen|uitschrijven|afmelden|schrappen|wissen|te verwijderen|te wissen|uit te schrijven|te halen)\b
    from list: \b(?:van|uit) (?:\S+ ){0,2}\S*(?:lijst|lijsten|bestand|database|mailing)\b (?:\S+ )?(?:verwijderen|halen|schrappen|gehaald|verwijderd|te worden gehaald)\b
    want: \bik (?:wil|wens|zou|verzoek)(?: \S+){0,4} (?:uitschrijven|afmelden|verwijderd|uitgeschreven|afgemeld|van de lijst af)\b|\bte worden (?:gehaald|verwijderd|geschrapt)\b`,
  removeIt: String.raw`it: {please}(?:wis|verwijder) (?:het|dit)\b`,
  noMore: String.raw`
    no more mails: \bgeen (?:\S+ ){0,1}(?:e-?mails?|mails?|berichten|reclame|nieuwsbrieven|mailings?|post)\b(?: \S+){0,4} ?\b(?:meer|ontvangen|sturen|te sturen)\b|\bgeen (?:berichten|mails?|e-?mails?|reclame) meer\b
    nothing more: \b(?:stuur|mail|schrijf|contacteer|benader|zend)\w* (?:me|mij|ons)(?: \S+){0,2} (?:niets|niet|geen)(?: \S+){0,2} ?\b(?:meer|langer)\b
    not contact: \bniet (?:meer|langer|nog eens) (?:te |wil |willen )?(?:contacteren|mailen|benaderen|schrijven|sturen|aanschrijven)\b|\bneem geen contact (?:meer )?(?:met )?\b(?=(?:mij|me|ons|op))|\b(?:mij|me|ons) niet (?:meer|langer) te\b
    stop: {please}stop(?:pen)? (?:\S+ ){0,2}(?:te )?(?:mailen|sturen|schrijven|contacteren|mails|benaderen|spammen)\b
    objects: \bmaak bezwaar\b|\blaat (?:me|mij|ons) met rust\b`,
  notNow: String.raw`
    again: \bkom (?:er|hier)\b[^.;!?]{0,40}\bop terug\b
    now: \b(?:nu|op dit moment|momenteel|voorlopig|dit jaar|vooralsnog|op het moment|thans)\b[^.;!?]{0,40}\b(?:niet|geen|niets|slecht)\b|\b(?:niet|geen)\b[^.;!?]{0,40}\b(?:op dit moment|momenteel|voorlopig|dit jaar|nu|vooralsnog)\b
    later: \b(?:misschien|wellicht|mogelijk|liever|eventueel) (?:later|over|volgend|in|na)|\b(?:volgend jaar|later) (?:wellicht|misschien)\b|\blater moment\b|\bniet voor (?:de |volgende? )?${MONTH}|\bte vroeg\b|\bwacht liever\b
    again then: \b(?:neem|contact|mail|bel|kom|schrijf|meld|benader|praten|spreken|herinner|oppakken|gepland|staat|graag)\b[^.;!?]{0,40}\b${WHEN}
    then: ${WHEN}[^.;!?]{0,20}\b(?:praten|graag|weer|nog eens|opnieuw)\b
    will return: \bkom(?:en)? er[^.;!?]{0,30}\bop terug\b|\blaat ik van me horen\b|\bover een paar maanden\b|\bover een half jaar\b
    budget: \bgeen budget\b|\buitgaven (?:zijn )?bevroren\b|\bnieuwe budget\b
    priority: \bgeen prioriteit\b|\bandere prioriteiten\b|\bgeen goed moment\b|\bkomt (?:\S+ )?slecht uit\b|\buitgesteld\b|\bgeen capaciteit\b
    contract: \bcontract (?:loopt|duurt)\b|\b(?:net|pas) (?:\S+ ){0,3}getekend\b|\bmidden in\b|\bvoor kerst\b[^.;!?]{0,15}\bniet\b
    away: \bben tot\b[^.;!?]{0,40}\b(?:niet op kantoor|weg|afwezig)`,
  notInterested: String.raw`
    decided: \b(?:voor|met) een andere? (?:leverancier|partij|aanbieder|partner|oplossing)\b[^.;!?]{0,20}\b(?:gekozen|gegaan|getekend)\b|\b(?:gekozen|gegaan) voor een ander\w*\b|\bniet van toepassing\b
    covered: \b(?:regelen|doen|lossen) (?:we |wij )?(?:dat |dit )?(?:allemaal )?(?:intern|zelf)\b|\bwerken niet met\b
    not interested: \bgeen (?:\S+ )?(?:interesse|belangstelling)\b|\bniet (?:\S+ )?(?:geinteresseerd|interessant)\b|\bspreekt (?:\S+ )?niet aan\b|\binteresseert (?:me|mij|ons) niet\b
    no thanks: (?:^|[,;:.] ?|\bdus |\ben |\bmaar )nee(?:,? (?:dank\S*(?: (?:je|u))?|bedankt))?\s*(?:$|[,;.!])|\bnee,? (?:dank\S*|bedankt)\b|\bbedankt,? (?:en |maar )nee\b|\bis het nee\b|\bmoet ik bedanken\b|\bvriendelijk,? maar nee\b|\bsla over\b
    no need: \b(?:niet|niets|geen)(?: \S+)? (?:nodig|behoefte|gebruiken)\b|\bgeen behoefte\b|\bhebben we niets aan\b|\bhet nut niet\b|\bhoeft (?:me|mij|ons) geen\b|\bniet gebruiken\b
    has one: \b(?:hebben|heb|is|werken) (?:\S+ ){0,3}al (?:een|iemand|met een) (?:andere )?(?:partij|leverancier|partner|oplossing|aanbieder|iemand)\b|\b(?:hebben|hebt|heb|gebruiken) (?:wij |we )?al\b|\balready\b|\bal voorzien\b|\bblijven bij\b|\b(?:dat|dit) doen (?:wij|we) zelf\b|\beigen programma\b|\btevreden\b|\bwe zitten goed\b
    refuses: \bzien (?:we |wij )?ervan af\b|\bwe zien ervan\b|\bgaan (?:hier |daar )?niet op in\b|\b(?:niet|hier niet) (?:\S+ )?verder (?:te )?gaan\b|\bte duur\b|\bkopen geen\b
    not for us: \bnie(?:ts|ks) voor (?:ons|mij)\b|\bpast niet (?:bij|voor)\b|\bniet (?:relevant|geschikt|passend)\b
    no call: \bbel (?:me|mij)(?: \S+)? niet\b
    someone: \bhebben (?:\S+ ){0,2}al iemand\b`,
  interested: String.raw`
    je: \bwanneer (?:heb|hebben|kun|kan|ben|zijn) (?:je|jij|jullie)\b|\b(?:heb|hebben|kun|kunnen) (?:je|jij|jullie)\b[^.;!]{0,25}\b(?:tijd|bellen|langskomen|laten zien)\b|\blaat (?:maar|het|eens)(?: maar| eens)? zien\b
    time: \b(?:maandag|dinsdag|woensdag|donderdag|vrijdag|morgen|overmorgen|volgende week|deze week)\b[^.;!?]{0,40}\b(?:kan ik|heb ik tijd|ben ik (?:vrij|beschikbaar)|komt uit|past)\b|\b(?:vrij|beschikbaar) (?:op )?(?:maandag|dinsdag|woensdag|donderdag|vrijdag|morgen|overmorgen|volgende week|deze week)\b
    terms: \bwat zijn (?:de|jullie|uw) (?:kosten|prijzen|tarieven|voorwaarden)\b|\bplan (?:maar |gerust )?(?:een |iets )?(?:afspraak|gesprek|demo)?\b[^.;!?]{0,15}\b(?:in|met)\b
    cost: \bwat (?:kost|kosten|zou|is de prijs|zijn de (?:kosten|prijzen))\b|\bhoeveel (?:kost|is|zou)\b|\bprijslijst\b|\bde prijzen\b
    send: \b(?:stuur\w*|sturen|mail|maak|maken|doe|geef|bezorg)\b[^.;!?]{0,35}\b(?:info\w*|brochure|offerte|aanbod|prijzen|documentatie|details|uitnodiging|presentatie|catalogus|voorstel)\b|\b(?:info\w*|offerte|prijzen|details)\b[^.;!?]{0,20}\b(?:sturen|toesturen|maken)\b
    more: \bvertel (?:me|mij|ons) meer\b|\bmeer (?:weten|informatie|info|horen)\b
    call me: \bbel (?:me|mij|ons)\b(?! (?:\S+ )?niet)|\bgraag bellen\b|\b(?:even|kunnen) bellen\b
    talk: \blaten we (?:praten|een|afspreken|bellen|beginnen)\b|\bkunnen we\b[^.;!]{0,30}\b(?:afspreken|praten|bellen|proberen|beginnen)\b|\bwanneer (?:heeft|kunnen|zou|kunt|bent|beginnen)\b|\blangs (?:kunnen )?komen\b
    meet: \bheeft u\b[^.;!]{0,20}\btijd\b|\b(?:past|schikt)(?: \S+)? (?:mij|me|ons|goed|dinsdag|woensdag|maandag|donderdag|vrijdag)\b|\bschikt\b|\bafspraak maken\b|\bvolgende stappen\b
    demo: \b(?:zien|graag|interesse|hebben|krijgen)(?: \S+){0,3} (?:demo|demonstratie|presentatie)\b|\bdemo zien\b|\bproefversie\b|\bgratis proberen\b|\breferenties\b
    interested: \b(?:dit|dat|het) interesseert (?:me|mij|ons)\b(?! niet)|\bben (?:\S+ )?geinteresseerd\b|(?<!geen )\b(?:heb|hebben) interesse\b|\binteresse hebben\b|^interesse\b|\bprecies wat\b|\bgoed kunnen gebruiken\b
    yes: ^(?:ja|graag|akkoord|prima|leuk|zeker|natuurlijk|ok|oke)(?: graag| hoor)*(?:[,.!]? ?(?:graag|laten|stuur|bel|ik|we|\S+dag)\b|[ .!,]*$)|\bdus ja\b`,
  away: String.raw`
    office: \bniet (?:op|in) (?:kantoor|het kantoor)\b|\bniet aanwezig\b|\bweer op kantoor\b|\bweer (?:terug|aan het werk|bereikbaar|aanwezig|wel)\b|\bop kantoor\b[^.;!?]{0,20}\bweer\b|\bzijn we er weer\b
    leave: \b(?:vakantie|verlof|zwangerschapsverlof|ouderschapsverlof|sabbatical|zakenreis|feestdag|ziek|cursus|beurs|op reis)\b
    away: \b(?:afwezig|afwezigheid)\b|\bniet (?:\S+ )?bereikbaar\b|\bvervangt (?:mij|hem|haar|me)\b|\bneemt waar\b|\bop \w+dag werk ik niet\b
    back: \b(?:terug op|terug:|terugkeer|terugkomst|terug ben|weer terug)\b|^terug\b
    closed: \bgesloten\b[^.;!?]{0,20}\b(?:van|tot|wegens|op)\b
    no mail: \bbeperkte toegang\b|\bgeen toegang tot mijn mail\b|\bbekijk mijn mail weinig\b`,
  closings:
    'met vriendelijke groet|met vriendelijke groeten|vriendelijke groet|vriendelijke groeten|groet|groeten|hartelijke groet|hartelijke groeten|mvg|hoogachtend|met hartelijke groet',
}
