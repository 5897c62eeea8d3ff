import { alternation } from '../../../lib/text/alternation.ts'
import type { PageTree } from './page-dom.ts'
import type { PageLine } from './page-lines.ts'
import type { PageNode } from './page-node.ts'

/** Classes of what customers say. */
const VOICE_CLASS =
  /(?:^|[\s_-])(?:testimonials?|testimonios?|t[eé]moignages?|kundenstimmen?|depoimentos?|recensioni|opinie|referenties|(?:customer|client|patient)s?-?(?:quotes?|says?|reviews?|voices?|feedback))(?:$|[\s_-])/i
/** How their part of a page is headed. */
const VOICES = new RegExp(
  alternation`
    (?:^|\s)testimonials?(?:$|[\s:])|what(?:['’]s)? (?:our|my|the)? ?(?:\p{L}+ )?(?:clients?|customers?|patients?|guests?|users?) (?:say|think|are saying)
    (?:client|customer|patient|guest)s?['’]? (?:reviews?|feedback|testimonials?|stories|voices)|kundenstimmen|(?:das|was) sagen unsere
    (?:das|was) unsere kunden|(?:ce que|que) disent|avis (?:de nos )?clients?|témoignages?|lo que dicen|opiniones de|testimonios
    dicono di noi|le recensioni|cosa dicono|o que (?:dizem|nossos clientes)|depoimentos|wat (?:onze )?klanten|klanten vertellen
    ^(?:(?:client|customer|patient|guest|user|partner|student|member)s? )?(?:reviews|success stories|feedback)$
    ^(?:happy|satisfied) (?:clients|customers)$|^(?:hear from our|loved by|das sagen (?:unsere|andere)|stimmen unserer)(?:$|\s)
    ^(?:kunden|patienten|mandanten|gäste|teilnehmer)(?:stimmen|meinungen|bewertungen|feedback)$|^referenzen$
    ^ils (?:nous font confiance|parlent de nous|témoignent)(?:$|\s)|^(?:opiniones|testimonianze|ervaringen|omtaler|udtalelser|referenser)$
    co mówią|opinie (?:klientów|o nas)|(?:hva|hvad) (?:sier|siger|kundene)|vad (?:säger|våra kunder)|mitä asiakkaat|řekli o nás|müşteri yorumları`,
  'iu',
)
const MAX_STEPS = 6
const MAX_LINES_ABOVE = 60
const MAX_HEAD_CHARS = 80
const HEADING = /^h[1-6]$/

/**
 * Whether a line is among what customers say of the house, by the class of an element around it or by the heading above: whoever
 * is named there works elsewhere.
 * @param isName whether a line names somebody: such lines head nothing
 * @param presents whether a heading promises people of the house; under one, classes are those of a template
 */
export function isCustomerVoice(
  { lines }: PageTree,
  line: PageLine,
  isName: (line: PageLine) => boolean,
  presents: (heading: string) => boolean,
): boolean {
  for (let at = line.index - 1; at >= Math.max(0, line.index - MAX_LINES_ABOVE); at--) {
    const above = lines[at]
    if (!above || !HEADING.test(above.block.tag) || above.text.length > MAX_HEAD_CHARS || isName(above)) continue
    if (VOICES.test(above.text.trim())) return true
    if (presents(above.text)) return false
    break
  }
  let node: PageNode | null = line.block
  for (let steps = 0; node && steps < MAX_STEPS; steps++, node = node.parent)
    if (VOICE_CLASS.test(node.attributes.class ?? '') || VOICE_CLASS.test(node.attributes.id ?? '')) return true
  return false
}
