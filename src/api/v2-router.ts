import { Router } from 'express'
import { endpoint } from './endpoint.ts'
import type { ApiDoor } from './api-door.ts'
import { openApiDocument } from './openapi.ts'
import { otherMethod } from './other-method.ts'
import { ROUTES } from './routes.ts'
import type { Route } from './route.ts'

/** `/v2`: every route of the table, its description, and 405 for other methods on known paths. */
export function v2Router(door: ApiDoor): Router {
  const router = Router({ caseSensitive: true })
  for (const [path, routes] of Map.groupBy(ROUTES.flatMap(everyPath), (route) => route.path)) {
    const place = router.route(path)
    for (const route of routes) place[route.method](endpoint(door, route))
    place.all(otherMethod(routes.map((route) => route.method.toUpperCase())))
  }
  // Made on first request, so that it does not delay the start.
  let document: string | null = null
  const described = () => (document ??= JSON.stringify(openApiDocument(door.context.config.origin)))
  router
    .route('/openapi.json')
    .get((_, response) => void response.type('json').send(described()))
    .all(otherMethod(['GET']))
  return router
}

const everyPath = (route: Route): Route[] => [
  route,
  ...(route.pathAliases ?? []).map((path) => ({ ...route, path, aliasOf: route.path })),
]
