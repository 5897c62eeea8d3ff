// @ts-check
/** What a script adds to pages that work without it: keys, copying, ticking a page, disappearing notices, focus. */

const root = document.documentElement
// Browsers that match the media query need no class, which would make them restyle the whole page.
if (!matchMedia('(scripting: enabled)').matches) root.classList.add('scripted')

/** @param {string} selector @param {ParentNode} [within] @returns {HTMLElement[]} */
const all = (selector, within = document) => /** @type {HTMLElement[]} */ ([...within.querySelectorAll(selector)])
/** @param {string} selector @returns {HTMLElement | null} */
const one = (selector) => document.querySelector(selector)

// On large screens the menu is open; for browsers in which the style sheet cannot do this, it is done here.
const menu = /** @type {HTMLDetailsElement | null} */ (one('details.side'))
if (menu !== null && !CSS.supports('selector(::details-content)') && matchMedia('(min-width: 768px)').matches)
  menu.open = true

/** Codes in links follow `#`, where no log sees them: they are moved into the field and out of the address bar. */
const codeField = /** @type {HTMLInputElement | null} */ (one('input[data-from-hash]'))
function takeCode() {
  if (codeField === null || location.hash.length < 2) return
  codeField.value = location.hash.slice(1)
  history.replaceState(null, '', location.pathname + location.search)
}
takeCode()
// A link that is opened in a tab that shows this page already does not load it again.
addEventListener('hashchange', takeCode)

/** The browser knows its time zone, which nobody should have to look for in a list. */
for (const place of all('[data-time-zone]')) {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
  if (place instanceof HTMLInputElement) place.value = timeZone
  else if (place instanceof HTMLAnchorElement)
    place.search += `${place.search === '' ? '?' : '&'}time_zone=${encodeURIComponent(timeZone)}`
}

/** Notices disappear by themselves: after 8 seconds, or after 15 if they can be undone. */
function liftNotices() {
  for (const notice of all('main > output.notice')) {
    const toasts = /** @type {any} */ (window).ot?.toast
    if (toasts === undefined) return
    const duration = notice.hasAttribute('data-undo') ? 15_000 : 8_000
    const toast = toasts.el(notice, { duration, placement: 'top-right' })
    notice.remove()
    // While it has the focus it stays, as it does under a pointer.
    toast?.addEventListener('focusin', toast.onmouseenter)
    toast?.addEventListener('focusout', toast.onmouseleave)
  }
}
addEventListener('load', liftNotices)

/** Forms like this one on the page: those of the other rows. @param {string} action */
const formsLike = (action) =>
  all('main form[method=post]:not(output *)').filter(
    (form) => form.getAttribute('action')?.replace(/\d+/g, '') === action,
  )

// A form that leads back to its page begins it anew: whoever works down a list would have to find their row again.
addEventListener('submit', ({ target, submitter }) => {
  const action = /** @type {HTMLFormElement} */ (target).getAttribute('action')?.replace(/\d+/g, '') ?? ''
  const at = formsLike(action).indexOf(/** @type {HTMLFormElement} */ (target))
  const place = { from: location.href, action, at, byKey: submitter?.matches(':focus-visible') === true }
  if (at !== -1) sessionStorage.setItem('place', JSON.stringify(place))
})
function findPlace() {
  const { from, action, at, byKey } = JSON.parse(sessionStorage.getItem('place') ?? '{}')
  sessionStorage.removeItem('place')
  if (from !== location.href || document.activeElement !== document.body) return
  // Where the row itself is gone, the next one is in its place, or the last.
  const form = formsLike(action)
    .slice(0, at + 1)
    .at(-1)
  const button = form?.querySelector('button:not([type=button])')
  const seen = button?.checkVisibility() === false ? form?.closest('details')?.querySelector('summary') : button
  // Without shortcuts, the way to a notice that can be undone is shorter from the beginning of the page.
  const takes = document.body.hasAttribute('data-shortcuts') || one('output[data-undo]') === null
  if (byKey && takes) /** @type {HTMLElement | null | undefined} */ (seen)?.focus()
  else seen?.scrollIntoView({ block: 'nearest' })
}
findPlace()

/** Counts waiting times down. The sentence has a place for the remaining time. @param {HTMLElement} place */
function countDown(place) {
  const ahead = new Intl.RelativeTimeFormat(root.lang, { numeric: 'auto' })
  const ends = Date.now() + Number(place.dataset['countdown']) * 1_000
  const running = setInterval(() => {
    const left = Math.max(0, Math.ceil((ends - Date.now()) / 1_000))
    place.textContent = (place.dataset['words'] ?? '').replace('{when}', ahead.format(left, 'second'))
    if (left === 0) clearInterval(running)
  }, 1_000)
}
all('[data-countdown]').forEach(countDown)

