import { phraseSet } from './query-text.ts'

/** Nouns so general that they mean something else with another word before them: `test automation`, `music data`. */
const GENERAL = phraseSet(
  'automation, analytic, data, design, engineering, architecture, research, media, hardware, api, cloud, payment, property, finance, financial, legal, sensor, plastic, wireless, training, robot, internet, retail, marketing, energy, water, software, space, education, printing, insurance, manufacturing, industrial, electronic, sport, music, film, travel, event, publishing, print, security, logistic, chip, glass, paper, marketplace, infrastructure, drone, event, beauty, fitness, environmental, diagnostic, sustainability',
)
/** Events, not what a company does: `the crypto boom`. */
const EVENTS = phraseSet(
  'boom, crash, winter, bubble, crisis, hype, wave, era, war, pandemic, downturn, bull, collapse, act, ban',
)

export const isGeneralNoun = (word: string): boolean => GENERAL.has(word)
export const isEvent = (word: string): boolean => EVENTS.has(word)
