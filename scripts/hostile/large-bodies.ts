/** Bodies that are expensive to read, each close to a given size; by name. */

export interface LargeBody {
  type: string
  text: string
}

const JSON_TYPE = 'application/json'
const FORM = 'application/x-www-form-urlencoded'
const BOUNDARY = 'b'

const filled = (piece: (i: number) => string, size: number): string => {
  let text = ''
  for (let i = 0; text.length < size; i++) text += piece(i)
  return text
}

/** Returns every kind of body that has ever been slow somewhere, of about `size` bytes. */
export function largeBodies(size: number): Record<string, LargeBody> {
  const keys = filled((i) => `,"k${i}":1`, size)
  return {
    'JSON of many keys': { type: JSON_TYPE, text: `{"a":1${keys}}` },
    'JSON of many small objects': { type: JSON_TYPE, text: `{"emails":[{}${filled(() => ',{"a":1}', size)}]}` },
    'JSON of many numbers': { type: JSON_TYPE, text: `{"emails":[0${filled(() => ',0', size)}]}` },
    'JSON of deep lists': { type: JSON_TYPE, text: '['.repeat(size) },
    'JSON of deep objects': { type: JSON_TYPE, text: `{"a":`.repeat(size / 5) },
    'JSON of one long text': { type: JSON_TYPE, text: `{"emails":"${'a'.repeat(size)}"}` },
    'JSON of a text of commas': { type: JSON_TYPE, text: `{"emails":"${'a,'.repeat(size / 2)}"}` },
    'JSON of a text of escapes': { type: JSON_TYPE, text: `{"emails":"${'\\u0041'.repeat(size / 6)}"}` },
    'JSON of space': { type: JSON_TYPE, text: `{${' '.repeat(size)}}` },
    'JSON that never ends': { type: JSON_TYPE, text: `{"emails":["${filled((i) => `","a${i}`, size)}` },
    'nothing but space': { type: '', text: ' '.repeat(size) },
    'a form of many fields': { type: FORM, text: filled(() => 'a&', size) },
    'a form of one name': { type: FORM, text: filled((i) => `emails[]=a${i}&`, size) },
    'a form of brackets': { type: FORM, text: filled((i) => `a[b][${i}][c]=1&`, size) },
    'a form of one deep name': { type: FORM, text: `a${'[b]'.repeat(size / 3)}=1` },
    'a form of one long value': { type: FORM, text: `emails=${'%41'.repeat(size / 3)}` },
    'JSON beside a form type': { type: FORM, text: `{"a":1${keys}}` },
    'multipart of tiny parts': {
      type: `multipart/form-data; boundary=${BOUNDARY}`,
      text: `${filled(() => `--${BOUNDARY}\r\nContent-Disposition: form-data; name="a"\r\n\r\n1\r\n`, size)}--${BOUNDARY}--`,
    },
    'multipart of boundaries': {
      type: `multipart/form-data; boundary=${BOUNDARY}`,
      text: filled(() => `--${BOUNDARY}\r\n`, size),
    },
    'multipart of headers': {
      type: `multipart/form-data; boundary=${BOUNDARY}`,
      text: `--${BOUNDARY}\r\n${filled((i) => `X-${i}: 1\r\n`, size)}`,
    },
    'CSV with a cell too many': { type: 'text/csv', text: `email\n${filled((i) => `a${i}@b.test,\n`, size)}` },
    'CSV of many cells a line': {
      type: 'text/csv',
      text: `email\n${filled(() => `a@b.test${',x'.repeat(200)}\n`, size)}`,
    },
    'CSV of commas': { type: 'text/csv', text: `email\n${','.repeat(size)}` },
    'CSV with a header of commas': { type: 'text/csv', text: `${','.repeat(size)}\nemail` },
    'CSV of line breaks': { type: 'text/csv', text: `email\n${'\n'.repeat(size)}` },
    'CSV of short lines': { type: 'text/csv', text: `email\n${',\n'.repeat(size / 2)}` },
    'CSV of open quotation marks': { type: 'text/csv', text: `email\n${filled(() => '"a\n', size)}` },
    'CSV of quotation marks': { type: 'text/csv', text: `email\n${'"'.repeat(size)}` },
    'tabs as text': { type: 'text/tab-separated-values', text: `email\n${filled((i) => `a${i}@b.test\t\n`, size)}` },
    'bytes of no kind': { type: 'application/octet-stream', text: `email\n${'\0'.repeat(size)}` },
  }
}