/** Shows how many are ticked, and whether the whole page is. @param {HTMLFormElement} form */
function countTicks(form) {
  const boxes = /** @type {HTMLInputElement[]} */ (all('td input[type=checkbox]', form))
  const count = boxes.filter((box) => box.checked).length
  for (const place of all('[data-ticked]', form))
    place.textContent = (place.dataset['ticked'] ?? '').replace('0', String(count))
}

/**
 * Copies to the clipboard; over plain http in a local network scripts have none, so a selection is copied. @param {HTMLElement}
 * from
 */
async function copyText(from) {
  const text = from.dataset['copy'] ?? ''
  if (navigator.clipboard !== undefined) return navigator.clipboard.writeText(text)
  const area = document.createElement('textarea')
  area.value = text
  document.body.append(area)
  area.select()
  document.execCommand('copy')
  area.remove()
  from.focus()
}

/** Confirms the copy for two seconds, in the word of the button or the tooltip of an icon. @param {HTMLElement} button */
function sayCopied(button) {
  const word = button.lastChild?.nodeType === Node.TEXT_NODE ? button.lastChild : button.getAttributeNode('data-tip')
  const [before, said] = [word?.textContent ?? '', button.dataset['copied'] ?? '']
  if (word === null || before === said) return
  word.textContent = said
  setTimeout(() => (word.textContent = before), 2_000)
}

document.addEventListener('click', async (event) => {
  const target = /** @type {HTMLElement} */ (event.target)
  const copy = target.closest('[data-copy]')
  if (copy instanceof HTMLElement) {
    await copyText(copy)
    sayCopied(copy)
  }
  if (target.closest('[data-tick-page]') !== null) {
    const form = target.closest('form')
    const boxes = form === null ? [] : /** @type {HTMLInputElement[]} */ (all('td input[type=checkbox]', form))
    const tick = boxes.some((box) => !box.checked)
    for (const box of boxes) box.checked = tick
    if (form !== null) countTicks(form)
  }
  const insert = target.closest('[data-insert]')
  if (insert instanceof HTMLElement) {
    const field = document.getElementById(insert.dataset['into'] ?? '')
    if (field instanceof HTMLTextAreaElement) {
      const [text, start] = [insert.dataset['insert'] ?? '', field.selectionStart]
      field.setRangeText(text, start, field.selectionEnd, 'end')
      // Its placeholder is selected, so that what is typed next replaces it.
      const gap = text.indexOf('…')
      if (gap !== -1) field.setSelectionRange(start + gap, start + gap + 1)
      field.dispatchEvent(new Event('input', { bubbles: true }))
      field.focus()
    }
  }
  const show = target.closest('[data-show]')
  if (show instanceof HTMLElement) {
    const field = /** @type {HTMLInputElement | null} */ (document.getElementById(show.dataset['show'] ?? ''))
    if (field !== null) field.type = field.type === 'password' ? 'text' : 'password'
    const word = show.textContent
    show.textContent = show.dataset['other'] ?? ''
    show.dataset['other'] = word ?? ''
  }
})

document.addEventListener('change', (event) => {
  const { form } = /** @type {HTMLInputElement} */ (event.target)
  if (form instanceof HTMLFormElement) countTicks(form)
})

/** The form that is saved while somebody types, how often they typed, and how much of that is saved. */
const savesItself = /** @type {HTMLFormElement | null} */ (one('form[data-saves-itself]'))
let typed = 0
let saved = 0
/** What was pressed to leave the page although its text could not be saved.
 * @type {Element | null} */
let leaving = null
savesItself?.addEventListener('input', () => (typed += 1))
savesItself?.addEventListener('submit', () => (saved = typed))
savesItself?.addEventListener('htmx:before:request', (event) => {
  const { ctx } = /** @type {CustomEvent} */ (event).detail
  ctx.typed = typed
})
savesItself?.addEventListener('htmx:after:request', (event) => {
  const { ctx } = /** @type {CustomEvent} */ (event).detail
  if (ctx.response.status < 400) saved = Math.max(saved, ctx.typed)
})

/** @param {HTMLFormElement} form */
async function saveNow(form) {
  const upTo = typed
  const body = new URLSearchParams(/** @type {[string, string][]} */ ([...new FormData(form)]))
  // For its part of the page, as when it saves itself: a redirect would not tell whether it leads to the sign-in.
  const target = form.getAttribute('hx-target') ?? ''
  const headers = { 'HX-Request': 'true', 'HX-Request-Type': 'partial', 'HX-Target': `div${target}` }
  const answer = await fetch(form.action, { method: 'POST', body, headers }).catch(() => null)
  if (answer?.ok === true) saved = Math.max(saved, upTo)
}

