import { isRecord } from '../../../lib/text/json-record.ts'
import { ownValue } from '../../../lib/text/own-value.ts'
import type { JsonRecord } from '../../../lib/text/json-record.ts'

/** Where a group of a list keeps its people. A company's people are not its records: what else is known of it would be lost. */
const OF_PEOPLE =
  /^(?:members?|people|persons?|team|staff|speakers?|board|faculty|officers?|organi[sz]ers?|committee|contacts|attendees|alumni|mitglieder|personen|vorstand|membres|miembros|membri|leden)$/i
/** What a group says of itself, and a company never only that. */
const OF_GROUP = new Set(
  'title heading subtitle group category section id slug year order weight label key type committee department icon'.split(
    ' ',
  ),
)
const NAMES = ['name', 'full_name', 'fullName', 'first_name', 'firstName', 'firstname', 'email']

/** The people of a group, `{"title": "Board", "members": [{"name": "Ada Poe"}]}`, each with what is said of it; any other record as it is. */
export function peopleInGroup(record: unknown): readonly unknown[] {
  if (!isRecord(record)) return [record]
  const entries = Object.entries(record)
  const [people, ...more] = entries.filter(([key, value]) => OF_PEOPLE.test(key) && Array.isArray(value))
  const about = entries.filter((entry) => entry !== people)
  if (people === undefined || more.length > 0 || !about.every(([key]) => OF_GROUP.has(key.toLowerCase())))
    return [record]
  const listed = people[1] as unknown[]
  if (listed.length === 0 || !listed.every(isNamed)) return [record]
  const group = about.map(([key, value]): [string, unknown] => [`$group.${key}`, value])
  return listed.map((person) => Object.fromEntries([...group, ...Object.entries(person)]))
}

const isNamed = (value: unknown): value is JsonRecord =>
  isRecord(value) && NAMES.some((name) => typeof ownValue(value, name) === 'string')
