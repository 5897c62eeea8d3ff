import { of } from './random.ts'
import type { Random } from './random.ts'

/** Scripts and alphabets in which a name gets into an address only through a spelling that its bearer chooses. */
export type Script = 'cyrillic' | 'greek' | 'turkish'

interface ScriptNames {
  /** Given names with the spellings people use, most usual first. */
  given: readonly string[]
  /** Beginnings and endings of surnames, likewise. */
  heads: readonly string[]
  tails: readonly string[]
}

const NAMES: Record<Script, ScriptNames> = {
  cyrillic: {
    given:
      'Юрий yuri yuriy yury iurii|Наталья natalia natalya|Алексей alexey aleksey alexei|Ольга olga|Дмитрий dmitry dmitri dmitriy|Евгений evgeny eugene evgeniy yevgeny|Татьяна tatiana tatyana|Сергей sergey sergei serhii|Ксения ksenia kseniya xenia|Михаил mikhail|Анна anna|Олена olena|Андрій andriy andrii|Любов liubov lyubov'.split(
        '|',
      ),
    heads:
      'Верш versh|Ковал koval|Черн chern|Жур zhur|Хар khar|Щерб shcherb|Луч luch|Тих tikh|Гор gor|Яблон yablon|Мельн meln|Зайц zaits'.split(
        '|',
      ),
    tails: 'ов ov|ин in|ук uk|енко enko|ский sky skiy ski|евич evich'.split('|'),
  },
  greek: {
    given:
      'Γιώργος giorgos george|Ελένη eleni|Νίκος nikos|Κωνσταντίνος konstantinos|Χρήστος christos chris|Δήμητρα dimitra|Θεόδωρος theodoros|Ευαγγελία evangelia|Βασίλης vasilis vassilis|Αγγελική angeliki|Παύλος pavlos'.split(
        '|',
      ),
    heads:
      'Βρον vron|Καλλ kall|Ξεν xen|Θαλ thal|Ψαρ psar|Γρυπ gryp|Μπαρ bar mpar|Χελ chel hel|Φωτ fot|Ντορ dor ntor'.split(
        '|',
      ),
    tails: 'όπουλος opoulos|ίδης idis ides|άκης akis|άδης adis|ίου iou'.split('|'),
  },
  turkish: {
    given:
      'Işıl isil|Çağlar caglar|Gökçe gokce|Şirin sirin|Ömür omur|Barış baris|Özgür ozgur|Ayşe ayse|Uğur ugur|Deniz deniz|İpek ipek'.split(
        '|',
      ),
    heads: 'Gün gun|Ak ak|Yıl yil|Kır kir|Çam cam|Şah sah|Öz oz|Dağ dag|Bal bal|Göl gol'.split('|'),
    tails: 'oğlu oglu|taş tas|ışık isik|demir demir|soy soy|gül gul'.split('|'),
  },
}
/** The share of people who spell a name differently from most. */
const OTHERWISE = 0.3

interface Named {
  first: string
  last: string
}

/** A person as they write their name, and as they spell it in Latin letters. */
export function inventInScript(random: Random, script: Script): { written: Named; spelled: Named } {
  const { given, heads, tails } = NAMES[script]
  const first = spelledBy(random, of(random, given))
  const head = spelledBy(random, of(random, heads))
  const tail = spelledBy(random, of(random, tails))
  return {
    written: { first: first.written, last: head.written + tail.written },
    spelled: { first: first.spelled, last: head.spelled + tail.spelled },
  }
}

function spelledBy(random: Random, entry: string): { written: string; spelled: string } {
  const [written = '', usual = '', ...others] = entry.split(' ')
  const spelled = others.length > 0 && random() < OTHERWISE ? of(random, others) : usual
  return { written, spelled }
}
