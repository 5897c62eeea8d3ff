/** Posts and trades of the Far East: nothing there parts words, so a post is known by what it ends in. */
const ENDS_POST =
  /(?:ディレクター|マネージャー|マネジャー|スタイリスト|デザイナー|エンジニア|アシスタント|プロデューサー|トレーナー|カウンセラー|コンサルタント|アドバイザー|プランナー|リーダー|チーフ|オーナー|代表者|代表社員|責任者|監事|監査役|執行役員|顧問|店長|支配人|所長|園長|校長|学長|局長|室長|次長|係長|主任|支店長|工場長|講師|教諭|准教授|助教|研究員|医師|歯科医|看護師|薬剤師|技師|弁護士|税理士|会計士|司法書士|行政書士|労務士|弁理士|建築士|取引士|대표자|본부장|실장|소장|회장|센터장|지점장|점장|위원장|매니저|디자이너|개발자|변호사|전문의|한의사|약사|간호사|세무사|회계사|변리사|노무사|법무사|강사|코치|연구원|律师|律師|工程师|工程師|会计师|會計師|医生|醫生|顾问|讲师|研究员|负责人|負責人|创始人|創始人|合伙人|合夥人|设计师|設計師)$/

const MAX_POST_CHARS = 20

/** Whether a text in letters of the Far East ends in a post or a trade. */
export const endsInEasternPost = (text: string): boolean =>
  text.length <= MAX_POST_CHARS && text.charCodeAt(text.length - 1) >= FAR_EAST && ENDS_POST.test(text)
/** Letters of the Far East begin here; asked of every line around a name, and most have none. */
const FAR_EAST = 0x3000
