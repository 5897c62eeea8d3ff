import type { Request } from 'express'
import { onceOver } from '../api/request-upload.ts'
import { sendFile } from '../api/send-file.ts'
import type { Context } from '../context.ts'
import { sentRows } from '../core/verify/sent-rows.ts'
import { Upload } from '../lib/input/upload.ts'
import { knownHosts } from '../lib/input/known-host.ts'
import type { WebDoor } from '../web/web-door.ts'
import { requestIdOf } from './request-id.ts'
import type { ReadBody } from './request-input.ts'
import { uploadForm } from './upload-form.ts'

/** Pasted lists of addresses are the longest forms. */
const MAX_FORM_BYTES = 1_048_576

/** What the HTTP layer provides to the web door. */
export const webDoor = (context: Context, readBody: ReadBody): WebDoor => ({
  context,
  requestId: requestIdOf,
  readFields: (request: Request, sender, signal) =>
    readBody(request, { maxBytes: MAX_FORM_BYTES, maxValues: 10_000, sender, early: null, signal }),
  readUpload: async (request, sender, maxBytes) => {
    const { fields, file } = await uploadForm(request, maxBytes)
    const whenOver = (clean: () => void): void => onceOver(request, clean)
    const unpacked = file && sentRows(file.bytes, { offThread: context.offThread, sender, maxBytes, whenOver })
    return { fields, file: file && unpacked && new Upload(unpacked, file.identity) }
  },
  sendFile: (response, file) => sendFile(response, file, context),
  isKnownHost: knownHosts(context.config),
})
