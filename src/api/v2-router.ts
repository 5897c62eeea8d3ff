import { Router } from 'express'
import type { Request, Response } from 'express'
import { AppError } from '../errors.ts'
import { endpoint } from './endpoint.ts'
import type { ApiDoor } from './endpoint.ts'
import { openApiDocument } from './openapi.ts'
import { ROUTES } from './routes.ts'

/** `/v2`: every route of the table, its description, and 405 for other methods on known paths. */
export function v2Router(door: ApiDoor): Router {
  const router = Router({ caseSensitive: true })
  for (const [path, routes] of Map.groupBy(ROUTES, (route) => route.path)) {
    const place = router.route(path)
    for (const route of routes) place[route.method](endpoint(door, route))
    place.all(otherMethod(routes.map((route) => route.method.toUpperCase())))
  }
  const document = JSON.stringify(openApiDocument(door.context.config.origin))
  router
    .route('/openapi.json')
    .get((_, response) => void response.type('json').send(document))
    .all(otherMethod(['GET']))
  return router
}

/** OPTIONS names the methods; anything else is refused with the same list. */
function otherMethod(methods: readonly string[]) {
  const allow = [...methods, ...(methods.includes('GET') ? ['HEAD'] : []), 'OPTIONS'].join(', ')
  return (request: Request, response: Response): void => {
    response.setHeader('Allow', allow)
    if (request.method !== 'OPTIONS')
      throw new AppError('method_not_allowed', `${request.method} is not supported here.`)
    response.status(204).end()
  }
}
