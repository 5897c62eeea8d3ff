import type { RequestHandler } from 'express'
import { toAppError } from '../errors.ts'
import { goOn, isAboutFields } from './form-route.ts'
import type { Passage } from './page/screen.ts'
import { problemsOf } from './page/problems.ts'
import { showScreen } from './screen-route.ts'
import type { WebHouse } from './web-door.ts'
import { viewOf, visitorOf } from './web-request.ts'

/** Answers a GET that acts: open to anyone, because visitors returning from another site may not be signed in yet. */
export const passageRoute =
  (house: WebHouse, passage: Passage): RequestHandler =>
  async (request, response) => {
    const { context } = house.door
    const me = house.whoIs(request)
    const view = viewOf(context, request, me, passage.on.path)
    const search = URL.parse(request.originalUrl, 'http://quarry.invalid')?.search ?? ''
    try {
      const next = await passage.act({ view, me, context, visitor: visitorOf(house.door, request), search })
      await goOn(house, request, response, { next, view })
    } catch (thrown) {
      const error = toAppError(thrown)
      if (!isAboutFields(error)) throw thrown
      const refused = { ...view, problems: problemsOf(error, view.words) }
      await showScreen(house, request, response, { screen: passage.on.screen, view: refused, status: 422 })
    }
  }
