import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { MAX_TEMPLATE_LENGTH, renderTemplate, templateProblem } from '../../../src/engine/send/template.ts'

const values = { first_name: 'Ines', company: null, email: 'ines@lumen.example', note: 'a\r\nBcc: x@y.example' }
const text = (template: string, given: Record<string, string | null> = values) =>
  renderTemplate(template, 'text', given)

describe('a template', () => {
  test.each([
    ['Hi {{first_name|fallback:"there"}}', 'Hi Ines'],
    ['Hi {{ company | fallback: "friend" }}', 'Hi friend'],
    ['{{ first_name | upcase }}', 'INES'],
    ['{% if company %}At {{company}}.{% else %}Hello.{% endif %}', 'Hello.'],
    ['{% unless company %}Hello.{% endunless %}', 'Hello.'],
    ['{{ company | fallback: first_name }}', 'Ines'],
    ['{{\u200bfirst_name\ufeff}}, {{ first_name\u00a0}}', 'Ines, Ines'],
    ['{{ company | fallback: "\u{1f469}\u200d\u{1f4bb}" }}', '\u{1f469}\u200d\u{1f4bb}'],
    ['{{first_name}} \u{1f469}\u200d\u{1f4bb}, {{first_name}}', 'Ines \u{1f469}\u200d\u{1f4bb}, Ines'],
    ['no tags, { braces } and % signs', 'no tags, { braces } and % signs'],
  ])('%s', (template, expected) => {
    expect(text(template)).toEqual({ outcome: 'rendered', text: expected })
  })

  test.each(['1st', '2024_revenue', 'true', 'nil', 'empty', 'and', 'contains', 'if', 'for', 'size'])(
    'takes an attribute with the slug %s',
    (slug) => {
      expect(text(`{{${slug}}} {{ ${slug} | fallback: "none" }}`, { [slug]: 'Seen' })).toMatchObject({
        text: 'Seen Seen',
      })
      expect(text(`{{- ${slug}|fallback:"none" -}}`, { [slug]: null })).toMatchObject({ text: 'none' })
      expect(text(`{{${slug}}}`)).toEqual({ outcome: 'broken', reason: `Unknown merge tag: ${slug}.` })
    },
  )

  test('reports tags without a value', () => {
    expect(text('{{company}} {{first_name}} {{company|upcase}}')).toEqual({ outcome: 'unresolved', names: ['company'] })
  })

  test.each([
    ['{{ nobody }}', 'Unknown merge tag: nobody.'],
    ['{{ email.constructor }}', 'Unknown merge tag: email.constructor.'],
    ['{{ constructor }}', 'Unknown merge tag: constructor.'],
    ['{{ nobody }} {{ company | fallback: first_name }}', /^Unknown merge tag: nobody\.$/],
    [
      '{{ first_name | fallback: there }}',
      'Unknown merge tag: there. A fallback needs quotation marks: {{first_name|fallback:"there"}}.',
    ],
    ['ok\n{{ first_name', /in line 2 cannot be read/],
    ['ok\n{% if company %}x', /in line 2 cannot be read: it has no end/],
    ['{% endif %}', /it must look like/],
    ['{{ f\u0456rst_name }}', 'Unknown merge tag: f?rst_name.'],
    ['{% include "/etc/passwd" %}', /cannot be read: only if, unless/],
    ['{% render "x" %}', /cannot be read/],
    ['{% for n in (1..9) %}x{% endfor %}', /cannot be read/],
    ['{% assign x = 1 %}', /cannot be read/],
    ['{{ first_name | raw }}', /cannot be read: only .* the filters fallback, capitalize/],
    ['{{ first_name | date: "%s" }}', /cannot be read/],
    ['x'.repeat(MAX_TEMPLATE_LENGTH + 1), /at most 50000 characters/],
  ])('%s is refused', (template, reason) => {
    const rendered = text(template)
    expect(rendered.outcome).toBe('broken')
    expect(rendered.outcome === 'broken' ? rendered.reason : '').toMatch(reason)
  })

  test('never reads a value as a template', () => {
    expect(text('{{a}}', { a: '{{b}} {% if b %}', b: 'secret' })).toEqual({
      outcome: 'rendered',
      text: '{{b}} {% if b %}',
    })
  })

  test('drops what is invisible in a value, except between the letters it joins', () => {
    const family = '\u{1f469}\u200d\u{1f467}'
    const said = text('{{a}}|{{b}}|{{c}}|{{d|fallback:"none"}}', {
      a: 'Mi\u00adra\u200b Sto\u2060ne\u202e',
      b: `\ufeff${family}`,
      c: 'علی\u200cرضا\u200c',
      d: '\u200d\u200b',
    })
    expect(said).toEqual({ outcome: 'rendered', text: `Mira Stone|${family}|علی\u200cرضا|none` })
  })

  test('keeps a value on its line and within its element', () => {
    expect(text('{{note}}')).toEqual({ outcome: 'rendered', text: 'a Bcc: x@y.example' })
    const html = renderTemplate('<p title="{{a}}">{{a}}</p>', 'html', { a: `"><script>'x'&` })
    expect(html.outcome === 'rendered' ? html.text : '').not.toMatch(/<script|"">/)
  })

  test('of any shape gives a result, never an exception', () => {
    const pieces = fc.constantFrom(
      '{{',
      '}}',
      '{%',
      '%}',
      'first_name',
      '|',
      'fallback:',
      '"',
      "'",
      ' if ',
      'endif',
      '[',
      '.',
    )
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 40 }), (parts) => {
        expect(['rendered', 'unresolved', 'broken']).toContain(text(parts.join('')).outcome)
      }),
    )
  })

  test('reports its problems before anything is sent', () => {
    expect(templateProblem('Hi {{first_name|fallback:"x"}}', ['first_name'])).toBeNull()
    expect(templateProblem('Hi {{first_nam}}', ['first_name'])).toBe('Unknown merge tag: first_nam.')
  })
})

describe('a text that would take long to read', () => {
  test.each([
    ['{{email}}'.repeat(5_500), 'A text can have at most 200 merge tags; this one has 5500.'],
    [`{% if ${'email and '.repeat(4_000)}email %}x{% endif %}`, /at most 5000 characters in total/],
    [`{{"}}"|fallback:${'email,'.repeat(4_000)}email}}`, /at most 5000 characters in total/],
  ])('is refused', (text, problem) => {
    expect(templateProblem(text, ['email'])).toMatch(problem)
    expect(renderTemplate(text, 'text', { email: 'a@b.example' })).toMatchObject({ outcome: 'broken' })
  })

  test('is not one with many words and few tags', () => {
    const text = `{{email}} ${'word '.repeat(4_000)}` + '{{email}} word '.repeat(190)
    expect(templateProblem(text, ['email'])).toBeNull()
  })
})
