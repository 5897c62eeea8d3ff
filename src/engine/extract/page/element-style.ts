/** What an element's own style says about how, and whether, readers see it. */

/** Leaves out `opacity:0` and the hidden start of an animation: pages show those once their scripts have run. */
const HIDES =
  /display\s{0,4}:\s{0,4}none|visibility\s{0,4}:\s{0,4}hidden|(?<![\w-])(?:width|height)\s{0,4}:\s{0,4}0(?:px|em|pt|%)?\s{0,4}(?:!|;|$)|(?<![\w-])(?:left|top|right|text-indent|margin-left|margin-top)\s{0,4}:\s{0,4}-(?:\d{4}|999)/i
/** On a block, this closes the gap between columns; its children set a size of their own. */
const SHRINKS = /(?<![\w-])font-size\s{0,4}:\s{0,4}0(?:px|em|pt|%)?\s{0,4}(?:!|;|$)/i
const ANIMATES = /animation|transition/i
const COLOR = /(?<![\w-])color\s{0,4}:\s{0,4}([^;!]{1,40})/i
const BACKGROUND = /(?<![\w-])background(?:-color)?\s{0,4}:\s{0,4}([^;!]{1,40})/i
const REVERSES = /bidi-override/i

/** Whether a style hides its element: not displayed, no size, moved off the page, or in the colour of its background. */
export function hidesElement(style: string, isInline: boolean): boolean {
  if (isInline && SHRINKS.test(style)) return true
  if (HIDES.test(style)) return !ANIMATES.test(style)
  const background = BACKGROUND.exec(style)?.[1]?.trim().toLowerCase()
  return background !== undefined && background === COLOR.exec(style)?.[1]?.trim().toLowerCase()
}

/** `unicode-bidi: bidi-override` with `direction: rtl` shows text backwards (CSS Writing Modes 2.4.2). */
export const reversesText = (style: string): boolean => REVERSES.test(style) && /rtl/i.test(style)

const RULE = /([^{}]{1,200})\{([^{}]{0,1000})\}/g
const MAX_SHEET = 50_000

/** Classes whose rule in the page's own style sheet shows text backwards. */
export function reversedClasses(sheet: string): string[] {
  if (!REVERSES.test(sheet)) return []
  const classes: string[] = []
  for (const [, selector = '', body = ''] of sheet.slice(0, MAX_SHEET).matchAll(RULE)) {
    if (!reversesText(body)) continue
    for (const [, name = ''] of selector.matchAll(/\.([\w-]{1,64})\s*(?=,|$)/g)) classes.push(name)
  }
  return classes
}
