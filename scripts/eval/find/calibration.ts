/** How well the stated chances match: the first guess of each case compared with the truth. */

export interface Guess {
  domain: string
  /** The rank of the true answer among those given, from 1; null if it is not among them. */
  rank: number | null
  /** The stated chance of the first answer; 0 if there was none. */
  probability: number
}

interface Bin {
  label: string
  cases: number
  predicted: number
  right: number
  /** The standard error of the share that was right. */
  standardError: number
}

export interface Calibration {
  /** Tenths that contain any case. */
  bins: Bin[]
  /** The largest difference between stated and actual, over tenths with enough cases. */
  worstGap: number
  /** The same minus two standard errors of the tenth: what chance does not explain. */
  beyondChance: number
  /** Over all tenths, weighted by cases. */
  meanGap: number
  brier: number
  logLoss: number
}

const BINS = 10
const LEAST = 1e-6

/** @param enough tenths with fewer cases say more about chance than about calibration */
export function calibrationOf(guesses: readonly Guess[], enough: number): Calibration {
  const bins = Array.from({ length: BINS }, (_, i) => binOf(guesses, i)).filter(({ cases }) => cases > 0)
  const large = bins.filter(({ cases }) => cases >= enough)
  return {
    bins,
    worstGap: Math.max(0, ...large.map(gapOf)),
    beyondChance: Math.max(0, ...large.map((bin) => gapOf(bin) - 2 * bin.standardError)),
    meanGap: bins.reduce((sum, bin) => sum + gapOf(bin) * bin.cases, 0) / Math.max(1, guesses.length),
    brier: mean(guesses.map((guess) => (guess.probability - isRight(guess)) ** 2)),
    logLoss: mean(
      guesses.map(
        (guess) => -Math.log(Math.max(LEAST, isRight(guess) === 1 ? guess.probability : 1 - guess.probability)),
      ),
    ),
  }
}

const gapOf = ({ predicted, right }: Bin): number => Math.abs(predicted - right)

/** People of one company mostly stand or fall together: what varies is the company, not the person. */
function clusteredError(inside: readonly Guess[], right: number): number {
  const companies = [...Map.groupBy(inside, ({ domain }) => domain).values()]
  const squares = companies.map((guesses) => guesses.reduce((sum, guess) => sum + isRight(guess) - right, 0) ** 2)
  return Math.sqrt(squares.reduce((sum, square) => sum + square, 0)) / Math.max(1, inside.length)
}

function binOf(guesses: readonly Guess[], bin: number): Bin {
  const inside = guesses.filter(({ probability }) => Math.min(BINS - 1, Math.floor(probability * BINS)) === bin)
  const right = mean(inside.map(isRight))
  return {
    label: `${bin * BINS}–${(bin + 1) * BINS} %`,
    cases: inside.length,
    predicted: mean(inside.map(({ probability }) => probability)),
    right,
    standardError: clusteredError(inside, right),
  }
}

const isRight = ({ rank }: Guess): number => (rank === 1 ? 1 : 0)

const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length)
