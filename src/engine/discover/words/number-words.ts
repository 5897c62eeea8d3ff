/** Words after a number that multiply it. */
export const MAGNITUDES = new Map(
  Object.entries({
    hundred: 1e2,
    thousand: 1e3,
    thousands: 1e3,
    k: 1e3,
    grand: 1e3,
    million: 1e6,
    millions: 1e6,
    mio: 1e6,
    mln: 1e6,
    mil: 1e6,
    mm: 1e6,
    mn: 1e6,
    m: 1e6,
    billion: 1e9,
    billions: 1e9,
    bn: 1e9,
    b: 1e9,
  }),
)
/** Numbers in words; `one` is usually not meant as a number. */
export const NUMBER_WORDS = new Map(
  Object.entries({
    two: 2,
    three: 3,
    four: 4,
    five: 5,
    six: 6,
    seven: 7,
    eight: 8,
    nine: 9,
    ten: 10,
    eleven: 11,
    twelve: 12,
    thirteen: 13,
    fourteen: 14,
    fifteen: 15,
    sixteen: 16,
    seventeen: 17,
    eighteen: 18,
    nineteen: 19,
    twenty: 20,
    thirty: 30,
    forty: 40,
    fifty: 50,
    sixty: 60,
    seventy: 70,
    eighty: 80,
    ninety: 90,
    hundred: 100,
    thousand: 1000,
    dozen: 12,
  }),
)

/** Numbers from five on in the words of other languages; smaller ones rather occur in names. */
export const FOREIGN_NUMBERS: ReadonlyMap<string, number> = new Map(
  [
    '5 fünf cinq cinco cinque vijf',
    '6 sechs seis sei zes',
    '7 sieben siete sette zeven sete',
    '8 acht huit ocho otto oito',
    '9 neun nueve nove negen',
    '10 zehn dix diez dieci tien dez',
    '12 zwölf douze doce dodici twaalf doze',
    '15 fünfzehn quinze quince quindici vijftien',
    '20 zwanzig vingt veinte venti twintig vinte',
    '25 fünfundzwanzig vingt-cinq veinticinco venticinque vijfentwintig',
    '30 dreißig dreissig trente treinta trenta dertig trinta',
    '40 vierzig quarante cuarenta quaranta veertig quarenta',
    '50 fünfzig cinquante cincuenta cinquanta vijftig cinquenta',
    '60 sechzig soixante sesenta sessanta zestig sessenta',
    '70 siebzig soixante-dix setenta settanta zeventig',
    '80 achtzig quatre-vingts ochenta ottanta tachtig oitenta',
    '90 neunzig quatre-vingt-dix noventa novanta negentig',
    '200 zweihundert doscientos duecento tweehonderd duzentos',
    '500 fünfhundert quinientos cinquecento vijfhonderd quinhentos',
  ].flatMap((line) => {
    const [value, ...words] = line.split(' ')
    return words.map((word): [string, number] => [word, Number(value)])
  }),
)
