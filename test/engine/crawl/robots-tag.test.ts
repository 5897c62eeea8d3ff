import { describe, expect, test } from 'vitest'
import { parseRobotsTag } from '../../../src/engine/crawl/robots-tag.ts'

describe('X-Robots-Tag', () => {
  test.each([
    [undefined, false, false],
    ['all', false, false],
    ['noindex', true, false],
    ['NoIndex, NoFollow', true, true],
    ['none', true, true],
    ['otherbot: noindex', false, false],
    ['otherbot: noindex, nofollow', false, false],
    ['quarrybot: noindex', true, false],
    ['otherbot: all, quarrybot: none', true, true],
    ['unavailable_after: 25 Jun 2030 15:00:00 GMT, noindex', true, false],
    ['max-snippet:20, nofollow', false, true],
  ])('%s', (header, noindex, nofollow) => {
    expect(parseRobotsTag(header, 'quarrybot')).toEqual({ noindex, nofollow })
  })
})
