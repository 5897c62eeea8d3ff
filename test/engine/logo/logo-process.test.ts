import { describe, expect, test } from 'vitest'
import { isSelfContainedSvg } from '../../../src/engine/logo/image-kind.ts'
import { renderLogoApart } from '../../../src/engine/logo/logo-process.ts'

const never = new AbortController().signal
const svg = (inside: string) => `<svg xmlns="http://www.w3.org/2000/svg" width="100" height="100">${inside}</svg>`
const CIRCLE = '<circle cx="50" cy="50" r="40" fill="#07c"/>'
/** An allowed image, in which each of thirty groups shows the one before ten times. */
const COPIES = svg(
  Array.from({ length: 30 }, (_, i) => `<g id="g${i + 1}">${`<use href="#g${i}" x="1"/>`.repeat(10)}</g>`).join('') +
    '<g id="g0"><rect width="9" height="9"/></g>',
)

describe('a logo in its own process', () => {
  test('is drawn', async () => {
    const logo = await renderLogoApart(Buffer.from(svg(CIRCLE)), never)
    expect(logo).toMatchObject({ width: 400, height: 400 })
    expect(logo !== 'too_costly' && logo?.png.subarray(1, 4).toString()).toBe('PNG')
  })

  test('is ignored if it is not an image', async () => {
    expect(await renderLogoApart(Buffer.from('<p>No picture, but a page'), never)).toBeNull()
  })

  test('is killed when it takes too long, and earlier once it is no longer wanted', async () => {
    const left = new AbortController()
    const ended: string[] = []
    const draw = async (name: string, signal: AbortSignal) => {
      expect(await renderLogoApart(Buffer.from(COPIES), signal)).toBe('too_costly')
      ended.push(name)
    }
    const both = [draw('wanted', never), draw('unwanted', left.signal)]
    setTimeout(() => left.abort(), 100)
    await Promise.all(both)
    expect(ended).toEqual(['unwanted', 'wanted'])
  })
})

describe('an SVG drawing', () => {
  test.each([
    ['a filter', '<filter id="f"><feTurbulence numOctaves="9"/></filter>'],
    ['a filter under another name', '<x:filter xmlns:x="http://www.w3.org/2000/svg" id="f"/>'],
    ['a filter by its function', '<rect width="9" height="9" style="filter:blur(90px)"/>'],
    ['a filter that stands elsewhere', '<g filter="url(#f)"/>'],
    ['a script', '<script>1</script>'],
    ['a document', '<foreignObject><p/></foreignObject>'],
    ['another file', '<image href="https://a.test/x.png"/>'],
  ])('with %s is not drawn', (_, inside) => {
    expect(isSelfContainedSvg(svg(CIRCLE + inside))).toBe(false)
  })

  test('in an encoding that hides its content is not drawn', () => {
    expect(isSelfContainedSvg(`<?xml version="1.0" encoding="IBM037"?>${svg(CIRCLE)}`)).toBe(false)
    expect(isSelfContainedSvg(`<?xml version="1.0" encoding="UTF-8"?>${svg(CIRCLE)}`)).toBe(true)
  })

  test('may be clipped, masked and linked', () => {
    expect(isSelfContainedSvg(svg(`<defs><clipPath id="c"/></defs><g clip-path="url(#c)">${CIRCLE}</g>`))).toBe(true)
  })
})
