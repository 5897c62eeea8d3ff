/** The syllables that given names and surnames of a culture are made of; `listed` are common names. */
export interface Culture {
  given: readonly [heads: string, tails: string]
  family: readonly [heads: string, tails: string]
  listed: readonly [given: string, family: string]
  particles: string
  /** Writes the surname first. */
  familyFirst: boolean
  /** Uses the surnames of both parents. */
  twoSurnames?: true
}

export const CULTURES: readonly Culture[] = [
  {
    given: ['Thar Wen Bri Cor Ed Hol Lin Mar Os Per Ro Tam', 'win ley ric da more sten ton nie vin len'],
    family: ['Brack Holm Thorn Wick Dun Cold Fair Stan Hether Ox', 'ley more ford by wick shaw den worth croft mere'],
    listed: [
      'Alice Brian Carol David Emma George Helen James Karen Laura Mark Peter Susan Thomas',
      'Baker Carter Evans Foster Green Hughes Miller Turner Walker Young',
    ],
    particles: '',
    familyFirst: false,
  },
  {
    given: ['Gio Lo Mar Sil Fio Ter Ode Ri Bel Cla', 'rella vina tano dea renzo mira setta vio lando tina'],
    family: ['Bran Cas Mor Sbra Tor Vel Zan Pel Gri Fran', 'ghetti tolli gia rucci nello vasini daldi bretti zzani'],
    listed: ['Marco Giulia Paolo Chiara Luca Elena Andrea Sara', 'Rossi Bianchi Ferrari Russo Conti Costa Greco'],
    particles: 'Del De Di Della',
    familyFirst: false,
  },
  {
    given: ['Mi Ra Sto Vel Bog Dra Zla Lju Tih Bra', 'dan milo rad gost slava mir vena tko islav inka'],
    family: ['Mol Bran Kov Pet Strn Vuk Gri Hor Dob Cer', 'dorean escu ovici arek ovski inek avac ulic anu iuc'],
    listed: ['Ionut Elena Marek Katarina Ana Ivan Maria Petr', 'Popescu Ionescu Novak Horvat Kowalski Svoboda'],
    particles: '',
    familyFirst: false,
  },
  {
    given: ['Joo Wil Bar Fem Ger Lie Ru Sie Tij Hen', 'ke bren ken tje drik mien dert ben sina rik'],
    family: ['Brool Veen Kamp Dijk Hoeve Slo Wier Zand Terp Kuil', 'stra man huis sma ma ker donk laar beek ink'],
    listed: ['Jan Anna Pieter Maria Willem Sophie Hendrik Eva', 'Bakker Visser Smit Mulder Bos Vos Peters'],
    particles: 'van,van der,de,ten',
    familyFirst: false,
  },
  {
    given: ['Aa Ee Il Kai Lau Mei Ol Sa Tui Vei', 'ku mari po sa lo nu ri ko tto ja'],
    family: ['Saa Kor Lehto Mäki Nie Pelto Ranta Hau Virta Kos', 'rinen pela la nen mäki järvi saari kivi niemi kunen'],
    listed: ['Eszter Péter Zoltán Katalin Anna Gábor', 'Kovács Nagy Szabó Horváth Tóth Kiss'],
    particles: '',
    familyFirst: true,
  },
  {
    given: ['Fe Ade Olu Chi Ngo Ife Ama Kwa Ebe Uzo', 'mi bola femi nedu zika oma chukwu beka sola nna'],
    family: ['Odu Oka Ade Nwo Eze Bala Ogu Asa Iro Uche', 'ya for yemi konta kwe gun nna moah chi rike'],
    listed: ['Grace Samuel Blessing Emmanuel Joy Daniel', 'Okafor Mensah Adeyemi Eze Bello Osei'],
    particles: '',
    familyFirst: false,
  },
  {
    given: ['Xiao Wen Jia Rui Hao Zi Yi Qing Meng Shu', 'ling wei yun tao han xuan lei ping ya'],
    family: ['Zh Q Sh L W G X T F Y', 'ang iu ong uan iang ao en eng ou'],
    listed: ['Wei Min Jing Hui Lan Xin', 'Zhang Wang Li Liu Chen Yang Zhao Huang Zhou Wu'],
    particles: '',
    familyFirst: true,
  },
  {
    given: ['Ama Beni Cri Dul Este Fer Gra Hila Ini Lean', 'lia santo bela nando ciana rio melda vira no dra'],
    family: ['Alb Barr Cald Esc Fuen Gal Lar Mon Que Val', 'ueira ondo arda ejano tes ardo ralde tilla vedo'],
    listed: ['María Carmen Ana José Antonio Luis Pilar João', 'García Fernández López Martínez Silva Santos Pereira'],
    particles: 'de,de la,da,dos',
    familyFirst: false,
    twoSurnames: true,
  },
  {
    given: ['Tor Sig Hal Ing Bryn Geir Sol Rag Kjell Åse', 'bjørg rid vard unn stein mund veig frid hild leif'],
    family: [
      'Brand Sør Hauk Fjell Nord Ny Øst Eng Lille Sand',
      'vold brekke eland dahl gård strøm vik heim bakken sen',
    ],
    listed: ['Anders Ingrid Lars Kari Per Astrid Erik Anna', 'Hansen Johansen Olsen Larsen Andersson Nilsson Berg'],
    particles: '',
    familyFirst: false,
  },
  {
    given: ['Wal Hein Gud Ger Ulf Edel Sieg Ans Rot Mech', 'traud rich run hild lind bert gard mar helm thild'],
    family: ['Tann Böt Grün Hol Kess Len Mühl Reu Schwer Würt', 'ert cher wald zapfel ler hoff bauer ther dtfeger ner'],
    listed: ['Thomas Sabine Michael Petra Jürgen Monika Hans', 'Müller Schmidt Schneider Fischer Weber Meyer Wagner'],
    particles: 'von,von der,zu',
    familyFirst: false,
  },
  {
    given: ['Au Ber Clo Del Ége Flo Gon Hon Isa Mar', 'rélie trand tilde phine sippe rian trane orine beau celin'],
    family: ['Bou Char Des Fon Gau Lem Mon Per Rou Vau', 'chardon rière moulin tenelle thier oine tagnac rault quelin'],
    listed: ['Jean Marie Pierre Claire Michel Sophie Philippe', 'Martin Bernard Dubois Moreau Laurent Simon'],
    particles: 'de,de la,du,Le',
    familyFirst: false,
  },
  {
    given: ['Ven Raj Anu Shri Kam Lak Mad Nir Pra Sud', 'kata endra radha vati lesh shmi havi mala tibha hakar'],
    family: [
      'Subra Chak Rama Nara Vish Kris Bhat Deva Muk Pad',
      'manian ravarti krishnan yanan wanath hnan tacharya rajan herjee',
    ],
    listed: ['Rahul Priya Amit Anjali Sanjay Deepa', 'Sharma Patel Singh Kumar Gupta Reddy'],
    particles: '',
    familyFirst: false,
  },
  {
    given: ['Kha Yus Fat Sal Nad Ab Ha Zay Mun Ram', 'lid suf ima wa ira bas nan neb zir zi'],
    family: ['Man Has Qar Tami Shar Rash Kha Ghan Naj Far', 'sour sani adawi mi qawi idi til nem jar hat'],
    listed: ['Mohammed Fatima Ahmed Layla Omar Aisha', 'Hassan Ibrahim Khan Rahman Saleh'],
    particles: 'Al,El,bin',
    familyFirst: false,
  },
  {
    given: ['Cia Nia Aoi Fear Mael Brí Dónal Orla Tad Sor', 'ran mh fe gal ona d lan gh cha'],
    family: ['O’Bra Mac Fi Mc Cal O’Dri Ke Hen Ga', 'nnigan lachlan rragh scoll rogan lleher nessy'],
    listed: ['Patrick Siobhan Sean Mary Kevin Aoife', 'O’Brien Murphy Kelly McCarthy O’Neill Walsh'],
    particles: '',
    familyFirst: false,
  },
]
