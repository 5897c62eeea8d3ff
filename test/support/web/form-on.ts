import { Parser } from 'htmlparser2'
import type { FormFields, Visitor } from './web-visitor.ts'

/**
 * Returns what a browser would send if the first form that posts to this path were sent as the page shows it.
 * @param path of the page, relative to `/app`
 * @param to a path relative to `/app`
 */
export async function formOn(
  visitor: Pick<Visitor, 'see'>,
  path: string,
  to: RegExp,
): Promise<{ action: string; fields: FormFields }> {
  let action: string | null = null
  let isInside = false
  let textArea: string | null = null
  let select: { name: string; values: string[]; chosen: string | null } | null = null
  const fields: Record<string, string[]> = {}
  const put = (name: string, value: string) => (fields[name] ??= []).push(value)
  const parser = new Parser({
    onopentag: (tag, { name = '', value = '', type, action: target = '', checked, selected, method }) => {
      if (tag === 'form' && method === 'post' && action === null && to.test(target.slice('/app'.length))) {
        action = target.slice('/app'.length)
        isInside = true
      }
      if (!isInside) return
      if (tag === 'input' && (type !== 'checkbox' || checked !== undefined)) put(name, value)
      if (tag === 'textarea') put((textArea = name), '')
      if (tag === 'select') select = { name, values: [], chosen: null }
      if (tag === 'option') select?.values.push(value)
      if (tag === 'option' && selected !== undefined && select !== null) select.chosen = value
    },
    ontext: (text) => {
      if (textArea !== null) fields[textArea] = [`${fields[textArea]?.[0] ?? ''}${text}`]
    },
    onclosetag: (tag) => {
      if (tag === 'textarea' && textArea !== null) {
        fields[textArea] = [(fields[textArea]?.[0] ?? '').replace(/^\n/, '')]
        textArea = null
      }
      if (tag === 'select' && select !== null) put(select.name, select.chosen ?? select.values[0] ?? '')
      if (tag === 'select') select = null
      if (tag === 'form') isInside = false
    },
  })
  parser.end((await visitor.see(path)).html)
  if (action === null) throw new Error(`No form on ${path} leads to ${to}.`)
  return { action, fields }
}
