import type { PhraseLists } from './phrase-lists.ts'

const MONTH =
  '(?:janeiro|fevereiro|marco|abril|maio|junho|julho|agosto|setembro|outubro|novembro|dezembro|primavera|verao|outono|inverno|natal|pascoa)'
const WHEN = String.raw`(?:(?:em|no|na|nos|nas|a|ao|o|os|as|do|da|de|das|dos|para|depois|antes|apos|ate|fim|final|inicio|meados|daqui|dentro) )*(?:${MONTH}\b|(?:primeiro|segundo|terceiro|quarto|proximo) trimestre|q[1-4]|(?:ano|mes) que vem|proxim[oa] (?:ano|mes|verao|primavera|trimestre)|novo (?:ano|orcamento)|20\d\d|(?:um|uns|dois|tres|quatro|seis|nove|alguns|\d+) (?:mes|meses|anos?|semanas)|festas|ferias|mais (?:tarde|a frente)|entao)`

export const pt: PhraseLists = {
  words:
    'o a os as de que e em um uma para com nao por do da no na se ao mas mais obrigado obrigada nos voces vosso vossa sua seu estou temos ja bom dia isso meu minha esta como',
  please:
    'por favor|favor|peco que|pedimos que|solicito que|agradeco que|queiram|queira|poderia|poderiam|podiam|podia|podem|pode|e|entao|por isso|gostaria que|quero que|ja',
  me: String.raw`(?:me|nos|o meu (?:\S*endereco|e-?mail|nome|contacto|contato)|meu (?:\S*endereco|e-?mail|nome|contato)|os meus dados|meus dados|o nosso (?:endereco|e-?mail)|os nossos dados|este endereco|{mail})`,
  not: '(?:nao|nunca|jamais|sem|nem|nenhum|nenhuma)',
  asks: '(?:como|quando|por que|porque|o que|que|qual|onde|quem|respeitam|e possivel|posso|o vosso|da para)',
  removeMe: String.raw`
    imperative: {please}(?:retir[ae]m?|remov[ae]m?|apagu?[ae]m?|elimin[ae]m?|exclu[ai]m?|tir[ae]m?|risqu?[ae]m?|descadastr[ae]m?|delet[ae]m?)-?(?:me|nos)\b
    object: {please}(?:retir[ae]m?|remov[ae]m?|apagu?[ae]m?|elimin[ae]m?|exclu[ai]m?|tir[ae]m?|risqu?[ae]m?|delet[ae]m?) {me}
    me before: {please}(?:que )?(?:me|nos) (?:tir[ae]m?|retir[ae]m?|remov[ae]m?|exclu[ai]m?|descadastr[ae]m?|apagu?[ae]m?|elimin[ae]m?)\b
    infinitive: {please}(?:tirar|remover|retirar|apagar|excluir|eliminar|descadastrar|risc\w+)(?:-me|-nos| (?:o meu|os meus|meu|meus|este))
    cancel: {please}cancel(?:e|em|a)(?: ja)? (?:a )?(?:minha|nossa) (?:inscricao|subscricao|assinatura)
    want: \b(?:quero|queremos|desejo|gostaria de|pretendo|solicito|peco)(?: que)? (?:me |ser |a |sair )?(?:descadastr\w*|cancelar|removid\w*|retirad\w*|excluid\w*|da lista|a? ?eliminacao d\w+|remocao|eliminad\w*|apaguem)\b|\bsolicito a eliminacao\b`,
  removeIt: String.raw`it: {please}(?:elimine|apague|remova|retire|exclua)m?-(?:o|a)\b`,
  noMore: String.raw`
    no more writing: \bnao (?:me |nos )?(?:contact|contat|escrev|envi|mand|incomod)\w*(?:-me|-nos)?(?: mais| nada)\b|\bque nao (?:me|nos) (?:contact|contat|escrev|envi|mand)\w* mais\b|\bnao mandem mais\b|\bnao enviem mais\b
    does not want: \bnao (?:quero|queremos|pretendo|desejo|desejamos|pretendemos)(?: mais)?(?: receber)?(?: mais| nenhum\w*| os vossos)\b
    no more: \b(?:chega de|basta de|mais nenhum) (?:e-?mails?|mails?|mensagens|publicidade|contactos)\b
    stop: {please}(?:par(?:e|em)|cess(?:e|em)|deix(?:e|em)) (?:de )?(?:me |nos )?(?:escrever|enviar|mandar|contactar|contatar|incomodar|os envios|todos)\b|\bcessem\b
    objects: \boponho-me\b|\bdeix(?:e|em)-(?:me|nos) em paz\b|\bme deix(?:e|em) em paz\b`,
  notNow: String.raw`
    again: \bvolte\w* a (?:contactar|contatar|escrever|ligar|falar)\S*\b
    now: \b(?:agora|por agora|por ora|por enquanto|de momento|neste momento|no momento|atualmente|este ano|para ja)\b[^.;!?]{0,40}\b(?:nao|nada|nenhum\w*|ja nao)\b|\bnao\b[^.;!?]{0,40}\b(?:agora|neste momento|no momento|de momento|atualmente|este ano|por enquanto|para ja)\b
    later: \b(?:talvez|quem sabe|melhor) (?:mais|daqui|no|em|depois|para)|\bmais (?:tarde|a frente|adiante)\b|\bnao antes (?:de|do|da)\b|\b(?:e |muito |demasiado )cedo para\b|\bprefiro esperar\b
    again then: \b(?:volt\w*|escrev\w*|cham\w*|procur\w*|contact\w*|contat\w*|lig\w*|fal\w*|retom\w*|lembr\w*|vemos|previsto|conversamos|conversar)\b[^.;!?]{0,40}\b${WHEN}
    will return: \bentraremos em contac?to\b|\beu aviso\b|\bquando a? ?\S+ terminar\b|\bdentro de uns meses\b|\bdaqui a (?:\S+ )?(?:meses|semanas|um ano)\b|\bdepois podemos falar\b
    budget: \bnao (?:ha|temos) orcamento\b|\bdespesas (?:estao )?congeladas\b|\bnovo orcamento\b
    priority: \bnao e (?:uma )?prioridade\b|\boutras prioridades\b|\bnao e (?:uma )?boa altura\b|\bma altura\b|\bnao e (?:um )?bom momento\b|\badiamos\b|\badiado\b
    contract: \bcontrat?o (?:vai|dura|termina|acaba)\b|\bacab\w+ de (?:assinar|renovar)\b|\bem plen[ao] \w+\b|\bantes do natal nao\b
    away: \bestou fora ate\b[^.;!?]{0,30}\b(?:depois|falamos)`,
  notInterested: String.raw`
    covered: \b(?:tratamos|fazemos|gerimos) (?:disso|isso|tudo) internamente\b|\bja temos (?:um |uma )?(?:fornecedor|parceiro|solucao|ferramenta)\b|\bnao trabalhamos com\b|\bescolhemos outr[oa]\b
    not interested: \bnao (?:me|nos|lhe|estou|estamos|tenho|temos|ha) (?:\S+ )?interess\w*\b|\bsem interesse\b|\bnenhum interesse\b|\bnem interesse\b|\bqualquer interesse\b
    no thanks: (?:^|[,;:.] ?|\bpor isso |\be |\bmas )nao(?:,? (?:muito )?obrigad[oa])?\s*(?:$|[,;.!])|\bnao,? (?:muito )?obrigad[oa]\b|\bobrigad[oa],? (?:e |mas )nao\b|\bresposta e nao\b|\bsimpatico,? mas nao\b|^passo\b
    no need: \bnao (?:precis\w*|vamos precisar|iriamos|usariamos)\b|\bnao (?:nos )?(?:faz falta|seria util|serve)\b|\bnao vejo\b|\bnao (?:ha|temos) necessidade\b|\bnao e preciso\b|\bnao nos seria\b
    has one: \bja (?:temos|estamos|usamos|dispomos|contamos)\b|\bficamos com\b|\binternamente\b|\bnosso proprio\b|\bsatisfeitos com\b|\bestamos bem assim\b
    refuses: \b(?:recusar|desistimos|declinar|decidimos nao)\b|\bnao vamos (?:avancar|seguir|prosseguir)\b|\bnao prosseguir\b|\bdemasiado caro\b|\bmuito caro\b|\bnao (?:compramos|queremos outro)\b
    not for us: \bnao e para (?:nos|mim)\b|\bnao (?:se enquadra|e relevante|se aplica)\b
    no call: \bnao me ligue\b`,
  interested: String.raw`
    voce: \bquando (?:voce|voces|vc|tu podes|podes)\b|\bme liga\b(?! depois)|\b(?:consegue|conseguem|pode|podem|podes) (?:me |nos )?(?:ligar|mostrar|apresentar)\b|\bqual (?:e )?o (?:valor|investimento)\b|\bquais (?:sao )?os (?:valores|precos)\b
    time: \b(?:pode|podem|podes) (?:ligar|telefonar)\b|\b(?:segunda|terca|quarta|quinta|sexta|amanha|na proxima semana|esta semana)\b[^.;!?]{0,40}\b(?:estou livre|estou disponivel|posso|tenho tempo)\b
    seeks: \b(?:estamos|estou) (?:a procura|a procurar|procurando|buscando) (?:de )?(?:algo|justamente|exatamente|uma solucao) (?:assim|isso|isto|como|parecid\w+)\b|\bmostr\w+(?:-nos|-me)? uma demo\b
    cost: \bquanto (?:custa|e|seria|fica|custaria)\b|\bqual (?:e )?o (?:preco|custo)\b|\btabela de precos\b|\bos precos\b|\bque preco\b
    send: \b(?:envi\w*|mand\w*|fazer|faca\w*|pass[ae]\w*)\b[^.;!?]{0,35}\b(?:info\w*|folheto|orcamento|proposta|precos?|documentacao|detalhes|convite|apresentacao|catalogo|material)\b
    more: \b(?:conte-me|diga-me|saber|me conte|conhecer) (?:mais|os detalhes)\b|\bmais informac\w+\b
    call me: \b(?:ligue-me|liga-me|me ligue|telefone-me)\b|\bfavor ligar\b|\bpor telefone\b|\bligue amanha\b
    talk: \bvamos (?:falar|conversar|marcar|reunir|combinar)\b|\bpodemos (?:reunir|falar|conversar|testar|ver)\b|\bquando (?:esta|poderia|podemos|pode|comecamos|tem)\b|\bpassar por ca\b
    meet: \btem tempo\b|\bpara uma (?:chamada|reuniao|conversa)\b|\besta bem para mim\b|\bpode ser (?:segunda|terca|quarta|quinta|sexta)\b|\bproximos passos\b
    demo: \b(?:ver|gostaria|interesse|queria|fazer|ter)(?: \S+){0,3} (?:demo|demonstracao|apresentacao)\b|\bversao de teste\b|\btestar gratis\b|\breferencias\b
    interested: (?<!nao )\b(?:interessa-(?:me|nos)|me interessa|nos interessa)\b|(?<!nao )\b(?:estou|estamos|estaria|estariamos) (?:\S+ )?interessad\w*\b|\bteriamos interesse\b|(?<!nao )\b(?:tenho|temos) interesse\b|^interessad\w*\b|\bexatamente o que\b|\bseria util para nos\b|\badorava\b|\badoraria\b
    yes: ^(?:sim|claro|com (?:todo o )?(?:gosto|prazer)|de acordo|perfeito|ok|combinado)(?: claro| por favor| obrigad[oa])*(?:[,.!]? ?(?:por favor|com|vamos|me|envi\w*|lig\w*|pode)\b|[ .!,]*$)|\bpor isso sim\b|\bentao sim\b`,
  away: String.raw`
    office: \bfora do escritorio\b|\bnao me encontro no\b|\bnao estou no escritorio\b|\bde (?:volta|regresso|novo) (?:ao|no)\b|\bestarei (?:de volta|fora|ausente)\b|\bestou fora\b|\bestamos de volta\b
    leave: \b(?:ferias|licenca|maternidade|paternidade|baixa medica|atestado|sabatica|feriado|viagem|formacao|uma feira|tempo parcial)\b
    away: \b(?:ausente|ausencia|ausentes)\b|\bnao estou (?:disponivel|contactavel|contatavel)\b|\bsubstitui-(?:me|a|o)\b|\bas \w+s nao trabalho\b
    back: \b(?:volto|regresso|regressarei|voltarei|retorno|retornarei)\b|\bquando (?:voltar|regressar)\b|\bassim que (?:voltar|regressar)\b
    closed: \b(?:encerrad[oa]s?|fechad[oa]s?)\b[^.;!?]{0,30}\b(?:de|ate|para|do)\b
    no mail: \bacesso limitado\b|\bnao tenho acesso ao e-?mail\b`,
  closings:
    'cumprimentos|com os melhores cumprimentos|melhores cumprimentos|atenciosamente|abraco|abracos|um abraco|cordialmente|att|saudacoes|obrigado e cumprimentos',
}
