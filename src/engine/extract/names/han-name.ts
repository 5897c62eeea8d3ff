import { endsInEasternPost } from './eastern-posts.ts'
import type { PersonName } from './name-evidence.ts'

/** Frequent Chinese surnames of one character, and Korean ones in Han and Hangul. */
const ONE_CHARACTER = new Set(
  '王李张張刘劉陈陳杨楊赵趙黄黃周吴吳徐孙孫胡朱高林何郭马馬罗羅梁宋郑鄭谢謝韩韓唐冯馮于董萧蕭程曹袁邓鄧许許傅沈曾彭吕呂苏蘇卢盧蒋蔣蔡贾賈丁魏薛叶葉阎閻余潘杜戴夏钟鍾汪田任姜范方石姚谭譚廖邹鄒熊金陆陸郝孔白崔康毛邱秦江史顾顧侯邵孟龙龍万萬段雷钱錢汤湯尹黎易常武乔喬贺賀赖賴龚龔文' +
    '김이박최정강조윤장임한오서신권황안송류전홍고문양손배백허유남심노하곽성차주우구나민진지엄채원천방공현함변염추도소석선설마길연위표명기반왕금옥육인맹제모탁국어은편용',
)
const TWO_CHARACTERS = new Set('欧阳 歐陽 司马 司馬 上官 诸葛 諸葛 남궁 황보 선우 제갈'.split(' '))
/** Frequent Japanese surnames. */
const JAPANESE = new Set(
  (
    '佐藤 鈴木 高橋 田中 伊藤 渡辺 渡邊 山本 中村 小林 加藤 吉田 山田 佐々木 山口 松本 井上 木村 斎藤 斉藤 林 清水 山崎 森 池田 橋本 阿部 石川 山下 中島 石井 小川 前田 岡田 長谷川 藤田 後藤 近藤 村上 ' +
    '遠藤 青木 坂本 福田 太田 西村 藤井 金子 岡本 藤原 中野 三浦 原田 中川 松田 竹内 小野 田村 中山 和田 石田 森田 上田 原 内田 柴田 酒井 宮崎 横山 高木 安藤 宮本 大野 小島 谷口 今井 工藤 高田 増田 丸山 杉山 村田 ' +
    '大塚 新井 藤本 平野 河野 上野 野口 武田 松井 千葉 菅原 岩崎 久保 木下 佐野 野村 松尾 市川 菊地 菊池 杉本 古川 大西 島田 水野 桜井 高野 吉川 山内 西田 飯田 西川 小松 北村 安田 五十嵐 川口 平田 関 中田 久保田 東 服部 ' +
    '岩田 土屋 川崎 福島 本田 辻 樋口 秋山 田口 永井 山中 中西 吉村 川上 石原 大橋 松岡 馬場 浜田 森本 星野 矢野 浅野 大島 松下 吉岡 小池 野田 荒木 大久保 熊谷 松浦'
  ).split(' '),
)

const HAN_OR_HANGUL =
  /^[\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}々]+(?:[\s\u3000・][\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}々]+)?$/u
/** Courtesy titles and ranks after a name. */
const HONORIFIC = /(?:先生|女士|小姐|様|氏|さん|님|씨)$/u
const HANGUL = /^\p{Script=Hangul}+$/u
const MAX_CHARS = 9
const ASCII_START = /^[\0-\u024f]/

/**
 * `田中 太郎`, `王小明`, `김민준`: surname first, with or without a space. Without a known surname, only what has the form of a
 * Japanese name, and a post beside it has to say that it is somebody.
 */
export function parseHanName(text: string): PersonName | null {
  if (ASCII_START.test(text) || text.length > MAX_CHARS + 2 || !HAN_OR_HANGUL.test(text) || endsInEasternPost(text))
    return null
  const bare = text.replace(HONORIFIC, '').trim()
  const [family = '', given] = bare.split(/[\s\u3000・]+/u)
  if (given !== undefined) {
    if (given.length > 3) return null
    return isFamily(family)
      ? build(family, given, bare, 2)
      : ONLY_HAN.test(family)
        ? build(family, given, bare, 1)
        : null
  }
  return splitJoined(bare) ?? splitByEnd(bare)
}

const ONLY_HAN = /^[\p{Script=Han}々]{1,3}$/u
/** What Japanese given names end in, behind a surname that no list has: two characters, as most are. */
const ENDS_GIVEN =
  /^[\p{Script=Han}々]{3,5}(?<=[子美恵香奈菜衣花華乃江枝里紀希郎朗介助輔夫男雄樹也哉斗彦弘博輝翔吾一二三吉司誠隆])$/u

const splitByEnd = (bare: string): PersonName | null =>
  ENDS_GIVEN.test(bare) ? build(bare.slice(0, 2), bare.slice(2), bare, 1) : null

const isFamily = (text: string): boolean => JAPANESE.has(text) || ONE_CHARACTER.has(text) || TWO_CHARACTERS.has(text)

function splitJoined(bare: string): PersonName | null {
  // Korean given names have two syllables: what has one is nearly always a word.
  if (bare.length < (HANGUL.test(bare) ? 3 : 2) || bare.length > 6) return null
  const lengths = bare.length <= 3 && !JAPANESE.has(bare.slice(0, 2)) ? [2, 1] : [3, 2, 1]
  for (const length of lengths) {
    const family = bare.slice(0, length)
    const given = bare.slice(length)
    if (given === '' || given.length > (length === 1 ? 2 : 3) || !isFamily(family)) continue
    // Many a word begins with what is a surname of one character: a post beside it has to say that it is somebody.
    return build(family, given, bare, length === 1 ? 1 : 2)
  }
  return null
}

const build = (last: string, first: string, full: string, evidence: 1 | 2): PersonName => ({
  first,
  middle: '',
  last,
  full,
  evidence,
})
