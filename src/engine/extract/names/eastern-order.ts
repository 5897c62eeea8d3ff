import { foldName } from '../../../lib/text/person-name-fold.ts'
import type { NameParts } from '../../names/name-forms.ts'
import { GIVEN, SYLLABLE, wordKindOf } from './name-words.ts'

const setOf = (words: string): ReadonlySet<string> => new Set(words.split(/\s+/))

/** Family names that are frequent in China, Korea and among Chinese elsewhere, in the spellings used there. */
const FAMILY = setOf(
  `ahn bae baek bai cai cao chai chan chang chao chau chen cheng cheong cheung chew chia chiang chin chiu cho choi chong choo chou
  chow choy chu chua chuang chun chung deng ding dong du eom fan fang feng fong fu fung gao geng goh gong gu guan guo gwon ha
  han hao he heng heo ho hong hou hsia hsieh hsu hu huang hui hung hwang im jang jeon jeong jia jiang jin jo ju jun jung kam kan
  kang ke khoo kim ko koh kong koo ku kuo kwan kwok kwon lai lam lau law lee lei leong leung li liang liao liew lim lin ling liu
  lo loh loke long low lu lui luo ma mak mao mei meng mo mok moon mui na nam ng ngai ngan noh oh ong ooi pan pang park peng phua
  poon pu qian qin qiu quah quek ren rhee ryu seah sek seo seow shao shen sheng shi shih shin sim sin siu so soh son song soon
  su suh sun sung tai tam tan tang tao tay teh teng teo teoh thong tian tien ting to toh tong tsai tsang tse tseng tsoi tsui tu
  tung wan wang wee wei wen weng wong woo wu xia xiang xiao xie xing xiong xu xue yan yang yao yap yau ye yee yeh yen yeo yeoh
  yeung yi yim yin ying yip yoo yoon you yu yuan yue yuen yung zhang zhao zheng zhong zhou zhu zou`,
)
/** Those that other languages have as given names. */
const ELSEWHERE = setOf('kim lee han jo ma mei na jun ling an ha cho')
const VIETNAMESE = setOf(
  'bui cao dang dao dinh do doan duong ha ho hoang huynh le luong luu ly mai ngo nguyen pham phan phung ta thai to tran trinh truong vo vu',
)
const VIETNAMESE_MIDDLE = setOf(
  'thi van huu duc dinh ngoc quoc xuan thanh minh cong ba dang quang trong hong thu kim hoang',
)
/** Those that nobody else has, whatever follows. */
const VIETNAMESE_ALONE = setOf('nguyen tran pham huynh')

/** A syllable as Chinese and Korean names have them: `Chee`, `Keong`, `Soo`. */
const SYLLABLE_SHAPE = /^(?:[bcdfghjklmnpqrstwxyz]|ch|sh|zh|ts|hs|kw|gw)?[aeiouy]{1,3}(?:n|ng|k|t|p|m|h)?$/
const HYPHENED = /^\p{Lu}\p{L}{1,6}-\p{L}{2,7}$/u
const MAX_SYLLABLE = 6

/**
 * The parts of a full name in the order of East Asia and Vietnam, the family name first: `Ng Wei Ling`, `Kim Min-jun`,
 * `Nguyễn Văn Nam`. Null if the words do not show it: after a family name that is also one elsewhere, or before another, the
 * order stays open.
 */
export function inEasternOrder(tokens: readonly string[]): NameParts | null {
  const words = tokens.map((token) => foldName(token))
  const [lead = '', ...rest] = words
  if (tokens.length < 2 || tokens.length > 4 || tokens.some((token) => !/^\p{Lu}/u.test(token))) return null
  if (isVietnamese(lead, rest))
    return { first: tokens.at(-1) ?? '', middle: tokens.slice(1, -1).join(' '), last: tokens[0] ?? '' }
  if (!FAMILY.has(lead) || tokens.length > 3) return null
  const isGiven =
    tokens.length === 2
      ? HYPHENED.test(tokens[1] ?? '') && areSyllables(lead, rest[0]?.split('-') ?? [])
      : areSyllables(lead, rest)
  return isGiven ? { first: tokens.slice(1).join(' '), middle: '', last: tokens[0] ?? '' } : null
}

const isVietnamese = (lead: string, rest: readonly string[]): boolean =>
  rest.length >= 2 &&
  VIETNAMESE.has(lead) &&
  (VIETNAMESE_MIDDLE.has(rest[0] ?? '') ||
    (VIETNAMESE_ALONE.has(lead) && rest.every((word) => word.length <= MAX_SYLLABLE))) &&
  !VIETNAMESE_ALONE.has(rest.at(-1) ?? '')

function areSyllables(lead: string, words: readonly string[]): boolean {
  const areShort = words.length === 2 && words.every((word) => word.length <= MAX_SYLLABLE && isSyllable(word))
  return (
    areShort &&
    !FAMILY_AT_END.has(words.at(-1) ?? '') &&
    (!ELSEWHERE.has(lead) || words.some(isKnown) || !words.some(isGivenElsewhere))
  )
}

/** Of two families, one at each end, the order says nothing. */
const FAMILY_AT_END = setOf('kim lee park choi chan chen wong wang zhang liu lim lam leung cheung huang chang nguyen')

const isSyllable = (word: string): boolean =>
  SYLLABLE_SHAPE.test(word) || /^(?:[bcdfghjklmnpqrstwxyz]|ch|sh)(?:ye|eu)[aeiou]?(?:n|ng|k)?$/.test(word)
const isKnown = (word: string): boolean => (wordKindOf(word) & SYLLABLE) !== 0
const isGivenElsewhere = (word: string): boolean => (wordKindOf(word) & (GIVEN | SYLLABLE)) === GIVEN
