import { html, NOTHING } from '../page/html.ts'
import type { Html } from '../page/html.ts'

/** What htmx adds to a link or form that works without it. */
export interface Enhanced {
  /** A path of ours that answers the part. */
  get?: string
  post?: string
  /** The id of the element that is replaced. */
  target?: string
  /** When it is not the element's own event: an event, or a pause before asking again, in milliseconds. */
  trigger?: 'change' | 'input changed delay:800ms' | 'submit' | { afterMs: number }
  /** How the answer takes its place; the whole element unless said otherwise. */
  swap?: 'outerHTML' | 'outerMorph' | 'innerHTML' | 'beforeend' | 'delete'
  /** The address bar follows: Back and links work. */
  pushUrl?: true
  /** Inputs that travel along: the id of an element. */
  include?: string
}

/** The attributes of htmx, and the only place that writes them: no filters, no scripts in attributes. */
export function enhance({ get, post, target, trigger, swap = 'outerHTML', pushUrl, include }: Enhanced): Html {
  const when = typeof trigger === 'object' ? `load delay:${trigger.afterMs}ms` : trigger
  return html`${get === undefined ? NOTHING : html` hx-get="${get}"`}${
    post === undefined ? NOTHING : html` hx-post="${post}"`
  }${target === undefined ? NOTHING : html` hx-target="#${target}"`}${
    when === undefined ? NOTHING : html` hx-trigger="${when}"`
  }${include === undefined ? NOTHING : html` hx-include="#${include}"`}${
    pushUrl === true ? html` hx-push-url="true"` : NOTHING
  }
  hx-swap="${swap}"`
}

/** Of an element that comes along with a part: it is worked into the one of its id, wherever that stands. */
export const alongside: Html = html` hx-swap-oob="outerMorph"`

/** Asks again while work continues: every second, after ten seconds every two, after a minute every five. */
export const pollAfterMs = (runningSinceMs: number): number =>
  runningSinceMs < 10_000 ? 1_000 : runningSinceMs < 60_000 ? 2_000 : 5_000

/**
 * Stands in a part that is to be asked for again after a while. The answer is worked into the part as it stands, so that
 * ticks and focus stay; a new name each time is what makes htmx begin to wait again.
 */
export const askAgain = (
  { once }: { once: string },
  { get, target, afterMs, include }: Required<Pick<Enhanced, 'get' | 'target'>> & { afterMs: number; include?: string },
): Html =>
  html`<span id="again-${once}" hidden${enhance({ get, target, trigger: { afterMs }, swap: 'outerMorph', ...(include !== undefined && { include }) })}></span>`
