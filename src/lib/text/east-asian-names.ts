import type { FoldStyle } from './person-name-fold.ts'
import { ownValue } from './own-value.ts'

/**
 * Names in Han, Kana and Hangul as their bearers write them in Latin letters. Han characters are read as Mandarin, except for
 * whole Japanese surnames; a name with an unlisted character has no reading here.
 */

/** Characters frequent in surnames and given names, by pinyin without tones. */
const PINYIN = `
ai艾爱|an安|ba巴|bai白柏|bang邦|bao包宝保|bei贝蓓|ben本|bi毕碧|bin彬斌滨宾|bing冰兵炳|bo博波伯|bu卜步|cai蔡才彩|cao曹|cen岑|chang常昌畅
chao超朝|chen陈陳晨辰臣琛|cheng程成诚承城|chi池|chong崇冲|chu楚褚初储|chuan川传|chun春纯淳|cong聪从丛|cui崔翠|da达大|dai戴代|dan丹旦|dao道
de德|deng邓鄧登|di迪狄|ding丁定鼎|dong董东東冬栋|du杜都|duan段端|e娥|en恩|er儿尔|fa法发|fan范樊凡帆繁|fang方芳房|fei费飞菲非斐|feng冯馮峰锋凤丰枫风
fu付傅福富芙甫|gan甘|gang刚钢岗|gao高|ge葛戈歌格|gen根|geng耿庚|gong龚龔宫巩功|gu顾顧古谷|guan关管冠官观|guang光广|gui桂贵|guo郭国國果|hai海|han韩韓汉涵寒翰晗
hang航杭|hao郝浩昊豪好皓|he何贺賀和赫河荷禾|hei黑|heng恒衡|hong洪红宏鸿虹弘|hou侯厚后|hu胡虎湖|hua华花桦|huai怀|huan欢焕环|huang黄黃煌凰|hui惠辉慧会卉晖|huo霍
ji季纪吉继基姬济|jia贾賈家佳嘉|jian简健建剑坚|jiang江姜蒋蔣|jiao焦娇|jie杰洁捷婕解介|jin金晋锦津今瑾|jing井静景晶京敬婧菁|jiu久九|ju菊鞠|juan娟|jun军君俊钧骏|kai凯开楷|kang康
ke柯可克珂|kong孔|ku库|kui奎魁|kun坤昆琨|lan兰蓝岚|lang郎朗|lao劳|le乐|lei雷磊蕾|li李黎利丽立力莉理礼里|lian连莲廉|liang梁良亮|liao廖|lin林琳霖临|ling凌玲灵岭铃|liu刘劉柳
long龙龍隆|lou娄楼|lu卢盧陆陸鲁路露璐|luan栾|lun伦|luo罗羅洛骆|lv吕呂|ma马馬|mai麦|man曼满|mao毛茂|mei梅美媚|meng孟蒙梦萌|mi米|miao苗妙|min闵敏民|ming明鸣铭|mo莫墨默|mu穆牧木沐
na娜|nan南楠男|ni倪妮|nian年|nie聂|ning宁凝|niu牛|ou欧|pan潘盘|pang庞|pei裴佩培沛|peng彭鹏朋|pin品|ping平萍苹|pu蒲浦|qi戚齐祁奇琪琦启棋|qian钱錢倩乾谦茜|qiang强
qiao乔喬巧桥|qin秦琴勤钦|qing清青庆晴卿|qiong琼|qiu邱丘秋|qu曲屈|quan全权泉|que阙|ran冉然|ren任仁|rong荣容蓉融|rou柔|ru茹如汝|ruan阮|rui瑞睿锐芮|run润|ruo若|sai赛
sen森|sha沙莎|shan山珊善杉|shang尚商|shao邵绍少|shen沈申深慎|sheng盛生胜圣升|shi石史施时世士诗|shou寿|shu舒书淑树|shuai帅|shuang双爽|shui水|shun顺舜|si思司斯|song宋松颂
su苏蘇素|sui隋|sun孙孫|ta塔|tai泰太|tan谭譚谈坛|tang唐汤湯棠|tao陶涛桃|teng滕腾|tian田天甜|tie铁|ting婷廷庭亭|tong童佟彤同通桐|tu涂图|wan万萬婉|wang王汪旺望|wei魏韦卫伟偉威维薇微玮巍
wen文温闻雯|weng翁|wu吴吳武伍巫午|xi席西希熙溪曦惜喜|xia夏霞侠|xian贤先显仙|xiang向项翔祥香湘|xiao萧肖蕭晓小筱孝潇|xie谢謝|xin辛欣新鑫心馨昕|xing邢星兴行|xiong熊雄|xiu秀修|xu徐许許旭续
xuan宣轩萱璇|xue薛雪学|xun荀勋|ya雅亚娅|yan颜严嚴闫阎閻燕艳岩言妍彦|yang杨楊阳洋扬|yao姚尧耀瑶|ye叶葉业烨|yi易伊义毅怡一艺依逸宜益|yin尹殷银音|ying应英莹颖盈瑛|yong雍永勇咏|you尤游友佑
yu于余俞喻玉宇雨育愉钰瑜羽|yuan袁元苑媛源远圆|yue岳月悦越|yun云芸运韵|zang臧|ze泽|zeng曾|zha查|zhai翟|zhan詹战展|zhang张張章彰|zhao赵趙兆昭|zhe哲喆|zhen甄真珍振贞臻|zheng郑鄭正政铮|zhi志智芝之直
zhong钟鍾仲中忠|zhou周舟|zhu朱祝竹珠|zhuang庄莊|zhuo卓|zi子紫梓自|zong宗|zou邹鄒|zu祖|zuo左`

