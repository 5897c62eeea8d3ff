import { foldName } from '../../../lib/text/person-name-fold.ts'
import { nameCandidates } from '../candidates/name-candidates.ts'
import type { NameCandidate } from '../candidates/candidate-list.ts'
import { joinedNames } from '../candidates/joined-names.ts'
import { standsAlone } from '../candidates/name-runs.ts'
import { SpelledNames } from '../candidates/spelled-names.ts'
import type { SpelledName } from '../candidates/spelled-names.ts'
import { arrangeWords } from '../candidates/word-order.ts'
import type { NameOrder } from '../candidates/word-order.ts'
import type { PageTree } from '../page/page-dom.ts'
import type { FoundAddress } from '../page/page-facts.ts'
import { credibleMentions, isOrdinary, seriesOf } from '../people/credible-mentions.ts'
import type { NameMention } from '../people/name-mentions.ts'
import type { PageMemory } from '../people/page-memory.ts'
import { isCountry } from '../../../lib/companies/whereabouts.ts'
import { GIVEN, wordKindOf } from '../names/name-words.ts'
import { nameKey } from '../names/person-name.ts'
import type { PersonName } from '../names/name-evidence.ts'
import { FIRM_SUPPORT, NameColumns } from './name-columns.ts'
import type { MailSpot } from './mail-places.ts'
import { NameJudge } from './name-judge.ts'
import { isToFillIn, namesEmployer, namesFirmOf, namesHouse, namesPost } from './no-persons.ts'
import { NamesInOrder } from './names-in-order.ts'
import { MOST_PLACED, placedSupport } from './placed-names.ts'
import { MOST_TOLD, toldSupport } from './told-names.ts'

const SURE = 1 // So far above the bound, as sure as a known given name.
/** What an address spells needs no other judge. */
const SPELLED = 100
/** A form of address, or letters of the Far East. */
const LEFT_TO_LISTS =
  /\b(?:Mr|Mrs|Ms|Miss|Herrn?|Frau|Mme|Mlle|Monsieur|Madame|Señora?|Signora?|Sig|Sra|Dhr|Mevr|Dr)\b|[\u3040-\ud7ff]/u
const LATIN = /\p{Script=Latin}/u

/**
 * The people whom a page names, in reading order. Whatever is shaped like a name is judged by what surrounds it, with what
 * lists say of its words as one sign among many; what an address of the page spells is a name. Names of one word behind a
 * form of address, and such in other scripts, are left to the lists.
 * @param spots where the addresses stand
 */
export function pageNames(
  tree: PageTree,
  addresses: readonly FoundAddress[],
  spots: readonly MailSpot[],
  memory: PageMemory,
): NameMention[] {
  const { whole: all = [], worded = [] } = Object.groupBy(nameCandidates(tree.lines), (one) =>
    one.isWorded ? 'worded' : 'whole',
  )
  const locals = addresses.map(({ local }) => local)
  const teams = new Set(addresses.filter(memory.isTeam).map(({ local }) => local))
  const spelled = new SpelledNames(all, locals, teams, memory)
  const candidates = all.filter(({ isJoint }) => !isJoint)
  candidates.push(...spelledJoints(spelled.found))
  const bySpelling = new Map(spelled.found.map((one) => [one.candidate, one]))
  const personal = spots.filter(({ address }) => !memory.isTeam(address))
  const judge = new NameJudge({
    tree,
    memory,
    candidates,
    fitOf: (candidate) => spelled.gradeOf(candidate),
    spots: personal,
  })
  const judged = candidates.map((candidate): Believed => {
    const own = bySpelling.get(candidate)
    if (!own) return { candidate, score: judge.scoreAtMost(candidate), support: 0, own }
    const score = judge.scoreOf(candidate) + (candidate.place === 'run' ? SPELLED : 2 * SPELLED)
    return { candidate, score, support: 0, own }
  })
  const houses = new Set(candidates.filter(namesHouse).map(({ words }) => words))
  const columns = new NameColumns(tree, memory.blocks, sureOf(judged, spelled), candidates)
  const placed = worded.filter((candidate) => columns.holdsWorded(candidate))
  const believed = judged
    .concat(placed.map((candidate) => ({ candidate, score: judge.scoreOf(candidate), support: 0, own: undefined })))
    .map((one) => {
      const isOpen = one.score < SURE && one.score >= -FIRM_SUPPORT - MOST_TOLD
      const told = isOpen ? toldSupport(one.candidate, tree) : 0
      const column = isOpen ? columns.supportOf(one.candidate) : 0
      // Asked last, and only of those whom it can make names.
      const needed = -one.score - column
      const mayGain = told === 0 && needed > -SURE && needed <= MOST_PLACED
      const support = column + (mayGain ? placedSupport(one.candidate, tree, needed) : told)
      const score = support > 0 && one.score < 0 ? judge.scoreOf(one.candidate) : one.score
      return { ...one, score, support }
    })
    .filter(
      ({ score, support, candidate, own }) =>
        score + support >= 0 &&
        (own !== undefined ||
          !(
            namesHouse(candidate) ||
            isToFillIn(candidate) ||
            (candidate.place === 'run' && houses.has(candidate.words)) ||
            namesPost(candidate) ||
            isPlaceName(candidate) ||
            namesFirmOf(candidate)
          )) &&
        !memory.houses.has(candidate.words, locals),
    )
  const heads = new Set(
    believed.filter(({ candidate }) => candidate.place === 'line').map(({ candidate }) => candidate.line.index),
  )
  const names = new NamesInOrder()
  for (const candidate of joinedNames(tree, locals, memory.fitter)) {
    const joined = toMention({ candidate, score: SPELLED, support: 0, own: undefined }, spelled, memory)
    names.addJoined(joined, candidate.joinedWith)
  }
  const address = formOfAddress(believed)
  const mentions = withoutTails(
    believed.filter(({ candidate, own }) => own !== undefined || !namesEmployer(candidate, tree, heads)),
  )
    .sort(byScore)
    .map((one) => toMention(withoutMonsieur(withoutForm(one, address), tree), spelled, memory))
  const series = seriesOf(mentions)
  for (const [index, mention] of mentions.entries()) {
    const isSpelled = (believed[index]?.score ?? 0) >= SPELLED / 2
    const isWord = series.has(foldName(mention.name.first)) || isOrdinary(mention, memory.vocabulary)
    if (isSpelled || !isWord) names.add(mention)
  }
  const others = tree.lines.filter(({ text }) => LEFT_TO_LISTS.test(text))
  for (const mention of others.length === 0 ? [] : credibleMentions(tree, locals, others, memory))
    if (isLeftToLists(mention)) names.add(mention)
  return names.inOrder()
}

