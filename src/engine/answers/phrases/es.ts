import type { PhraseLists } from './phrase-lists.ts'

const MONTH =
  '(?:enero|febrero|marzo|abril|mayo|junio|julio|agosto|septiembre|setiembre|octubre|noviembre|diciembre|primavera|verano|otono|invierno|navidad|navidades|semana santa)'
const WHEN = String.raw`(?:(?:en|a|al|el|la|las|los|del|de|para|antes|despues|tras|desde|finales|principios|mediados|dentro|hasta) )*(?:${MONTH}\b|(?:primer|segundo|tercer|cuarto|proximo) trimestre|q[1-4]|(?:ano|trimestre|mes) que viene|(?:proximo|nuevo) (?:ano|mes|trimestre|verano|presupuesto)|20\d\d|(?:un|unos|dos|tres|cuatro|seis|nueve|pocos|\d+) (?:mes|meses|anos?|semanas)|fiestas|vacaciones|mas adelante|entonces)`

export const es: PhraseLists = {
  words:
    'el la los las de que y en un una es no por con para su sus gracias nos le lo se al del pero mi estoy esta hola buenos muy mas ya como estamos tenemos',
  please:
    'por favor|favor de|le ruego que|les ruego que|le pido que|les pido que|solicito que|ruego|agradeceria que|agradezco que|y|entonces|asi que|podria|podrian|puede|pueden|podrias|quiero que|ya',
  me: '(?:me|nos|mi (?:direccion|correo|e-?mail|mail|nombre|contacto)|mis (?:datos|contactos)|nuestr[oa]s? (?:direccion|correo|datos|nombre)|esta direccion|{mail})',
  not: '(?:no|nunca|jamas|sin|ni|tampoco|ningun|ninguna)',
  asks: String.raw`(?:como|cuando|por que|que|cual\w*|donde|quien|respetan|se puede|puedo|es posible|su|de donde)`,
  removeMe: String.raw`
    imperative: {please}(?:saqu?e?[nr]?|elimin[ae]n?|borr[ae]n?|quit[ae]n?|retir[ae]n?|tach[ae]n?|suprim[ae]n?|excluyan?|remuev[ae]n?)-?(?:me|nos)\b
    object: {please}(?:saque|saquen|elimin[ae]n?|borr[ae]n?|quit[ae]n?|retir[ae]n?|tach[ae]n?|suprim[ae]n?|excluyan?|remuev[ae]n?) (?:a )?{me}\b
    infinitive: {please}(?:quitar|sacar|eliminar|borrar|retirar|tachar|suprimir|dar)(?:me|nos)\b
    baja: {please}(?:de|den|da|dad|denme|deme|dame|dadme|darme)(?:me|nos)? de baja\b|\bme den? de baja\b|\bnos den? de baja\b|\b(?:quiero|deseo|queremos|solicito|quisiera|pido) (?:dar(?:me|nos) de baja|la baja|la cancelacion|cancelar)
    want: \b(?:quiero|deseo|solicito|quisiera|pido|solicitamos) (?:ser |que )(?:eliminad|borrad|retirad|borren|eliminen|me borren|me eliminen|me quiten|quiten|retiren|me saquen|excluid)\w*`,
  removeIt: String.raw`it: {please}(?:elimine|borre|quite|retire|suprima)n?(?:la|lo|las|los)\b`,
  noMore: String.raw`
    no more writing: \bno (?:me|nos) (?:contact|escrib|envi|mand|molest)\w*(?: (?:mas|nada|ningun\w*))\b|\bno (?:contact|escrib|envi|mand)\w*(?:me|nos)? mas\b
    does not want: \bno (?:quiero|deseo|queremos|deseamos|quisiera)(?: volver a)?(?: recibir| saber)?(?: mas| ningun\w*| sus| nada)\b[^.;!?]{0,20}\b(?:correos?|mails?|e-?mails?|mensajes?|publicidad|comunicaciones|suyos?|ustedes|informacion)\b
    no more: \bno mas (?:correos?|mails?|e-?mails?|mensajes?|publicidad)\b|\bbasta de (?:correos?|mails?|mensajes?)\b
    stop: {please}(?:deje|dejen|deja|cesen?|paren?|pare) (?:ya )?(?:de )?(?:escribir\w*|enviar\w*|mandar\w*|contactar\w*|molestar\w*|los envios|todo envio)\b|\bcesen (?:los|todo)\b
    that not: \bque no (?:me|nos) (?:contact|escrib|envi|mand)\w* (?:mas|nada)\b|\bque no (?:me|nos) (?:vuelvan?|escriban?|escribiera|contacten?|contactara) mas\b
    objects: \bme opongo\b|\b(?:dejeme|dejenme|dejame|dejenos) en paz\b`,
  notNow: String.raw`
    later: \b(?:lo )?retomamos\b|\b(?:estamos|estoy) hasta arriba\b|\bvuelv\w+ a (?:escribir|contactar|llamar)\w*\b
    now: \b(?:ahora mismo|ahora|por ahora|por el momento|de momento|actualmente|en este momento|este ano|por lo pronto|hoy por hoy)\b[^.;!?]{0,40}\b(?:no|nada|ningun\w*|ya no)\b|\bno\b[^.;!?]{0,40}\b(?:ahora|por el momento|de momento|actualmente|en este momento|este ano|por ahora)\b
    later: \b(?:quizas?|tal vez|a lo mejor|mejor) (?:mas adelante|en|el|dentro|luego|despues)|\bmas adelante\b|\bno antes (?:de|del)\b|\b(?:es )?(?:muy |demasiado )?pronto para\b|\bprefiero esperar\b
    again then: \b(?:vuelv\w*|volver|escrib\w*|contact\w*|llam\w*|habl\w*|retom\w*|recuerd\w*|vemos|previsto|hablar)\b[^.;!?]{0,40}\b${WHEN}
    then: ${WHEN}[^.;!?]{0,20}\b(?:podemos hablar|hablamos|llamam?e|escribam?e)\b|\blo vemos en\b|\beste ano no\b
    will return: \bnos pondremos en contacto\b|\ble aviso\b|\bcuando (?:termine|acabe)\b|\bdentro de (?:\S+ )?(?:meses|semanas)\b|\ben unos meses\b
    budget: \bno (?:hay|tenemos|queda) presupuesto\b|\bgastos (?:estan )?congelados\b|\bnuevo presupuesto\b|\bya no hay presupuesto\b
    priority: \bno es (?:una )?prioridad\b|\botras prioridades\b|\bno es (?:un )?buen momento\b|\bmal momento\b|\bnos (?:pilla|coge|viene) mal\b|\baplazado\b|\bpospuesto\b
    contract: \bcontrato (?:dura|termina|vence|va)\b|\bacabamos de (?:firmar|renovar)\b|\ben plen[ao] \w+\b|\bno tengo tiempo\b[^.;!?]{0,20}\b(?:antes|hasta)|\bantes de ${MONTH}[^.;!?]{0,12}\bno\b
    away: \bestoy fuera hasta\b[^.;!?]{0,30}\b(?:despues|luego|habl\w*)`,
  notInterested: String.raw`
    decided: \b(?:hemos|he|han) (?:decidido|optado por|elegido|preferido)\b[^.;!?]{0,25}\b(?:seguir|continuar|otr[oa]|quedarnos|no seguir)\b
    covered: \bya (?:lo |la |los )?(?:tenemos|tengo|esta)(?: todo)? (?:cubiert[oa]|resuelt[oa])\b|\bno (?:nos )?encaja\b|\bno trabajamos con\b|\blo (?:hacemos|gestionamos|llevamos) (?:nosotros|internamente|en casa)\b
    of interest: \bno (?:es|son|resulta) de (?:nuestro|mi) interes\b
    not interested: \bno (?:me|nos|le|estoy|estamos) (?:\S+ )?interes\w*\b|\bno (?:tenemos|tengo|hay)(?: ningun)? interes\b|\bsin interes\b|\bningun interes\b|\bni interes\b|\bno es de interes\b
    no thanks: (?:^|[,;:.] ?|\basi que |\by |\bpero )no(?:,? (?:muchas )?gracias)?\s*(?:$|[,;.!])|\bno,? (?:muchas )?gracias\b|\bgracias,? (?:y |pero )no\b|\bla respuesta es no\b|\bamable,? pero no\b|^paso\b
    no need: \bno (?:lo |la |los )?(?:necesit\w*|vamos a necesitar|usariamos)\b|\bno nos (?:hace falta|sirve|servira|seria)\b|\bno (?:hay|tenemos) necesidad\b|\bno le veo\b|\bno le dariamos\b|\bno hace falta\b|\bservira\b
    has one: \bya (?:tenemos|estamos|contamos|usamos|disponemos)\b|\bseguimos con\b|\binternamente\b|\bnuestro propio\b|\bcontentos con\b|\bestamos bien (?:asi|como)\b
    refuses: \b(?:rechazar\w*|descartamos|declinar|decidido no)\b|\bno vamos a (?:seguir|continuar|avanzar)\b|\bno seguir adelante\b|\bdemasiado caro\b|\bno (?:compramos|queremos otro)\b
    not for us: \bno es para (?:nosotros|mi)\b|\bno (?:encaja|es relevante|aplica|nos encaja)\b
    no call: \bno me (?:llame|llames)\b
    works with: \bya (?:trabajamos|colaboramos) con\b`,
  interested: String.raw`
    tu: \bcuando (?:tienes|teneis|puedes|podeis|quedamos|nos vemos)\b|\b(?:puedes|podeis|podrias|puede|pueden) (?:llamarme|llamarnos|ensenarme|ensenarnos|mostrarme|mostrarnos|enviarme|mandarme|pasarme)\b|\b(?:nos haces|nos haceis|nos hace) una\b|\b(?:tienes|teneis) (?:tiempo|un (?:rato|hueco|momento))\b|\b(?:te|os|les) (?:viene|va) bien\b
    time: \b(?:lunes|martes|miercoles|jueves|viernes|manana|la semana que viene|la proxima semana|esta semana)\b[^.;!?]{0,40}\b(?:tengo un hueco|tengo tiempo|puedo|estoy libre|estoy disponible|me viene bien|me va bien)\b|\b(?:libre|disponible) (?:el |este )?(?:lunes|martes|miercoles|jueves|viernes|manana|la semana que viene|la proxima semana|esta semana)\b
    seeks: \b(?:estamos|estoy) buscando (?:algo|justo|precisamente|una solucion) (?:asi|esto|eso|como|parecid\w+)\b|\b(?:nos haceis|nos hace|nos hacen|podeis hacer|puede hacer\w*|mostradnos|ensenadnos|me ensena)\b[^.;!?]{0,15}\b(?:demo|demostracion)\b
    assistant: \b(?:coordine|coordina|agende|agenda|concierte)\b[^.;!?]{0,30}\b(?:reunion|cita|llamada|asistente|secretari\w+)\b|\bmand(?:a|e|en|ad)me\b[^.;!?]{0,15}\b(?:precios?|tarifas?|presupuesto|oferta|informacion)\b
    cost: \bcuanto (?:cuesta|vale|es|seria|costaria|sale)\b|\bque precio\b|\bcual es el (?:precio|coste)\b|\blista de precios\b|\blos precios\b|\bcual seria el\b
    send: \b(?:envi\w*|mand\w*|pas[ae]\w*|hacer|haga\w*|facilit\w*)\b[^.;!?]{0,35}\b(?:info\w*|folleto|presupuesto|oferta|precios?|documentacion|detalles|invitacion|presentacion|catalogo|propuesta|tarifas?)\b
    more: \b(?:cuenteme|digame|cuentame|saber|conocer) (?:mas|los detalles)\b|\bmas informacion\b
    call me: \b(?:llameme|llamame|llamenme|telefoneeme)\b|\bpor favor llam\w+\b|\bhablar por telefono\b
    talk: \b(?:hablemos|quedemos|concertemos|conversemos|agendemos)\b|\bpodemos (?:reunirnos|hablar|vernos|probar|quedar)\b|\bcuando (?:esta|podria|podemos|puede|empezamos|tiene|podriamos)\b|\bpasarse por\b
    meet: \b(?:tiene|tienen) tiempo\b|\bme viene bien\b|\ble viene bien\b|\bpara una (?:llamada|reunion)\b|\bsiguientes pasos\b|\bproximos pasos\b
    demo: \b(?:ver|gustaria|interesaria|quisiera|hacer)(?: \S+){0,3} (?:demo|demostracion|presentacion)\b|\b(?:version de )?prueba\b|\bprobar (?:gratis|\S*lo)\b|\breferencias\b
    interested: (?<!no )\b(?:me|nos) interesa(?:ria)?\b|\b(?:estoy|estamos|estaria|estariamos) (?:\S+ )?interesad\w*\b|^interesad\w*\b|\b(?:justo|exactamente|precisamente) lo que\b|\bnos vendria bien\b|\bme encantaria\b
    yes: ^(?:si|claro|vale|de acuerdo|por supuesto|con (?:mucho )?gusto|perfecto|ok)(?: claro| por favor| gracias)*(?:[,.!]? ?(?:por favor|con|hablemos|me|nos|envi\w*|llam\w*|el|adelante)\b|[ .!,]*$)|\basi que si\b`,
  away: String.raw`
    office: \bfuera de la oficina\b|\bfuera de oficina\b|\bno (?:me encuentro|estoy|estare) en la oficina\b|\ben la oficina el\b|\bde (?:vuelta|nuevo) en\b|\bestare (?:de nuevo|de vuelta|fuera)\b|\bestoy fuera\b|\bestamos de vuelta\b
    leave: \b(?:vacaciones|baja (?:medica|por)|maternidad|paternidad|permiso|sabatico|festivo|viaje de negocios|de viaje|un curso|una feria)\b
    away: \b(?:ausente|ausencia|ausentes)\b|\bno (?:estoy|estare) (?:disponible|localizable)\b|\bme (?:sustituye|reincorporo)\b|\blos \w+s no trabajo\b
    back: \b(?:vuelvo|regreso|regresare|vuelta|volvere|reincorporacion)\b|\bcuando (?:vuelva|regrese)\b|\ba mi (?:regreso|vuelta)\b|\ben cuanto regrese\b
    closed: \b(?:cerrad[oa]s?)\b[^.;!?]{0,30}\b(?:del|hasta|por|el)\b
    no mail: \bacceso limitado\b|\bno tengo acceso al correo\b`,
  closings:
    'saludos|un saludo|un cordial saludo|saludos cordiales|atentamente|cordialmente|un abrazo|reciba un cordial saludo|muchos saludos|atte',
}
