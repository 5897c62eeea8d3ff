import { WEB_ROUTES } from '../../../src/web/web-routes.ts'
import type { Screen } from '../../../src/web/page/screen.ts'
import type { PathValues } from './full-account.ts'

/** A screen in the router's table, in one of its states. */
export interface ShownScreen {
  /** For reports and file names. */
  name: string
  /** As in the table, relative to `/app`. */
  path: string
  query: string
  screen: Screen
  /** Whether it shows one record, so that there is nothing to see before one is created. */
  needsRecord: boolean
  /** Who sees it; `first`: before anyone can sign in. */
  who: 'first' | 'anyone' | 'signed in'
}

const PEOPLE =
  '?people=jane.rivers@birch.example,tom.okafor@birch.example&back=/app/companies/birch.example&company=Birch'

/** Queries that open or fill something, by path. */
const STATES: Readonly<Record<string, readonly string[]>> = {
  '/companies/:domain': [
    '?person=jane.rivers%40birch.example',
    '?profile=true&person=somebodywithalongname%40birch.example&json=true',
  ],
  '/find': ['?company_name=Birch', '?full_name=Jane+Rivers&company=birch.example'],
  '/discover': ['?query=software+companies+in+Lisbon', '?query=top+10+fintchs+in+Baden-Wurttemberg+valued+over+1bn'],
  '/answers': ['?conversation=1', '?class=not_now'],
  '/leads': ['?verification_status=valid', '?first_name=nobody-is-called-so', '?company=birch&all=1'],
  '/lists/:id/merge': ['?into=1'],
  '/leads/delete': ['?ids=1', '?ids=1,2,3'],
  '/save': [PEOPLE],
  '/write': [PEOPLE],
  '/system/operators/end': ['?email=maya%40studio.example'],
  '/leads/write': ['?ids=1,2&campaign_id=1', '?ids=1,2&campaign_id=0'],
}

/** Parts of a path that are not records. */
const WORDS: Readonly<Record<string, string>> = { domain: 'birch.example', address: 'jane.rivers@birch.example' }

/** Every screen of the table, and its other states. */
export const SHOWN_SCREENS: readonly ShownScreen[] = WEB_ROUTES.flatMap((route) => {
  if (route.kind !== 'screen') return []
  const { path, screen } = route
  const name = path === '/' ? 'home' : path.slice(1).replaceAll('/', '-').replaceAll(':', '')
  const parameters = [...path.matchAll(/:(\w+)/g)].map(([, parameter = '']) => parameter)
  const needsRecord = parameters.some((parameter) => !Object.hasOwn(WORDS, parameter))
  return ['', ...(STATES[path] ?? [])].map((query, index) => ({
    name: index === 0 ? name : `${name}-${index + 1}`,
    path,
    query,
    screen,
    needsRecord,
    who: whoSees(path, screen),
  }))
})

function whoSees(path: string, { scope }: Screen): ShownScreen['who'] {
  if (path === '/setup') return 'first'
  return scope === 'anyone' ? 'anyone' : 'signed in'
}

/**
 * Returns the path of a screen.
 * @param values ids of records, by the path, or by the word before them in it
 * @throws Error for a kind of record that does not exist
 */
export function addressOf({ path, query }: ShownScreen, values: PathValues): string {
  const filled = path.replaceAll(/(\w[\w-]*)\/:(\w+)/g, (_, before: string, parameter: string) => {
    const value = WORDS[parameter] ?? values[path] ?? values[before]
    if (value === undefined) throw new Error(`There is no record for ${path}: make one in full-account.ts.`)
    return `${before}/${encodeURIComponent(value)}`
  })
  return `/app${filled === '/' ? '' : filled}${query}`
}