/** `Costa Rica`; `Corse-du-Sud, France.`: a region before its country. */
const isPlaceName = ({ words, familyWords, text }: NameCandidate): boolean =>
  isCountry(words) ||
  (text.includes(',') && isCountry([...words.slice(familyWords, -1), (words.at(-1) ?? '').replace(/\.$/, '')]))

/** Names that elements of several words make up and an address spells, but for those of which it spells a part on its own. */
function spelledJoints(found: readonly SpelledName[]): NameCandidate[] {
  const joints = found.filter(({ candidate }) => candidate.isJoint)
  if (joints.length === 0) return []
  const others = Map.groupBy(
    found.filter(({ candidate }) => !candidate.isJoint),
    ({ candidate }) => candidate.line.index,
  )
  const isPartOf = (joint: SpelledName, { candidate, locals }: SpelledName): boolean =>
    candidate.start < joint.candidate.end &&
    joint.candidate.start < candidate.end &&
    locals.some((local) => joint.locals.includes(local))
  return joints
    .filter((joint) => !(others.get(joint.candidate.line.index) ?? []).some((other) => isPartOf(joint, other)))
    .map(({ candidate }) => candidate)
}

/**
 * A login of a given name or a surname alone names nobody, and `Eze, J.` could be anything; several in one column, each
 * beside its own or all of that form, do.
 */
const sureOf = (judged: readonly Believed[], spelled: SpelledNames): NameCandidate[] =>
  judged
    .filter(({ score, candidate }) => score >= SURE || spelled.gradeOf(candidate) === 2 || isInitialled(candidate))
    .map(({ candidate }) => candidate)

const DOTTED_INITIAL = /^\p{Lu}\.$/u
/** `Eze, J.`, alone on its line. */
const isInitialled = ({ place, text, words, familyWords }: NameCandidate): boolean =>
  place === 'line' &&
  familyWords > 0 &&
  text.includes(',') &&
  words.slice(familyWords).every((word) => DOTTED_INITIAL.test(word))

interface Believed {
  candidate: NameCandidate
  score: number
  /** What its place adds: it makes a name believed, and never one more than another of the same words. */
  support: number
  own: SpelledName | undefined
}

/**
 * All but `Krishna Rao` of `K.A Krishna Rao`, who is believed as a whole: letters make its score the lower. One letter alone may be
 * a form of address.
 */
function withoutTails(believed: Believed[]): Believed[] {
  const areInitials = (words: readonly string[]): boolean =>
    words.length > 1 && words.every((word) => INITIAL.test(word))
  const wholes = believed.filter(({ candidate: { place, words } }) => place !== 'run' && areInitials(words.slice(0, 2)))
  if (wholes.length === 0) return believed
  const byEnd = new Map(wholes.map(({ candidate }) => [`${candidate.line.index} ${candidate.end}`, candidate.words]))
  return believed.filter(({ candidate: { place, line, end, words } }) => {
    const whole = place === 'run' ? byEnd.get(`${line.index} ${end}`) : undefined
    return !whole || !areInitials(whole.slice(0, Math.max(0, whole.length - words.length)))
  })
}
const INITIAL = /^\p{Lu}\.?$/u

