import { classifyTitle } from '../../engine/classify/title.ts'
import type { Department } from '../../lib/text/vocabulary.ts'

/** The department for this work; every manager without one is in the management. */
export function departmentOfWork(work: string): Department | null {
  const { department } = classifyTitle(`${work} manager`)
  return department === classifyTitle('manager').department && !/^produ[ck]t/i.test(work) ? null : department
}