// Whoever leaves right after typing takes along what they typed; the browser asks them if it was refused.
document.addEventListener(
  'click',
  async (event) => {
    const pressed = /** @type {HTMLElement} */ (event.target).closest('a[href], button:not([type=button])')
    if (savesItself === null || saved === typed || !(pressed instanceof HTMLElement) || pressed === leaving) return
    if (savesItself.contains(pressed) || event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    event.stopImmediatePropagation()
    await saveNow(savesItself)
    leaving = pressed
    pressed.click()
    leaving = null // whoever stays and presses again wants it saved first
  },
  true,
)
addEventListener('beforeunload', (event) => {
  if (saved !== typed) event.preventDefault()
})

/** Targets of `g` followed by a letter. */
const PLACES = { h: '', c: '/find', v: '/verify', d: '/discover', l: '/leads', m: '/campaigns', a: '/answers' }
/** @type {Record<string, () => void>} */
const KEYS = {
  '/': () => one('#search')?.focus(),
  '?': () => location.assign('/app/help/keys'),
  j: () => step(1),
  k: () => step(-1),
  u: () => one('.toast :is(a, button)')?.focus(),
  x: () => /** @type {HTMLInputElement | null} */ (one('tr.here input[type=checkbox]'))?.click(),
  Enter: () => {
    one('tr.here a')?.focus() // the drawer returns the focus here
    one('tr.here a')?.click()
  },
}
let afterG = false

/** Moves to the next or previous row. @param {number} by */
function step(by) {
  const rows = all('main tbody tr')
  const at = rows.findIndex((row) => row.classList.contains('here'))
  const next = rows[Math.min(Math.max(at + by, 0), rows.length - 1)]
  rows[at]?.classList.remove('here')
  next?.classList.add('here')
  next?.scrollIntoView({ block: 'nearest' })
}

document.addEventListener('keydown', (event) => {
  const target = /** @type {HTMLElement} */ (event.target)
  const typing = target.matches('input:not([type=checkbox]), textarea, select')
  if (event.key === 'Enter' && (event.ctrlKey || event.metaKey) && typing)
    return /** @type {HTMLInputElement} */ (target).form?.requestSubmit()
  if (asking?.open === true) return // only the question may be answered, and Escape is left to the browser
  // It is no letter that somebody could type by mistake, so that nobody can switch it off (WCAG 2.1.4).
  if (event.key === 'Escape' && !typing) return one('.drawer [data-close]')?.click()
  if (!document.body.hasAttribute('data-shortcuts') || typing || event.ctrlKey || event.metaKey || event.altKey) return
  if (event.key === 'Enter' && target.matches('a, button, summary, input')) return
  if (afterG && Object.hasOwn(PLACES, event.key)) {
    afterG = false
    return location.assign(`/app${PLACES[/** @type {keyof typeof PLACES} */ (event.key)]}`)
  }
  afterG = event.key === 'g'
  if (!Object.hasOwn(KEYS, event.key)) return
  event.preventDefault()
  KEYS[event.key]?.()
})

/** When a question arrives, the dialog around it opens, takes the focus and later returns it. */
const asking = /** @type {HTMLDialogElement | null} */ (one('#asking'))
function openQuestion() {
  const heading = one('#asked :is(h1, p)')
  if (asking === null || asking.open || heading === null) return
  asking.setAttribute('aria-label', heading.textContent ?? '')
  asking.showModal()
  heading.tabIndex = -1
  heading.focus()
}
asking?.addEventListener('close', () => one('#asked')?.replaceChildren())
asking?.addEventListener('click', (event) => {
  if (/** @type {HTMLElement} */ (event.target).closest('[data-cancel]') === null) return
  event.preventDefault()
  asking.close()
})

/** After part of the page changes, the focus moves to what changed; from the drawer back to the row it was opened from. */
/** @type {string | null} */
let openedFrom = null
document.addEventListener('htmx:after:swap', () => {
  liftNotices()
  openQuestion()
  const drawer = one('.drawer')
  const heading = drawer?.querySelector('h2')
  if (heading instanceof HTMLElement && !drawer?.contains(document.activeElement)) {
    openedFrom = document.activeElement?.id ?? null
    heading.tabIndex = -1
    heading.focus()
  } else if (drawer === null && openedFrom !== null) {
    document.getElementById(openedFrom)?.focus()
    openedFrom = null
  }
})