/** Frequent Japanese surnames, which must not be read as Mandarin. */
const JAPANESE = `
佐藤 sato|鈴木 suzuki|高橋 takahashi|田中 tanaka|伊藤 ito|渡辺 watanabe|渡邊 watanabe|山本 yamamoto|中村 nakamura|小林 kobayashi|加藤 kato|吉田 yoshida|山田 yamada
佐々木 sasaki|山口 yamaguchi|松本 matsumoto|井上 inoue|木村 kimura|斎藤 saito|斉藤 saito|清水 shimizu|山崎 yamazaki|池田 ikeda|橋本 hashimoto|阿部 abe|石川 ishikawa|山下 yamashita
中島 nakajima|石井 ishii|小川 ogawa|前田 maeda|岡田 okada|長谷川 hasegawa|藤田 fujita|後藤 goto|近藤 kondo|村上 murakami|遠藤 endo|青木 aoki|坂本 sakamoto|福田 fukuda|太田 ota|西村 nishimura
藤井 fujii|金子 kaneko|岡本 okamoto|藤原 fujiwara|中野 nakano|三浦 miura|原田 harada|中川 nakagawa|松田 matsuda|竹内 takeuchi|小野 ono|田村 tamura|中山 nakayama|和田 wada|石田 ishida|森田 morita`

const KANA = `
あa いi うu えe おo かka きki くku けke こko さsa しshi すsu せse そso たta ちchi つtsu てte とto なna にni ぬnu ねne のno はha ひhi ふfu へhe ほho まma みmi むmu めme もmo
やya ゆyu よyo らra りri るru れre ろro わwa をo んn がga ぎgi ぐgu げge ごgo ざza じji ずzu ぜze ぞzo だda ぢji づzu でde どdo ばba びbi ぶbu べbe ぼbo ぱpa ぴpi ぷpu ぺpe ぽpo`
const SMALL_KANA: Readonly<Record<string, string>> = { ゃ: 'a', ゅ: 'u', ょ: 'o' }

/** How most Koreans spell syllables of their names; all others follow the Revised Romanization of 2000. */
const KOREAN_HABITS = `
김kim 이lee 박park 최choi 정jung 강kang 조cho 윤yoon 장jang 임lim 오oh 서seo 신shin 권kwon 황hwang 안ahn 유yoo 전jeon 고ko 문moon 손son 배bae 백baek 허heo 노noh 우woo 구koo 주joo 성sung
현hyun 영young 수soo 준jun 훈hoon 경kyung 승seung 은eun 선sun 숙sook 국kook 건gun 균kyun 범bum 석seok 형hyung 연yeon`
const INITIALS = 'g kk n d tt r m b pp s ss  j jj ch k t p h'.split(' ')
const VOWELS = 'a ae ya yae eo e yeo ye o wa wae oe yo u wo we wi yu eu ui i'.split(' ')
const FINALS = ' k k k n n n t l k m l l l p l m p p t t ng t t k t p t'.split(' ')
const HANGUL_START = 0xac00
const HANGUL_END = 0xd7a3

const EAST_ASIAN = /[\u3041-\u30ff\u3400-\u9fff\uac00-\ud7a3々]+/gu

