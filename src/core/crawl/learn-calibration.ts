import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Part } from '../../context.ts'
import { CALIBRATION, storedCalibration } from '../../engine/find/calibration-map.ts'
import type { CalibrationCase } from '../../engine/find/fit-calibration.ts'
import { ENOUGH_SURE, guessesLeavingOut, ownCalibration } from '../../engine/find/own-calibration.ts'
import type { SurePerson } from '../../engine/find/own-calibration.ts'
import { fitEvidence } from '../../engine/find/pattern-learner.ts'
import { evidenceOf } from './learn-domain.ts'
import { CALIBRATION_SETTING } from '../../services/usual-at-domain.ts'
import type { KeptCalibration } from '../../services/usual-at-domain.ts'

/** Domains; more would make no visible difference. */
const SAMPLE = 1_000
const PEOPLE_OF_A_DOMAIN = 50
/** With only one, there is nobody else to learn from. */
const LEAST_PEOPLE = 2

type Needs = Part<'clock' | 'lists' | 'usualPatterns', 'settings' | 'sites'>

/**
 * Compares what the finder says about people whose addresses are certain (a valid check, or a link beside the name) with the
 * truth, and fits its percentages to this index, if there are enough of them and that predicts better than the shipped table.
 */
export async function learnCalibration({ store, clock, lists, usualPatterns }: Needs): Promise<void> {
  const byDomain: CalibrationCase[][] = []
  let people = 0
  for (const domain of await store.sites.sampleDomains(LEAST_PEOPLE, SAMPLE)) {
    const named = await store.sites.namedAddresses(domain, PEOPLE_OF_A_DOMAIN)
    const sure = named
      .filter(
        ({ quality, hidden, verificationStatus: status }) => status === 'valid' || (quality === 'high' && !hidden),
      )
      .flatMap((address): SurePerson[] => {
        const evidence = evidenceOf(address, clock.now())
        const fitted = fitEvidence(evidence, lists.inUse)
        return fitted.length === 0 ? [] : [{ name: evidence.name, local: evidence.local, fitted }]
      })
    if (sure.length < LEAST_PEOPLE) continue
    people += sure.length
    byDomain.push(guessesLeavingOut(sure, await usualPatterns.at(domain)))
    await nextTurn()
  }
  const isEnough = people >= ENOUGH_SURE.people && byDomain.length >= ENOUGH_SURE.domains
  const own = isEnough ? ownCalibration(byDomain, CALIBRATION) : null
  const kept: KeptCalibration = {
    table: own?.isOwn === true ? storedCalibration(own.table) : null,
    reliability: own?.reliability ?? [],
    people,
    domains: byDomain.length,
    needed: ENOUGH_SURE,
  }
  await store.settings.set(CALIBRATION_SETTING, kept)
}