/** `M. Jean Doe`: no initial on a page that calls others Mme. */
function withoutMonsieur(one: Believed, { lines }: PageTree): Believed {
  const { words, text } = one.candidate
  if (words[0] !== 'M.' || words.length < 3 || !text.startsWith('M. ')) return one
  const isFrench = lines.some((line) => MADAME.test(line.text))
  return isFrench ? { ...one, candidate: { ...one.candidate, words: words.slice(1), text: text.slice(3) } } : one
}
const MADAME = /\b(?:Mme|Mlle|Mmes)\b/

/** The letter with a dot that begins most names of a page, a given name behind it: that is how the page addresses people (`P. Jan Doe`). */
function formOfAddress(believed: readonly Believed[]): string | null {
  const standing = believed.filter(({ candidate }) => candidate.place !== 'run').map(({ candidate }) => candidate.words)
  const isAddressed = ([lead = '', next = '', last]: readonly string[]): boolean =>
    last !== undefined && DOTTED_INITIAL.test(lead) && (wordKindOf(next) & GIVEN) !== 0
  const leads = standing.filter(isAddressed).map(([lead = '']) => lead)
  const [form = null] = leads
  const isHabit = leads.length >= Math.max(MIN_ADDRESSED, standing.length * MOST_ADDRESSED)
  return isHabit && leads.every((lead) => lead === form) ? form : null
}
const [MIN_ADDRESSED, MOST_ADDRESSED] = [3, 0.5]

const withoutForm = (one: Believed, form: string | null): Believed => {
  const { words, text } = one.candidate
  return form !== null && words[0] === form && words.length > 2 && text.startsWith(`${form} `)
    ? { ...one, candidate: { ...one.candidate, words: words.slice(1), text: text.slice(form.length + 1) } }
    : one
}

const isLeftToLists = ({ name }: NameMention): boolean => name.first === '' || !LATIN.test(name.full)

const RANK = { line: 0, segment: 1, run: 2 } as const

const byScore = (a: Believed, b: Believed): number => rankOf(b) - rankOf(a) || tightest(a.candidate, b.candidate)

/** `Doe, Jane Ann` before `Jane Ann`. */
const COMMA_BONUS = 4
const rankOf = ({ candidate, score }: Believed): number =>
  score + (candidate.familyWords > 0 && candidate.text.includes(',') ? COMMA_BONUS : 0)

/** A name that is alone before one within more words; a longer one before its part. */
const tightest = (a: NameCandidate, b: NameCandidate): number =>
  RANK[a.place] - RANK[b.place] || b.words.length - a.words.length

function toMention(
  { candidate, score, support, own }: Believed,
  spelled: SpelledNames,
  memory: PageMemory,
): NameMention {
  const { line, start, end, place, node } = candidate
  const name = readName(
    candidate,
    own,
    spelled,
    memory,
    support < FIRM_SUPPORT ? score + support : Math.max(SURE, score + support),
  )
  const standing = place === 'run' ? (standsAlone(candidate) ? 'segment' : 'prose') : place
  return { name, key: nameKey(name), line, start, end, place: standing, node }
}

/** The reading of the lists, who know middle names and second surnames, unless the page or the address says otherwise. */
function readName(
  candidate: NameCandidate,
  own: SpelledName | undefined,
  spelled: SpelledNames,
  memory: PageMemory,
  score: number,
): PersonName {
  const { text, words, familyWords } = candidate
  const listed = memory.readName(text)
  const evidence = listed && listed.evidence >= 2 ? listed.evidence : score >= SURE ? 2 : 1
  if (candidate.joinedWith) return arrangeWords(words, familyWords, 'given-first', evidence)
  const isWhole = listed !== null && listed.full.split(' ').length <= words.length
  if (own && !(isWhole && spelled.spells(listed, own.locals) && !isTurned(listed, own.name))) {
    return { ...own.name, evidence }
  }
  const habit: NameOrder = familyWords > 0 ? 'given-first' : spelled.order
  // With a word more the lists took a title for one of the name.
  if (isWhole && listed.first !== '' && (own || (familyWords === 0 && habit === 'given-first'))) {
    return { ...listed, evidence }
  }
  return arrangeWords(words, familyWords, habit, evidence)
}

/** The same words, given name and surname exchanged. */
const isTurned = (a: PersonName, b: PersonName): boolean => a.first !== b.first && a.last !== b.last
