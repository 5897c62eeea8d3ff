import { html, NOTHING } from '../page/html.ts'
import type { Html } from '../page/html.ts'

/** What htmx adds to a link or form that works without it. */
export interface Enhanced {
  /** One of our paths that answers with the part. */
  get?: string
  post?: string
  /** The id of the element to replace. */
  target?: string
  /** Replaces the element's own event: another event, or a pause in milliseconds before asking again. */
  trigger?: 'change' | 'input changed delay:800ms' | 'submit' | { afterMs: number }
  /** How the answer is inserted; by default it replaces the whole element. */
  swap?: 'outerHTML' | 'outerMorph' | 'innerHTML' | 'beforeend' | 'delete'
  /** Updates the address bar, so that Back and links work. */
  pushUrl?: true
  /** Further inputs to send: the id of an element. */
  include?: string
}

/** The attributes of htmx. They are written only here: no filters, no scripts in attributes. */
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

/** Marks an element sent along with a part: it is merged into the element with its id, wherever that is. */
export const alongside: Html = html` hx-swap-oob="outerMorph"`

/** The interval for polling: one second at first, two after ten seconds, five after a minute. */
export const pollAfterMs = (runningSinceMs: number): number =>
  runningSinceMs < 10_000 ? 1_000 : runningSinceMs < 60_000 ? 2_000 : 5_000

/**
 * Added to a part that is to be requested again after a while. The answer is merged into the existing part, so that ticks and
 * focus stay; htmx starts a new wait only because the name is always new.
 */
export const askAgain = (
  { once }: { once: string },
  { get, target, afterMs, include }: Required<Pick<Enhanced, 'get' | 'target'>> & { afterMs: number; include?: string },
): Html =>
  html`<span id="again-${once}" hidden${enhance({ get, target, trigger: { afterMs }, swap: 'outerMorph', ...(include !== undefined && { include }) })}></span>`
