/** Characters that no text contains; NUL is removed from texts beforehand. */
// oxlint-disable-next-line no-control-regex -- these are looked for
const CONTROLS = /[\u0001-\u0008\u000e-\u001f\u007f]/g
/** About ten per cent of compressed bytes are control characters; a damaged text has only a few in total. */
const CONTROL_SHARE = 0.01
/** Formats that begin with readable text. */
const DOCUMENT_START = /^(?:%PDF-|\{\\rtf|<!doctype html|<html)/i

/** Whether a file of rows, by its decoded beginning, is a workbook, a picture or a document instead. */
export const isNoText = (head: string): boolean =>
  DOCUMENT_START.test(head.trimStart()) || (head.match(CONTROLS)?.length ?? 0) > head.length * CONTROL_SHARE

export const NO_TEXT = 'The file is not text. In the spreadsheet program, save it as .xlsx or CSV.'
