import { alternation } from '../../../lib/text/alternation.ts'
import type { PageTree } from './page-dom.ts'
import type { PageLine } from './page-lines.ts'

/** What stands right before the name of whoever made a site, or its pictures. */
const CREDIT = new RegExp(
  alternation`
    (?:(?:web ?)?sites?|web ?design|design|theme|template|pages?|photos?|photography|pictures?|images?|illustrations?) by\s?:?\s?$
    (?:designed|developed|coded|crafted|built|created|made|powered|maintained)(?: (?:and|&) \p{L}+)?(?: with [^.]{0,20})? by\s?:?\s?$
    (?:sito(?: web)?|pagin[ae]|grafica|foto) (?:\p{L}+ )?(?:realizzat[oa]|creat[oa]|sviluppat[oa]) da\s?:?\s?$|(?:realizzat[oa]|sviluppat[oa]) da\s?:?\s?$
    (?:(?:réalisation|conception|création)(?: du site)?|site (?:\p{L}+ )?(?:créé|réalisé|conçu|développé)|photos?|crédits? photos?)(?: par)?\s?:?\s?$
    (?:(?:web)?seite|website|homepage|web ?design|umsetzung|realisierung|gestaltung|fotos?|bilder) (?:\p{L}+ )?(?:von|durch|by)\s?:?\s?$
    (?:erstellt|umgesetzt|gestaltet|programmiert|entwickelt) (?:von|durch)\s?:?\s?$
    (?:desarrollad[oa]|diseñad[oa]|cread[oa]|desenvolvid[oa]|criad[oa]|feito|hecho) por\s?:?\s?$|(?:gemaakt|ontwikkeld|ontworpen|gebouwd) door\s?:?\s?$`,
  'iu',
)
const MAX_CHARS = 60

/** Whether the words before a name, on its line or alone on the line above, say that its bearer made the site or its pictures. */
export function creditsMaker({ lines }: PageTree, { line, start }: { line: PageLine; start: number }): boolean {
  const ahead = line.text.slice(Math.max(0, start - MAX_CHARS), start)
  const said = ahead.trim() === '' ? (lines[line.index - 1]?.text ?? '') : ahead
  return said.length <= MAX_CHARS && CREDIT.test(said)
}
