import { setImmediate as endOfTurn } from 'node:timers/promises'

interface Asked<Question, Answer> extends PromiseWithResolvers<Answer> {
  question: Question
}

interface Waiting<Question, Answer> {
  /** What those who wait have to wait for. */
  before: Promise<unknown>
  asked: Asked<Question, Answer>[]
}

/**
 * Answers together what is asked about a key in one turn of the event loop, or while earlier questions are being answered: each
 * would have to wait for those anyway. The answer is made in the call of the first of them.
 * @param answer the answers to the questions, in their order; when it fails, so do all of them
 * @param fits whether a question can be answered together with those before it; the others wait for their turn
 */
export function answerTogether<Question, Answer>(
  answer: (questions: readonly Question[], key: string) => Promise<readonly (Answer | Promise<Answer>)[]>,
  fits: (question: Question, together: readonly Question[]) => boolean = () => true,
): (key: string, question: Question) => Promise<Answer> {
  const open = new Map<string, Waiting<Question, Answer>>()

  async function answerNext(key: string, waiting: Waiting<Question, Answer>): Promise<void> {
    let isLeft = true
    while (isLeft) {
      const questions: Question[] = []
      const together: Asked<Question, Answer>[] = []
      for (const asked of waiting.asked.splice(0)) {
        const isNext = fits(asked.question, questions)
        if (isNext) questions.push(asked.question)
        ;(isNext ? together : waiting.asked).push(asked)
      }
      isLeft = waiting.asked.length > 0
      try {
        const answers = await answer(questions, key)
        for (const [at, { resolve }] of together.entries()) resolve(answers[at] as Answer)
      } catch (error) {
        for (const { reject } of together) reject(error)
      }
    }
    if (waiting.asked.length === 0) open.delete(key)
  }

  return (key, question) => {
    const asked = { ...Promise.withResolvers<Answer>(), question }
    const waiting = open.get(key) ?? { before: endOfTurn(), asked: [] }
    if (waiting.asked.push(asked) === 1) {
      open.set(key, waiting)
      waiting.before = waiting.before.then(() => answerNext(key, waiting))
    }
    return asked.promise
  }
}
