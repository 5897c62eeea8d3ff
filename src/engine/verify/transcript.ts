import { untrustedText } from '../../lib/text/untrusted-text.ts'
import type { ProbeReply } from '../../net/smtp/smtp-exchange.ts'
import type { ReplyVerdict } from './reply-classifier.ts'
import type { TranscriptStep } from './verification.ts'

const MAX_STEPS = 16
const MAX_TEXT = 200
const IP_ADDRESS = /\b(?:\d{1,3}\.){3}\d{1,3}\b|\b(?:[0-9a-f]{1,4}:){3,7}[0-9a-f]{0,4}\b/gi

/** Texts that a transcript must not contain, each with its replacement. */
export type Masks = readonly (readonly [text: string, mask: string])[]

/** One reply as a step: foreign text is cleaned and cut, our own names and addresses are masked. */
export function replyStep(
  { stage, code, enhanced, lines, ms }: ProbeReply,
  mx: string,
  verdict: ReplyVerdict | null,
  masks: Masks,
): TranscriptStep {
  return {
    stage,
    mx,
    code,
    enhanced,
    class: verdict?.class ?? null,
    rule: verdict?.rule ?? null,
    text: maskedText(lines.join(' '), masks),
    ms: Math.round(ms),
  }
}

function maskedText(raw: string, masks: Masks): string {
  let text = raw.slice(0, 4 * MAX_TEXT).replace(/[<>]/g, ' ')
  for (const [word, mask] of masks) if (word !== '') text = text.replace(new RegExp(literal(word), 'gi'), mask)
  return untrustedText(text.replace(IP_ADDRESS, '(ip)'), MAX_TEXT).text
}

const literal = (text: string): string => text.replace(/[$()*+./?[\\\]^{|}-]/g, '\\$&')

/** A step that is not a reply of a server. */
export const plainStep = (
  stage: TranscriptStep['stage'],
  mx: string | null,
  rule: string,
  ms: number,
): TranscriptStep => ({
  stage,
  mx,
  code: null,
  enhanced: null,
  class: null,
  rule,
  text: null,
  ms: Math.round(ms),
})

/** The first and the last steps; a long middle is not interesting. */
export const boundedSteps = (steps: readonly TranscriptStep[]): TranscriptStep[] =>
  steps.length <= MAX_STEPS ? [...steps] : [...steps.slice(0, MAX_STEPS / 2), ...steps.slice(-MAX_STEPS / 2)]
