import { expect, test } from 'vitest'
import { askedCount } from '../../../src/engine/discover/query-count.ts'

test.each([
  ['five fintechs in Berlin', 5, 'fintechs in Berlin'],
  ['top 10 fintech in Germany', 10, 'fintech in Germany'],
  ['Give me a dozen software companies in Porto', 12, 'software companies in Porto'],
  ['find 40 dental labs in Ohio', 40, 'dental labs in Ohio'],
  ['show me the best 20 marketing agencies', 20, 'marketing agencies'],
  ['list up to 15 wineries in Portugal', 15, 'wineries in Portugal'],
  ['a few startups in Lyon', 5, 'startups in Lyon'],
  ['I need 25 companies that make glue', 25, 'companies that make glue'],
  ['Ten German fintechs with 11-200 people', 10, 'German fintechs with 11-200 people'],
  ['10 Softwarefirmen in München', 10, 'Softwarefirmen in München'],
  ['zeig mir fünf Agenturen in Köln', 5, 'Agenturen in Köln'],
  ['die 10 besten Hersteller von Schrauben', 10, 'Hersteller von Schrauben'],
  ['ein Dutzend Verlage in Wien', 12, 'Verlage in Wien'],
  ['dix entreprises de logiciels à Lyon', 10, 'entreprises de logiciels à Lyon'],
  ['donne-moi cinq agences à Paris', 5, 'agences à Paris'],
  ['une douzaine de fabricants de meubles', 12, 'fabricants de meubles'],
  ['zehn Brauereien in Franken', 10, 'Brauereien in Franken'],
  ['first 40 architects in new york city', 40, 'architects in new york city'],
  ['cinco empresas de software en Madrid', 5, 'empresas de software en Madrid'],
  ['just 5 wineries in Bergerac', 5, 'wineries in Bergerac'],
  ['at most 8 florists in Porto', 8, 'florists in Porto'],
  ['next 20 gyms in Tampa', 20, 'gyms in Tampa'],
  ['top-10 museums in Chile', 10, 'museums in Chile'],
  ['emails of 30 gyms in Tampa', 30, 'gyms in Tampa'],
  ['only 4 please - theatres in Malta', 4, 'theatres in Malta'],
  ['~50 leads in plumbing, Ohio', 50, 'in plumbing, Ohio'],
  ['20-30 leads for law firms in Utah', 30, 'law firms in Utah'],
  ['max 20 results: dentists in Leeds', 20, 'dentists in Leeds'],
  ['dentists in Leeds, 10 of them', 10, 'dentists in Leeds'],
  ['bakeries in Turin, limit 12', 12, 'bakeries in Turin'],
  ['cafes in Turin (5)', 5, 'cafes in Turin'],
  ['twenty-five wineries in Chile', 25, 'wineries in Chile'],
  ['find thirty two bakeries in Turin', 32, 'bakeries in Turin'],
  ['5 Hotels am Bodensee', 5, 'Hotels am Bodensee'],
  ['maximal 10 Brauereien in Bamberg', 10, 'Brauereien in Bamberg'],
  ['une vingtaine de restaurants à Lyon', 20, 'restaurants à Lyon'],
  ['dame 8 agencias en Valencia', 8, 'agencias en Valencia'],
])('%s requests %d', (text, count, rest) => {
  expect(askedCount(text)).toEqual({ count, rest })
})

test.each([
  '7-Eleven', '3D printing companies', 'fintechs with 11-200 people', 'Two Sigma', 'companies like Two Sigma', 'Four Seasons',
  '3 Suisses', '50 to 200 employees', '50-200 employees in Berlin', '500 employee companies', '100 people startups in Paris',
  'companies founded 2015', 'founded in 2015', 'since 2010', 'startups that raised 10 million', '10 million revenue',
  '10% growth companies', '5 year old startups', '20 years old firms', 'companies with 20 offices', 'series B, 30 employees',
  'more than 50 employees', 'at least 50 employees', 'up to 500 people', 'around 200 staff', '3M', '3m competitors', '1Password',
  '37signals', 'web 3 companies', 'Web3 startups', 'industry 4.0 vendors', '5G equipment makers', '4K cameras', 'B2B software',
  '24/7 support providers', 'Fortune 500 companies', 'route 66 diners', 'area 51 tours', 'companies in 10 countries',
  'software for 3 people', 'two-sided marketplaces', 'one-person businesses', 'first aid suppliers', 'seven-figure agencies',
  'Firmen mit 50 Mitarbeitern', '50 Mitarbeiter', 'ab 50 Beschäftigte', 'gegründet 2015', 'seit 20 Jahren',
  'entreprises de 50 employés', '50 salariés à Lyon', 'fondées en 2010', 'empresas con 50 empleados', '20 años',
  'law firms with 12 attorneys', '12 attorneys', '200 beds', 'under 50 employees', 'between 10 and 50 employees',
  'from 20 to 100 people', '$10 million', 'software companies in Berlin', '', 'five star hotels in Rome', 'seven figure agencies',
  'twenty five employees', 'twenty-five employees', '24-7 locksmiths', 'at most 20 staff', 'max 50 employees', 'no more than 30 people', '500 personnel or less', 'saas (2021)',
])('%s requests no number of companies', (text) => {
  expect(askedCount(text)).toBeNull()
}) // prettier-ignore