const HAN = new Map(
  PINYIN.trim()
    .split(/[|\n]/)
    .flatMap((entry) => {
      const sound = /^[a-z]+/.exec(entry)?.[0] ?? ''
      return Array.from(entry.slice(sound.length), (letter): [string, string] => [letter, sound])
    }),
)
const SURNAMES = new Map(
  JAPANESE.trim()
    .split(/[|\n]/)
    .map((entry): [string, string] => [entry.split(' ')[0] ?? '', entry.split(' ')[1] ?? '']),
)
const KANA_SOUNDS = readSounds(KANA)
const HABITS = readSounds(KOREAN_HABITS)

function readSounds(text: string): ReadonlyMap<string, string> {
  return new Map(
    text
      .trim()
      .split(/\s+/)
      .map((entry) => [entry.slice(0, 1), entry.slice(1)]),
  )
}

/**
 * The name with its Han, Kana and Hangul parts in Latin letters, each part joined: `張偉` → `zhangwei`, `김민준` → `kimminjun`, `田中`
 * → `tanaka`. Parts without a reading stay unchanged.
 * @param style `short` is the most common spelling, `long` follows the romanization rules of the language
 */
export function romanize(name: string, style: FoldStyle): string {
  return name.replace(EAST_ASIAN, (part) => SURNAMES.get(part) ?? readPart(part, style) ?? part)
}

function readPart(part: string, style: FoldStyle): string | null {
  let text = ''
  for (const letter of hiragana(part)) {
    const sound = soundOf(letter, text, style)
    if (sound === null) return null
    text = sound
  }
  // Long vowels: Yuuko becomes Yuko; but Ouyang stays.
  return style === 'short' && KANA_SOUNDS.has(hiragana(part).charAt(0))
    ? text.replace(/ou/g, 'o').replace(/uu/g, 'u')
    : text
}

/** The text so far plus one more letter; null for a letter without a reading. */
function soundOf(letter: string, before: string, style: FoldStyle): string | null {
  const small = ownValue(SMALL_KANA, letter)
  // しゃ sha, きゃ kya
  if (small !== undefined) return before.replace(/i$/, /(?:sh|ch|j)i$/.test(before) ? '' : 'y') + small
  if (letter === 'ー') return before
  const kana = KANA_SOUNDS.get(letter)
  if (kana !== undefined) return before.endsWith('っ') ? before.slice(0, -1) + kana.charAt(0) + kana : before + kana
  if (letter === 'っ') return before + letter
  const sound = HAN.get(letter) ?? (style === 'short' ? HABITS.get(letter) : undefined) ?? hangul(letter)
  return sound === null ? null : before + sound
}

/** Katakana are the same sounds, 96 code points higher. */
const hiragana = (part: string): string =>
  part.replace(/[ァ-ヶ]/g, (letter) => String.fromCodePoint((letter.codePointAt(0) ?? 0) - 96))

/** A syllable is initial · 588 + vowel · 28 + final (Unicode 3.12). */
function hangul(letter: string): string | null {
  const code = letter.codePointAt(0) ?? 0
  if (code < HANGUL_START || code > HANGUL_END) return null
  const at = code - HANGUL_START
  const initial = INITIALS[Math.floor(at / 588)] ?? ''
  return initial + (VOWELS[Math.floor((at % 588) / 28)] ?? '') + (FINALS[at % 28] ?? '')
}

const HAN_SURNAME = /^[\p{Script=Han}々]{2,}$/u
const CHINESE_DOUBLE: ReadonlySet<string> = new Set(
  '欧阳 歐陽 司马 司馬 上官 诸葛 諸葛 夏侯 皇甫 尉迟 公孙 公孫 慕容 令狐 司徒 东方 東方 长孙 長孫 端木 独孤'.split(' '),
)
const HAN_ONLY = /^\p{Script=Han}+$/u
/** Surnames of one character, as a form may have them in the field of the given name. */
const CHINESE_SINGLE = /^[王李张張刘劉陈陳杨楊赵趙黄黃周吴吳徐孙孫朱高林何郭马馬罗羅]$/u

/**
 * The parts of a Japanese name that have a reading: how a given name in Han characters is read only its bearer knows, and neither
 * it nor an unlisted surname is ever read as Mandarin. Other names stay as they are.
 */
export function readableParts({ first, last }: { first: string; last: string }): { first: string; last: string } {
  const isJapanese =
    HAN_SURNAME.test(last) && !CHINESE_DOUBLE.has(last) && HAN_ONLY.test(first) && !CHINESE_SINGLE.test(first)
  return isJapanese ? { first: '', last: SURNAMES.has(last) ? last : '' } : { first, last }
}
