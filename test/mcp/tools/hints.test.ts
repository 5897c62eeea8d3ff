import { expect, test } from 'vitest'
import type { Principal } from '../../../src/context.ts'
import { AppError, ERRORS } from '../../../src/errors.ts'
import type { ErrorId, ErrorItem } from '../../../src/errors.ts'
import { buildCatalogue } from '../../../src/mcp/tools/catalogue.ts'
import { nextStep } from '../../../src/mcp/tools/next-steps.ts'
import { toolsets } from '../../../tools/index.ts'

/** No error suggests what its reader cannot do: every tool and argument that a hint names is available to this caller. */

const catalogue = buildCatalogue(toolsets)
const caller = (...scopes: ('read' | 'write' | 'send')[]) =>
  ({ scopes: new Set(scopes), testKey: false, via: 'key' }) as unknown as Principal
const ALL = { toolsets: null, readOnly: false }

const VIEWS = [
  { name: 'of everything', visible: catalogue.visible(caller('read', 'write', 'send'), ALL) },
  { name: 'of a key that sends nothing', visible: catalogue.visible(caller('read', 'write'), ALL) },
  { name: 'of a key that only reads', visible: catalogue.visible(caller('read'), ALL) },
  {
    name: 'of one toolset',
    visible: catalogue.visible(caller('read', 'write', 'send'), { toolsets: new Set(['verify']), readOnly: false }),
  },
]

const ids = Object.keys(ERRORS) as ErrorId[]

test.each(VIEWS)('hints in a view $name name only available tools and arguments', ({ visible }) => {
  const tools = visible.map(({ tool }) => tool.name)
  const impossible: string[] = []
  for (const { tool, shape } of visible)
    for (const id of ids)
      for (const field of [undefined, ...Object.keys(shape), 'nothing_known', 'subject']) {
        const details = field === undefined ? 'No.' : `The ${field} parameter is missing.`
        const item: ErrorItem = { id, details, ...(field !== undefined && { field }) }
        const said = nextStep(item, new AppError(id, details), { accepted: shape, hints: tool.hints, tools })
        const named = said.match(/(?<![\w./:"])[a-z]+(?:_[a-z]+)+/g) ?? []
        for (const name of named)
          if (!tools.includes(name) && !(name in shape)) impossible.push(`${tool.name} ${id} ${field ?? '-'}: ${said}`)
      }
  expect([...new Set(impossible)]).toEqual([])
})
