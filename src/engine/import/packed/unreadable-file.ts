/** The file cannot be read; the message is a sentence for the operator and contains nothing from the file. */
export class UnreadableFile extends Error {
  override readonly name = 'UnreadableFile'
}

/** @throws UnreadableFile for whatever a library says about a packed file. */
export function damaged(error: unknown): never {
  if (error instanceof UnreadableFile) throw error
  const isCut = error instanceof Error && /unexpected end|end of central directory/i.test(error.message)
  const sentence = isCut ? 'The file is incomplete: it was not copied in full.' : 'The file is damaged.'
  throw new UnreadableFile(sentence, { cause: error })
}
