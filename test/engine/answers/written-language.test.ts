import { expect, test } from 'vitest'
import { folded } from '../../../src/engine/answers/answer-sentences.ts'
import { writtenLanguage } from '../../../src/engine/answers/language.ts'

test.each([
  ['en', 'Hello, I saw that your company is growing, and I would like to show you how we help teams like yours.'],
  ['de', 'Guten Tag, wir bauen Lampen, die lange halten. Darf ich Ihnen ein Muster schicken?'],
  ['fr', "Bonjour, j'ai vu que votre entreprise grandit. Auriez-vous un moment la semaine prochaine pour en parler ?"],
  [
    'es',
    'Hola, he visto que su empresa está creciendo. ¿Tendría un momento la próxima semana para hablar con nosotros?',
  ],
  ['it', 'Buongiorno, ho visto che la vostra azienda sta crescendo. Avrebbe un momento per parlarne con noi?'],
  ['nl', 'Hallo, ik zag dat jullie bedrijf groeit. Heb je volgende week tijd voor een kort gesprek?'],
  ['pt', 'Olá, vi que a sua empresa está a crescer. Teria um momento na próxima semana para falar connosco?'],
])('a text in %s is recognised', (language, text) => {
  expect(writtenLanguage(folded(text))).toBe(language)
})

/** Each shares short words with a language that is known: `en`, `du` and `de` are French, `het` is Dutch. */
test.each([
  [
    'Norwegian',
    'Hei, jeg så at dere vokser i Bergen, og jeg lurer på om du har tid til en prat. Vi hjelper de som er nye.',
  ],
  [
    'Swedish',
    'Hej, jag såg att ni växer i Malmö. Har du tid för en pratstund? Vi hjälper de kunder som man redan har.',
  ],
  ['Danish', 'Hej, jeg så at I vokser i Aarhus. Har du tid til en samtale i næste uge? Det tager kun en halv time.'],
  [
    'Afrikaans',
    'Goeie dag, ek het gesien dat julle maatskappy groei. Het jy tyd vir n kort gesprek in die week wat kom?',
  ],
  ['Romanian', 'Bună ziua, am văzut că firma dumneavoastră crește și aș dori să vă prezint o soluție la vânzări.'],
  ['Czech', 'Dobrý den, rád bych se zeptal, zda máte čas na krátký hovor. Pomáháme firmám jako je ta vaše.'],
  ['a few words', 'Haben Sie kurz Zeit?'],
])('a text in %s is not taken for another language', (_, text) => {
  expect(writtenLanguage(folded(text))).toBeNull()
})
