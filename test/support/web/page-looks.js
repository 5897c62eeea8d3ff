// @ts-check
/** What tests ask inside a page: put there before its own scripts, as `quarryLooks`. */
;(() => {
  const LEAST = 24

  /** What makes the page itself wider than its window. Regions that scroll by themselves may be wider. */
  function sidewaysScroll() {
    const { scrollWidth, clientWidth } = document.documentElement
    if (scrollWidth <= clientWidth) return []
    const wide = [...document.querySelectorAll('body *')]
      .filter((element) => element.getBoundingClientRect().right > clientWidth + 1)
      .slice(0, 3)
      .map((element) => element.outerHTML.slice(0, 120))
    return [`${scrollWidth} px on a screen of ${clientWidth}: ${wide.join(' | ')}`]
  }

  /**
   * Targets that are smaller than 24 × 24 px and have another one so near that circles of 24 px would meet; but for links
   * within a sentence (WCAG 2.2, 2.5.8).
   */
  function smallTargets() {
    const targets = [
      ...document.querySelectorAll('a[href], button, input:not([type=hidden]), select, textarea, summary'),
    ]
      .filter((element) => element.checkVisibility({ visibilityProperty: true, opacityProperty: true }))
      .map((element) => ({ element, box: (element.closest('label') ?? element).getBoundingClientRect() }))
      .filter(({ box }) => box.width > 1 && box.height > 1) // 1 px: for screen readers alone
    return targets
      .filter(({ element, box }) => (box.width < LEAST || box.height < LEAST) && !isInSentence(element))
      .filter(({ element, box }) => targets.some((other) => other.element !== element && isNear(box, other.box)))
      .map(
        ({ element, box }) =>
          `${Math.round(box.width)} × ${Math.round(box.height)} px: ${element.outerHTML.slice(0, 160)}`,
      )
  }

  /** @param {Element} element */
  function isInSentence(element) {
    if (element.localName !== 'a' || getComputedStyle(element).display !== 'inline') return false
    const beside = [...(element.parentElement?.childNodes ?? [])]
    return beside.some((node) => node.nodeType === Node.TEXT_NODE && /\w/.test(node.textContent ?? ''))
  }

  /**
   * @param {DOMRect} box
   * @param {DOMRect} other
   */
  function isNear(box, other) {
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
    const across = Math.max(other.left - x, 0, x - other.right)
    const along = Math.max(other.top - y, 0, y - other.bottom)
    return Math.hypot(across, along) < LEAST / 2
  }

  /** What lies under something else when the focus comes to it (WCAG 2.2, 2.4.11). */
  function coveredFocus() {
    const stops = /** @type {HTMLElement[]} */ ([
      ...document.querySelectorAll(
        'a[href], button, input:not([type=hidden]), select, textarea, summary, [tabindex="0"]',
      ),
    ]).filter((element) => element.checkVisibility({ visibilityProperty: true, opacityProperty: true }))
    const covered = stops.flatMap((element) => {
      element.focus()
      const box = element.getBoundingClientRect()
      const over = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2)?.closest('main *')
      if (over === null || over === undefined || isOf(element, over)) return []
      return [`${element.outerHTML.slice(0, 120)} is under ${over.outerHTML.slice(0, 80)}`]
    })
    stops[0]?.focus()
    stops[0]?.blur()
    return covered
  }

  /**
   * @param {Element} element
   * @param {Element} other
   */
  const isOf = (element, other) =>
    element.contains(other) || other.contains(element) || element.closest('label')?.contains(other) === true

  /** What is meant for browsers without scripts, and shown in this one. */
  const needless = () =>
    [...document.querySelectorAll('.unscripted')]
      .filter((element) => element.checkVisibility())
      .map((element) => element.outerHTML.slice(0, 160))

  /** What can be seen and used, and does nothing where scripts do not run. */
  function deadControls() {
    const seen = [...document.querySelectorAll('form, button, input:not([type=hidden]), select, textarea')].filter(
      (element) => element.checkVisibility({ visibilityProperty: true }),
    )
    return seen.filter(isDead).map((element) => element.outerHTML.slice(0, 160))
  }

  /** @param {Element} element */
  function isDead(element) {
    if (element instanceof HTMLFormElement)
      return ![...element.elements].some((control) => control.matches('button:not([type=button]), input[type=submit]'))
    if (element instanceof HTMLButtonElement && element.type !== 'submit') return !element.hasAttribute('popovertarget')
    return /** @type {HTMLInputElement} */ (element).form === null && !element.hasAttribute('readonly')
  }

  /** Words of ours in the middle of which a line ends because their box is too narrow; long ones and addresses may. */
  function brokenWords() {
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    const broken = []
    while (texts.nextNode()) {
      const { currentNode: node } = texts
      const element = node.parentElement
      if (element === null || element.closest('bdi, code, pre, .mono, option, textarea') !== null) continue
      if (!element.checkVisibility({ visibilityProperty: true, contentVisibilityAuto: true })) continue
      for (const { 0: word, index } of (node.textContent ?? '').matchAll(
        /(?<![\p{L}\p{N}.@_-])[\p{L}\p{N}]{2,24}(?![\p{L}\p{N}@_-]|\.\w)/gu,
      )) {
        const range = new Range()
        range.setStart(node, index)
        range.setEnd(node, index + word.length)
        const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)))
        if (lines.size > 1) broken.push(`${word} in ${element.outerHTML.slice(0, 120)}`)
      }
    }
    return broken
  }

  /** There is one heading, in German; what can be seen can be used, is large enough, and nothing sticks out. */
  function withoutScripts() {
    const { lang } = document.documentElement
    const headings = [...document.querySelectorAll('h1')].filter(
      (heading) => heading.checkVisibility({ visibilityProperty: true }) && heading.getBoundingClientRect().height > 0,
    )
    return [
      ...(headings.length === 1 ? [] : [`It has ${headings.length} headings.`]),
      ...(lang === 'de' ? [] : [`It speaks ${lang}.`]),
      ...deadControls().map((one) => `It does nothing: ${one}`),
      ...sidewaysScroll(),
      ...smallTargets(),
      ...brokenWords().map((one) => `It breaks a word: ${one}`),
    ]
  }

  /** What the browser measures while the page comes up. */
  const paint = { largestPaintMs: 0, layoutShift: 0, blockedMs: 0 }
  /**
   * @param {string} type
   * @param {(entry: any) => void} take
   */
  const observe = (type, take) =>
    new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({ type, buffered: true })
  observe('largest-contentful-paint', ({ startTime }) => void (paint.largestPaintMs = startTime))
  observe('layout-shift', ({ value }) => void (paint.layoutShift += value))
  observe('longtask', ({ duration }) => void (paint.blockedMs += duration - 50))

  /** @type {string[]} */
  const violations = []
  document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sample }) =>
    violations.push(`${violatedDirective} blocked ${blockedURI} ${sample}`.trim()),
  )

  Object.assign(globalThis, {
    quarryLooks: {
      sidewaysScroll,
      smallTargets,
      coveredFocus,
      needless,
      brokenWords,
      withoutScripts,
      paint,
      violations,
    },
  })
})()
