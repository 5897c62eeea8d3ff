import { expect, test } from 'vitest'
import { table } from '../../src/cli/shared/output.ts'

test('a name with line breaks cannot pretend to be another row or column', () => {
  const rows = table([
    ['ID', 'NAME', 'SCOPES'],
    ['1', 'Mine\r\n2\tOperator\u2028', 'read'],
  ])
  expect(rows).toEqual(['ID  NAME              SCOPES', '1   Mine 2 Operator   read'])
})
