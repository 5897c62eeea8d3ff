/**
 * Short forms used at work instead of the first name in the passport. Each line is one family, with the full form first.
 * Families may share a short form (Alex, Chris, Sam).
 */
const FAMILIES = `
abigail abby gail|abraham abe|adelaide addie|adrian ade|albert al bert|alejandro alex ale|alexander alex al sasha xander
alexandra alex sandra lexi sasha|alexandre alex|alfred fred al alfie|alice ali|alison ali|allison ali allie|amanda mandy
andreas andi|andrea andi|andrew andy drew|angela angie|anna annie ann|anthony tony|antonio toni tony|antonia toni|arnold arnie
arthur art|barbara barb babs|bartholomew bart|beatrice bea|benjamin ben benny|bernard bernie|bernhard bernd|bertram bert
bradley brad|brandon bran|brendan bren|bridget biddy|caroline carol carrie|catherine cathy kate cat kitty|cecilia cece
charles charlie chuck chas|charlotte charlie lottie|christian chris|christina chris tina chrissy|christine chris chrissy
christoph chris|christopher chris kit topher|clifford cliff|clinton clint|constance connie|cornelia conny|cornelius con neil
curtis curt|cynthia cindy|daniel dan danny|daniela dani|danielle dani|david dave davy|deborah deb debbie|dennis denny
derek del|dieter didi|dominic dom nick|donald don donny|dorothy dot dottie|douglas doug|eduardo edu|edward ed eddie ted ned
eleanor ellie nell|elisabeth lisa elli betty|elizabeth liz beth betty lizzie eliza liza libby|emily em|emma em|enrique kike
eric rick|ernest ernie|ernesto neto|eugene gene|evelyn eve evie|federico fede|ferdinand ferdi|florian flo|frances fran
francesca fran|francesco franco|francis frank fran|francisco paco fran pancho|franklin frank|frederick fred freddie fritz
friedrich fritz fred|gabriel gabe|gabriella gabby|gabriele gabi|geoffrey geoff jeff|george georgie|georgina georgie
gerald gerry jerry|gerard gerry|gerhard gerd|gilbert gil|giovanni gianni|giuseppe beppe|gregory greg|guadalupe lupe
guillermo memo|gustavo gus|harold harry hal|harriet hattie|heinrich heinz heiner|helen nell|helena lena|henry harry hank hal
herbert herb bert|howard howie|ian iain|ignacio nacho|irene rene|isabel izzy bel|isabella bella izzy|jacob jake|jacqueline jackie
jakob jake|james jim jimmy jamie|jane janie|janet jan|jason jay|javier javi|jeffrey jeff|jennifer jen jenny|jeremiah jerry
jeremy jez|jerome jerry|jessica jess jessie|jesus chuy|joachim jochen achim|joan joanie|joanna jo|joanne jo|johannes hannes jan
john jack johnny jon|jonathan jon jonny nathan|jorge coque|jose pepe|josef sepp|joseph joe joey|josephine jo josie|joshua josh
juan juancho|judith judy jude|julian jules|julia jules|katharina kathi katja|katherine kate kathy katie kat|kathleen kathy kate
kathryn kathy kate katie|kenneth ken kenny|kimberly kim|kristina kris tina|kristine kris|kristopher kris|laurence larry laurie
lawrence larry laurie|leonard leo len lenny|leonardo leo|leopold leo poldi|leslie les|lillian lily|louis lou|louise lou
lucia lucy|luis lucho|lukas luke|lydia liddy|madeline maddie|manfred manni|manuel manu manolo|manuela manu|marcus marc
margaret maggie meg peggy marge margie|margarete grete gretel|maria mary mia|marianne mari|marilyn mary|markus mark
martha marty|martin marty|martina tina|matthew matt|matthias matze matt|maximilian max|maxwell max|melanie mel|melissa mel missy
michael mike mick micky mikey|michelle shelly|miguel mike|mikhail misha|mildred millie|mitchell mitch|mohammed mo|mohamed mo
monica moni|morris mo|nancy nan|natalie nat|nathan nate nat|nathaniel nate nat nathan|nicholas nick nicky|nicola nicky
nicole nicky nikki|nikolaus klaus niko|norbert bert|norman norm|oliver ollie|olivia liv livvy|oscar ozzie|pamela pam
patricia pat patty trish tricia|patrick pat paddy|pauline polly|penelope penny|peter pete|philip phil|phillip phil|philipp phil
priscilla cilla|rachel rach|rafael rafa|ramona mona|randall randy|raymond ray|rebecca becky becca|regina gina|reginald reg
reinhard reiner|renate reni|ricardo rick|richard rick dick rich richie ricky|robert bob rob bobby robbie bert|roberta bobbie
roberto beto|roderick rod|rodney rod|roger rodge|roland rolf|ronald ron ronnie|rosemary rose rosie|rudolf rudi|russell russ
samantha sam|samuel sam sammy|sandra sandy|sarah sally sadie|sebastian seb basti|sergio checo|sharon shari|sheila shel
sidney sid|siegfried sigi|silvia silvi|simon si|solomon sol|sophia sophie|stefan steve|stefanie steffi|stephanie steph
stephan steve|stephen steve|steven steve|stewart stew|stuart stu|susan sue susie suzie|susanne susi|suzanne sue|sylvester sly
sylvia syl|tamara tammy|terence terry|teresa terry tess|theodore ted theo teddy|theodor theo|theresa terry tess resi
thomas tom tommy|tiffany tiff|timothy tim timmy|tobias toby tobi|ulrich uli|ulrike uli|ursula uschi|valentina vale
valerie val|vanessa nessa|veronica ronnie vero|victor vic|victoria vicky vic tori|vincent vince vinny|virginia ginny
vladimir vlad|walter walt wally|wendell wendy|wilfred wilf|wilhelm willi|william bill will billy willy liam|winston win
wolfgang wolf|yevgeny zhenya|yolanda yoli|yvonne yvi|zachary zach zack`

const SHORT_AND_FULL = readFamilies(FAMILIES)

function readFamilies(text: string): ReadonlyMap<string, readonly string[]> {
  const others = new Map<string, string[]>()
  for (const family of text.trim().split(/[|\n]/)) {
    const [full = '', ...shorts] = family.split(' ')
    for (const short of shorts) {
      others.set(full, [...(others.get(full) ?? []), short])
      others.set(short, [...(others.get(short) ?? []), full])
    }
  }
  return others
}

/** The other everyday or legal forms of a folded first name: `bill` → william, `robert` → bob, rob …; never the name itself. */
export function otherFirstNames(folded: string): readonly string[] {
  return SHORT_AND_FULL.get(folded) ?? []
}
