import type { CompleteRequest, CompleteResult } from '@modelcontextprotocol/server'
import type { Call } from '../../context.ts'
import { untrustedText } from '../../lib/text/untrusted-text.ts'
import type { Entry } from '../tools/catalogue.ts'
import { argumentKind } from './prompts.ts'
import { protocolErrorOf } from '../tools/protocol-error.ts'
import { variableKind } from './resources.ts'
import { matchingWords, NAMED_BY, WORDS } from './word-lists.ts'
import type { CompletedKind } from './word-lists.ts'

/** The most values the protocol allows in one answer. */
const MAX_VALUES = 100
const MAX_NAME_LENGTH = 255

interface Matches {
  values: readonly string[]
  total: number
}

const NOTHING: Matches = { values: [], total: 0 }

/**
 * Completes arguments of prompts and variables of resource templates, prefix matches before substring matches, and those before
 * synonyms. Returns nothing for anything unknown or hidden.
 * @throws ProtocolError in our words when names cannot be read.
 */
export async function complete(
  { ref, argument }: CompleteRequest['params'],
  visible: readonly Entry[],
  call: Call,
): Promise<CompleteResult> {
  const kind =
    ref.type === 'ref/prompt'
      ? argumentKind(ref.name, argument.name, visible)
      : variableKind(ref.uri, argument.name, visible)
  const { values, total } = kind === null ? NOTHING : await matches(kind, argument.value, visible, call)
  return { completion: { values: values.slice(0, MAX_VALUES), total, hasMore: total > MAX_VALUES } }
}

async function matches(kind: CompletedKind, typed: string, visible: readonly Entry[], call: Call): Promise<Matches> {
  if (kind in WORDS) {
    const synonyms = visible.find(({ tool }) => tool.synonyms !== undefined)?.tool.synonyms?.()
    const values = matchingWords(WORDS[kind as keyof typeof WORDS], typed, synonyms)
    return { values, total: values.length }
  }
  const knowing = NAMED_BY[kind as keyof typeof NAMED_BY]
  const named = visible.find(({ tool }) => tool.name === knowing)?.tool.named
  if (named === undefined) return NOTHING
  try {
    const { data, meta } = await named.matching(call, typed)
    return { values: data.names.filter(isClean), total: meta.total }
  } catch (thrown) {
    throw protocolErrorOf(thrown)
  }
}

/** A name that would be changed for display could not be found by its displayed form. */
const isClean = (name: string): boolean => untrustedText(name, MAX_NAME_LENGTH).text === name
