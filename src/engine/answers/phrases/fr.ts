import type { PhraseLists } from './phrase-lists.ts'

const MONTH =
  '(?:janvier|fevrier|mars|avril|mai|juin|juillet|aout|septembre|octobre|novembre|decembre|printemps|ete|automne|hiver|noel|paques|rentree)'
const WHEN = String.raw`(?:(?:en|au|apres|avant|debut|fin|mi|d'ici|a la|l'|la|le|les|a partir de|des|dans) ?)*(?:${MONTH}\b|(?:premier|deuxieme|second|troisieme|quatrieme|prochain|1er|2e|3e|4e) trimestre|q[1-4]|t[1-4]|l'an(?:nee)? prochaine?|(?:annee|trimestre|mois|saison) prochaine?|nouveau budget|nouvel an|20\d\d|(?:un|deux|trois|quatre|six|neuf|quelques|\d+) (?:mois|ans?|semaines)|fetes|vacances|plus tard|ulterieurement|ce moment-la)`

export const fr: PhraseLists = {
  words:
    "le la les de des du un une et est vous nous je pas ne pour dans que qui merci votre notre avec sur c'est j'ai bonjour mais plus avons suis ce cela au en",
  please:
    "merci de|merci de bien vouloir|veuillez|priere de|je vous prie de|je vous prie de bien vouloir|je vous demande de|je vous demande d'|pourriez-vous|pouvez-vous|pourrais-tu|voulez-vous|vous prie de bien vouloir|et|donc|alors|svp|s'il vous plait|bien vouloir|merci|de",
  me: '(?:moi|nous|mon (?:adresse|mail|e-?mail|nom|contact)|mes (?:coordonnees|donnees)|notre (?:adresse|mail|nom)|nos (?:coordonnees|donnees)|cette adresse|{mail})',
  not: String.raw`(?:ne|n'\w*|pas|jamais|sans|ni|inutile|aucun|aucune|non)`,
  asks: String.raw`(?:comment|quand|pourquoi|que|qu'\w*|quel\w*|ou|qui|est-ce|respectez|peut-on|puis-je|votre|avez-vous|se)`,
  removeMe: String.raw`
    imperative: {please}(?:retire[zr]?|supprime[zr]?|enleve[zr]?|desinscrivez|desinscris|desabonne[zr]?|otez|ote|rayez|raye|efface[zr]?|radiez|sortez|excluez)[- ]?{me}\b(?! pas)
    infinitive: {please}(?:de |d'|m'|me |nous |l')*(?:retirer|supprimer|enlever|desinscrire|desinscrir|desabonner|oter|rayer|effacer|radier|exclure)(?: (?:de|du|mon|mes|notre|nos|cette|mes|immediatement|des|{mail})|$)
    me infinitive: (?:m'|me |nous )(?:retirer|supprimer|enlever|desinscrire|desabonner|oter|rayer|effacer|radier)\b
    want: \b(?:souhaite|veux|desire|voudrais|demande|souhaitons|voulons|demandons) (?:a )?(?:me |m'|nous |etre |d'etre |que )?(?:desabonner|desinscrire|retire\w*|supprime\w*|desinscrit\w*|desabonne\w*|raye\w*|efface\w*|enleve\w*|d'effacer|effacer)\b|\bdemande d'effacer\b`,
  removeIt: String.raw`it: {please}(?:retirez|supprimez|effacez|enlevez)-(?:la|le|les)\b`,
  noMore: String.raw`
    no more writing: \bne (?:plus|pas|jamais) (?:me |m'|nous )?(?:contacter|ecrire|ecris|ecrivez|contacte|relance|solliciter|envoyer|adresser|recontacter|demarcher|relancer)\b
    do not send: \bne (?:me |m'|nous )?(?:contactez|contacte|ecrivez|ecris|envoyez|envoie|relance|sollicitez|adressez|demarchez|relancez|recontactez)[- ]?(?:moi |nous )?(?:plus|jamais)\b
    does not want: \bne (?:souhait|desir|veu|voul)\w* plus\b|\bne plus (?:rien )?recevoir\b
    stop: {please}(?:arret(?:ez|er|e)|cess(?:ez|er|e)|stoppez)\b (?:de |d'|tout|tous|vos|ces|cet|toute)
    no more: \bplus (?:de |d'|aucun |aucune )(?:mails?|e-?mails?|courriels?|messages?|envois?|pub\w*|newsletters?|sollicitations?)\b
    objects: \bje m'oppose\b|\blaissez-(?:moi|nous) tranquilles?\b`,
  notNow: String.raw`
    frozen: \b(?:budget|projet|investissement)s? (?:est|sont) (?:gele|bloque|suspendu|reporte)s?\b|\bpas (?:une |la |notre )?priorite\b[^.;!?]{0,20}\b(?:actuellement|pour l'instant|en ce moment|cette annee)
    now: \b(?:pas|non|rien|aucun\w*|ne|pas de)\b[^.;!?]{0,50}(?:pour le moment|pour l'instant|actuellement|en ce moment|maintenant|a l'heure actuelle|a ce stade|cette annee|dans l'immediat)|(?:pour le moment|pour l'instant|actuellement|en ce moment|a l'heure actuelle|cette annee)\b[^.;!?]{0,30}\b(?:non|pas|rien|aucun\w*)\b|^pas maintenant\b|\bpas cette annee\b
    later: \b(?:peut[- ]etre|plutot) (?:plus tard|dans|l'an|en|apres)|\bplus tard\b|\bulterieurement\b|\b(?:pas|rien) avant\b|\btrop tot\b|\bl'an prochain peut-etre\b
    again then: \b(?:recontact\w*|relanc\w*|reven\w*|rappel\w*|reparl\w*|reecriv\w*|ecriv\w*|contact\w*|parl\w*|reprend\w*|reviendr\w*|voyons|voir|prevu)\b[^.;!?]{0,40}\b${WHEN}
    will return: \b(?:reviendr(?:ons|ai)|recontacter(?:ons|ai)|ferai signe|ferons signe)\b|\brelancez\b|\brecontactez\b|\bon en parle (?:en|apres|au)\b
    budget: \b(?:plus|pas) de budget\b|\bdepenses (?:sont )?gelees\b|\bgel des\b|\bnouveau budget\b
    priority: \bpas (?:notre |une |la |dans nos )?priorit\w*\b|\bpas d'actualite\b|\bautres priorites\b|\ben attente\b|\ble moment est mal\b|\bca tombe mal\b|\bpas le (?:bon )?moment\b|\bmauvais moment\b
    contract: \bcontrat (?:court|dure|va|se termine|expire)\b|\bvenons de signer\b|\ben pleine? \w+\b|\bprefere attendre\b|\bpas le temps avant\b|\btemps avant\b
    away: \babsente? jusqu\w*[^.;!?]{0,30}\b(?:ensuite|apres|parl\w*)`,
  notInterested: String.raw`
    decided: \b(?:avons|ai|on a) (?:finalement |deja )?(?:choisi|retenu|opte pour|signe avec) (?:un|une) autre\b|\bne (?:donnerai|donnerons|donne) pas suite\b|\bsans interet pour\b
    covered: \b(?:sommes|est) (?:deja )?(?:equipes?|pourvus?|couverts?)\b|\b(?:gerons|faisons|traitons|gere|fait) (?:cela|ca|tout|tout cela)? ?(?:tout )?en interne\b|\bne travaillons pas avec\b|\bne nous concerne\b
    not interested: \bpas (?:\S+ )?interess\w*\b|\b(?:n'|ne )\S*(?: \S+)? ?(?:interesse\w*|concern\w*) (?:pas|guere)\b|\binteresse(?:nt)? pas\b|\baucun interet\b|\b(?<!pas )sans interet\b|\bconcerne pas\b
    no thanks: (?:^|[,;:.] ?|\bdonc |\bet |\bmais )non(?:,? merci)?\s*(?:$|[,;.!])|\bnon,? (?:ca ira|merci)\b|\bmerci,? (?:et |mais )non\b|\bc'est non\b|\bgentil mais non\b|\bsans facon\b
    no need: \b(?:pas|aucun|plus|ni) (?:\S+ )?(?:de |du |le |d'|en )?(?:besoin|l'usage|utilite|usage)\b|\bn'en (?:voulons|veux|vois|ai|avons|aurons) (?:pas|aucun)\b|\bvois pas l'utilite\b|\bpas utile\b|\bpas besoin\b|\binutile de\b
    has one: \bdeja (?:une|un|notre|equipes?|tout|cela|ce qu)\b|\brestons (?:avec|chez)\b|\ben interne\b|\bdeja equipes?\b|\bnotre propre\b|\bsatisfaits? (?:de|avec)\b
    refuses: \b(?:decliner|renoncons|renonce|declinons|refuser|refuse)\b|\b(?:pas|ne pas) (?:donner(?:ons)? suite|aller plus loin)\b|\bne donnerons pas\b|\bpas suite\b|\btrop cher\b|\bn'achet\w* pas\b
    not for us: \bpas pour (?:nous|moi)\b|\bne correspond pas\b|\bpas (?:adapte|pertinent)\w*\b
    no call: \bne pas m'appeler\b|\bne m'appelez pas\b
    not planned: \bpas dans nos (?:besoins|projets|plans|previsions)\b`,
  interested: String.raw`
    tu: \b(?:tu (?:peux|pourrais)|peux-tu|pourrais-tu|vous pouvez|pouvez-vous) (?:me |m'|nous )?(?:appeler|rappeler|montrer|presenter)\b|\b(?:tu es|es-tu|t'es|tu serais) (?:libre|dispo\w*)\b|\bon se (?:cale|fait|prend|voit)\b[^.;!]{0,30}\b(?:point|appel|call|visio|semaine|demain|lundi|mardi|mercredi|jeudi|vendredi)\b|\b(?:envoie|transmets|passe)[- ](?:moi|nous)\b[^.;!?]{0,30}\b(?:info\w*|plaquette|brochure|devis|offre|tarifs?|prix|doc\w*|details|presentation|proposition)\b|\bquand (?:es-tu|tu peux|tu es|peux-tu)\b|\bok pour (?:une?|la|le|un)\b
    time: \b(?:je|nous) (?:peux|pouvons|pourrais) (?:vous )?(?:recevoir|voir|parler|appeler|rencontrer)\b|\b(?:libre|disponible|dispo) (?:lundi|mardi|mercredi|jeudi|vendredi|demain|la semaine prochaine|cette semaine)\b|\b(?:lundi|mardi|mercredi|jeudi|vendredi|demain|la semaine prochaine|cette semaine)\b[^.;!?]{0,40}\b(?:je suis (?:libre|dispo)|m'irait|me conviendrait)
    seeks: \b(?:cherche|cherchons|recherchons) (?:justement|precisement|actuellement) (?:ce|un|une|cela|ca)\b|\b(?:m'|nous )intrigue\b|\b(?:avez[- ]vous|vous avez|il y a|y a-t-il) une (?:demo|demonstration|version d'essai)\b
    assistant: \b(?:voyez|calez|fixez|organisez|prenez)\b[^.;!?]{0,40}\b(?:creneau|rendez-vous|rdv|date|reunion)\b
    cost: \bcombien\b|\bquel(?:s|le|les)? (?:est|sont|serait) (?:le|les|la|votre|vos) (?:tarif|prix|cout|condition)\w*\b|\bgrille tarifaire\b|\bvos (?:tarifs|prix)\b
    send: \b(?:envoy\w*|transmet\w*|faites|faire|adress\w*|fourn\w*|recevoir|avoir)\b[^.;!?]{0,40}\b(?:info\w*|plaquette|brochure|devis|offre|tarifs?|prix|documentation|details|invitation|presentation|catalogue|proposition)\b
    more: \b(?:dites-m'en|en savoir) (?:plus|davantage)\b|\bplus d'informations?\b|\bplus de details\b|\bj'aimerais (?:en )?savoir\b
    call me: \b(?:appelez|rappelez|telephonez)[- ](?:moi|nous)\b|\bmerci de (?:me |m')?(?:rappeler|appeler)\b|\bpeut s'appeler\b
    talk: \b(?:parlons|discutons|convenons|echangeons|voyons|fixons)\b|\bpouvons-nous (?:nous )?(?:rencontrer|parler|appeler|voir|tester|commencer)\b|\bquand (?:etes|pouvons|pourriez|pouvez|seriez|peut)\b|\b(?:seriez|etes)-vous (?:disponible|libre)\b|\bpasser nous voir\b
    meet: \bje suis (?:\S+ )?(?:disponible|libre) (?:le )?(?:demain|lundi|mardi|mercredi|jeudi|vendredi|cette semaine|la semaine prochaine)\b|\bun? (?:rendez-vous|appel|rdv)\b[^.;!?]{0,30}\b(?:demain|lundi|mardi|mercredi|jeudi|vendredi|semaine|possible)\b|\b(?:vous|me|nous) (?:convient|va (?:tres )?bien)\b|\b(?:lundi|mardi|mercredi|jeudi|vendredi)[^.;!?]{0,12}\bme va\b
    demo: \b(?:voir|aimerais|voudrais|veux bien|interesses? par|avoir|tester|faire)(?: \S+){0,3} (?:demo|demonstration|presentation|essai)\b|\bversion d'essai\b|\btester gratuitement\b|\bessai gratuit\b|\breferences\b
    interested: \b(?:cela|ca|ceci) (?:m'|nous )interesse\w*\b(?! pas)|\b(?:je suis|nous sommes|serions|serais) (?:\S+ )?interess\w*\b|^interess\w*\b|\bexactement ce (?:que|qu'il)\b|\bquelle est la suite\b|\bprochaines etapes\b|\bnous etre utile\b
    yes: ^(?:oui|volontiers|d'accord|avec plaisir|bien sur|ok|okay|parfait|pourquoi pas)(?: volontiers| bien sur| merci)*(?:[,.!]? ?(?:avec|volontiers|parlons|merci|je|envoyez|\S+di|pourquoi|on)\b|[ .!,]*$)|\bdonc oui\b
    know more: \b(?:m'en|nous en|en) (?:dire|savoir|apprendre) (?:plus|davantage)\b`,
  away: String.raw`
    office: \b(?:hors|absente?s?|absence)(?: \S+)? (?:du|de) bureau\b|\b(?:retour|nouveau) (?:au bureau|le|lundi|mardi|mercredi|jeudi|vendredi|demain|en)\b|\bde retour\b|\bdes mon retour\b|\bmon retour\b|\bretour (?:le|lundi|mardi|mercredi|jeudi|vendredi)\b
    leave: \b(?:conges?|vacances|maternite|paternite|arret maladie|rtt|sabbatique|formation|voyage d'affaires|deplacement|salon|ferie|teletravail deconnecte)\b
    away: \b(?:absente?s?|absence|indisponible|injoignable)\b|\bpas (?:disponible|joignable)\b|\bassure (?:mon|son|notre) remplacement\b|\bremplacee? par\b
    closed: \bferm(?:es?|ee?s?|eture)\b[^.;!?]{0,30}\b(?:du|jusqu|annuelle|pour|le)\b|\bfermeture\b
    no mail: \bacces limite\b|\bpas acces a ma messagerie\b|\bconsulte peu\b`,
  closings:
    'cordialement|bien cordialement|bien a vous|cdlt|salutations|meilleures salutations|sinceres salutations|bonne journee|bonne reception|amicalement|sincerement|respectueusement|a bientot',
}
