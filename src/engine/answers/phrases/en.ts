import type { PhraseLists } from './phrase-lists.ts'

const WHEN =
  '(?:january|february|march|april|may|june|july|august|september|october|november|december|spring|summer|autumn|the fall|winter|q[1-4]|(?:early|mid|late|the end of|end of|the start of|beginning of)? ?20\\d\\d|(?:the )?(?:next|new|coming|following) (?:year|quarter|month|mnth|spring|summer|autumn|winter|fiscal year|budget)|(?:a |another )?(?:few|couple of|two|three|four|five|six|nine|twelve|\\d+) (?:months?|weeks?|quarters?)|half a year|a (?:year|month|while)|the (?:holidays?|summer|new year|end of the year|turn of the year)|christmas|easter|later|then|again)'

export const en: PhraseLists = {
  words:
    'the and you your with for this that have not are was will please thanks thank our from about who what would can is it of to we i am at be my',
  please:
    "please|pls|plz|plese|kindly|and|so|then|just|also|can you|could you|would you|will you|would you mind|you can|you may|i'd like you to|i would like you to",
  me: '(?:me|us|my (?:e-?mail|address|name|data|details|contact|info|number)\\w*(?: address)?|our (?:e-?mail|address|name|data|details|company|domain)\\w*(?: address)?|this (?:e-?mail|address|mailbox|account)(?: address)?|{mail})',
  not: "(?:not|don't|dont|never|didn't|doesn't|won't|no need to|no need for|isn't|wouldn't|without|nor|no time for|neither)",
  asks: '(?:how|when|why|what|where|who|which|does|do you|do i|did|is|are|can i|can we|may i|should)',
  removeMe: `
    remove: {please}(?:remove|removing|delete|deleting|erase|drop|strike|scrub|exclude) {me}\\b(?! an? | not\\b)
    take off: {please}(?:take|taking|get|getting|keep) (?:me|us|my name|our name|my \\w+|{me}) (?:off|out of|from)\\b
    unsubscribe: {please}(?:unsubscribe|opt out|deregister)(?: {me})?(?: (?:immediately|now|asap|at once|please|from|right away|or|thanks|thank you)\\b|$)
    opt me out: {please}(?:opt|sign|count) {me} out\\b
    want out: \\b(?:i|we)(?:'d| would)? (?:want|wish|like|need|ask|request|demand)(?: to)? (?:be (?:removed|unsubscribed|taken off|deleted)|unsubscribe|opt out|get off|removal|deletion)
    data: {please}(?:delete|erase|remove) (?:all )?(?:of )?(?:my|our) (?:personal )?(?:data|details|information)
    take off passive: \\b(?:my|our) (?:name|address|e-?mail|data)(?: address)? (?:should|must|has to|needs to) be (?:removed|deleted|taken)`,
  removeIt: 'it: {please}(?:remove|delete|erase) (?:it|this|that)\\b',
  noMore: `
    stop: {please}(?:stop|quit|cease|discontinue|refrain from) (?:[\\w-]+ ){0,3}(?:e-?mailing|mailing|sending|contacting|writing|messaging|spamming|bothering|contact|e-?mails|mails|messages|communications?)\\b
    do not write: (?:do not|don't|dont|never) (?:ever )?(?:e-?mail|mail|contact|write(?: to)?|message|spam|bother|approach) (?:me|us|this address)\\b(?!,? (?:before|until|till|on|in|by phone|at|but|call|about|during))
    do not send: (?:do not|don't|dont|never) send (?:me |us )?(?:any ?(?:more|thing|further)?|more|further|these|such|no more)\\b(?! (?:quote|offer|price|brochure|link))
    no more mails: \\bno (?:more|further) (?:e-?mails?|mails?|messages?|contact|communications?|newsletters?|spam)\\b
    does not want mail: (?:do not|don't|dont|no longer) (?:want|wish|like|care)(?: to)? (?:receive|receiving|get|getting|hear|hearing|be contacted|any (?:more )?(?:e-?mails?|mails?))\\b
    makes sure: make sure .{0,30}(?:do not|don't|no longer|never) (?:get|receive|hear)\\b
    leave alone: \\b(?:leave (?:me|us) alone|lose my (?:e-?mail|address|number))\\b`,
  notNow: `
    not now: \\b(?:not (?:right |just )?now|not (?:at|for) (?:this|the) (?:time|moment|present|time being|stage)|not yet|not at that stage|not for now|currently not|not currently|not this (?:year|month|quarter)|right now (?:we|i) (?:have no|are not|do not|don't)|at present we|at (?:the|this) moment (?:we|i) (?:have no|are not|do not))\\b
    not at the moment: (?:not|n't|no)\\b[^.;!?]{0,60} (?:at the moment|at this (?:time|point|moment|stage)|right now|for now|currently|this (?:year|quarter)|for the time being)\\b
    later: \\b(?:maybe|perhaps|possibly|rather|some time|not until|not before) (?:after |in |at )?(?:later|${WHEN})|\\bat a later (?:date|time|stage|point)|\\blater (?:this|in the) year
    again then: \\b(?:try|ask|contact|write|reach out|reach|get back|come back|ping|call|circle back|follow up|check back|check in|touch base|reconnect|revisit|talk|speak|drop|remind|feel free)\\b[^.;!?]{0,45}\\b(?:in|after|next|until|by|for|late|early|again|then|on the)? ?${WHEN}\\b
    will return: \\b(?:i|we)(?:'ll| will| shall) (?:come|get|be) back (?:to|in touch)[^.;!?]{0,40}(?:when|once|as soon as|if)|\\b(?:revisit|look at|review|reconsider) (?:this|it|that) (?:again )?(?:in|after|next|later|when)
    no budget: \\bno (?:budget|money|funds)\\b[^.;!?]{0,20}(?:this year|left|now|until|$)|\\b(?:spending|hiring|budget|investment)(?: and \\w+)? freeze\\b|until the (?:new )?budget
    priority: \\b(?:not|isn't|no|low) (?:a |our |an |my )?(?:top |high |big )?priority\\b|\\bother priorities\\b
    timing: \\b(?:bad|poor|wrong|not the right|not a good|isn't the right|isn't a good) (?:timing|time)\\b|\\btiming (?:is|isn't|is not|could be|not)(?: not| \\w+)? ?(?:good|bad|great|right|better|ideal)?
    too early: \\btoo (?:early|soon) for\\b|\\bi(?:'d| would)? rather wait\\b|\\bbefore easter\\b|\\bparked\\b|\\bon hold\\b|\\bpostpone\\w*\\b|\\bput (?:this|it) off\\b
    contract: \\b(?:contract|agreement|licen[cs]e) (?:runs|is running|goes|lasts|ends|expires)\\b|\\bjust (?:signed|renewed)\\b|\\b(?:locked in|tied) (?:until|for)
    busy: \\b(?:swamped|snowed under|busy|tied up|on the road|no (?:time|capacity|bandwidth))\\b[^.;!?]{0,40}\\b(?:until|till|before|month|to look|for new|this|right now)|\\bin the middle of\\b
    away: \\bi am (?:out of (?:the )?office|away|on leave|on holiday|on vacation|travelling) (?:until|till)\\b[^.;!?]{0,40}\\b(?:then|after|talk|speak)`,
  notInterested: `
    not interested: \\b(?:not|n't|isn't|never)(?: \\w+){0,2} (?:interested|of interest)\\b|\\bno (?:real |further )?interest\\b|\\bof no interest\\b|\\buninterested\\b|^(?:we have |i have )?zero interest
    no thanks: (?:^|[,;:.] ?|\\bso |\\band |\\bbut )(?:no|nope|nah)(?:,? thanks?| ?,? thank you| thx)?\\s*(?:$|[,;.!])|\\bno,? (?:thanks|thank you|thx)\\b|\\bthanks?(?: you)?,? (?:and|but) no\\b|\\bit's a no\\b|\\bthe answer is no\\b
    pass: \\b(?:i|we)(?:'ll| will|'m going to| have to)? (?:pass|decline)\\b|\\bmust decline\\b|\\bturn (?:you|this|it) down\\b|\\bwe(?:'ll| will) leave it\\b|\\bhard pass\\b
    not for us: \\bnot (?:for (?:us|me)|relevant|applicable|a (?:good )?(?:fit|match)|the right fit|suitable|something (?:we|i))\\b|\\b(?:isn't|is not|n't) (?:relevant|a (?:good )?(?:fit|match)|for us|for me|something we)
    no need: \\b(?:no|n't|not|never)(?: \\w+)? (?:need|use|requirement|want)(?: for| of|s)?\\b(?! to (?:worry|rush|apologi))|\\bwon't (?:be )?need(?:ing)?\\b
    has one: \\balready (?:have|use|using|work|got|covered|built|sorted)\\b|\\b(?:happy|satisfied|fine|content) (?:with|as we)\\b|\\b(?:we|i)(?:'re| are|'m| am) (?:all set|good|fine|covered|sorted|well served)\\b|\\bbuilt our own\\b|\\bin.?house\\b|\\bhave our own\\b
    decided: \\bdecided (?:against|to stay|not|to go with)\\b|\\bstay(?:ing)? with (?:our|the)\\b|\\bwon't be (?:going|moving|taking)\\b|\\bwill not be (?:going|moving|taking)\\b|\\bgone with (?:another|someone)
    no purchase: \\b(?:do not|don't|never) (?:buy|purchase|respond to)\\b|\\btoo expensive\\b|\\b(?:do not|don't|can't|cannot) see (?:any |the |a |much )?(?:use|need|value|point|benefit)\\b
    no call: \\b(?:please )?(?:do not|don't) (?:call|phone|ring)\\b|\\bno need to (?:send|call|quote)\\b`,
  interested: `
    cost: \\bwhat (?:does|would|will|do) (?:it|this|that|you|the)\\b[^.;!]{0,30}\\b(?:cost|charge)\\b|\\bhow much (?:is|does|would|do|will|for)\\b|\\bwhat (?:is|are|'s)(?: the| your)? (?:price|pricing|prices|rates|costs?)\\b|\\bwhat's the price\\b
    send: \\b(?:send|share|forward|mail|e-?mail|give|provide|get|show|let me have)(?: (?:it |that )?(?:over|me|us|along|through|to me|to us))*(?: (?:the|your|a|an|some|more|any|over|few|further|full|detailed|me|us))* ?(?:more )?(?:info\\w*|details|brochure|price\\w*|pricing|quote|deck|material|documentation|proposal|offer|references|case stud\\w+|invite|invitation|overview|presentation|catalogue|one.?pager|specs|contract)\\b
    more: \\btell me more\\b|\\b(?:learn|know|hear|find out|read|see) more\\b|\\bmore (?:info|information|details)\\b
    call me: \\b(?:call|phone|ring) (?:me|us)\\b|\\b(?:give|drop) (?:me|us) a (?:call|ring|bell|shout)\\b|\\bpls call\\b|\\bplease call\\b|\\bmy (?:number|mobile|cell) is\\b
    talk: \\blet(?:'s| us) (?:talk|chat|speak|schedule|set|meet|do|arrange|discuss|book|get|go|jump|hop|have)\\b|\\b(?:happy|glad|keen|love|like|open|willing|up) (?:to|for) (?:(?:have|hear|jump on|hop on|a|quick|short|chat|talk|speak|meet|call|connect|discuss|see|know|learn|explore) ?)+\\b|\\bhave a (?:call|chat|talk)\\b
    meet: \\b(?:set up|schedule|arrange|book|have|organi[sz]e|fix) (?:a|an|some) (?:short |quick |brief )?(?:meeting|call|demo|chat|time|appointment)\\b|\\btime for a (?:call|chat|quick call|meeting)\\b|\\bmy calendar\\b|\\bdo you have time\\b
    demo: \\b(?:see|like|love|get|have|show|book|want|give)(?: (?:us|me|it|a|an|the|your|to|see|live))* (?:demo|demonstration|trial|walkthrough)\\b|\\bsee (?:how )?it works?\\b|\\bsee it in action\\b|\\bfree trial\\b|\\btry it\\b|\\bis there a (?:trial|demo|free)\\b
    interested: \\b(?:i|we)(?:'m| am|'re| are|'d be| would be| may be| might be)(?: \\w+)? (?:interested|intrigued|keen)\\b|^interested\\b|\\b(?:got|have) (?:my|our) attention\\b|\\blooking for exactly\\b|\\bexactly what (?:we|i)
    when: \\bwhen (?:are you|can we|could we|can you|could you|would you|do you have|shall we|is a good time)\\b|\\b(?:works|suits|is fine|is good)(?: \\w+)? for (?:me|us)\\b|\\bwhat are the next steps\\b|\\bhow do we (?:start|proceed|get started)\\b
    yes: ^(?:yes|yeah|yep|sure|ok|okay|absolutely|definitely|certainly|of course|with pleasure|sounds (?:good|great))(?: please| sure| of course)?(?:[,.!]? ?(?:please|let's|i'd|i would|we'd|that|go ahead|do|send|call|happy|how about|\\w+day)\\b|[ .!,]*$)|\\bso yes\\b|\\byes please\\b|\\bcount (?:me|us) in\\b
    useful: \\bthat would be (?:useful|helpful|great|perfect)\\b|\\bgood timing\\b|\\bgreat timing\\b`,
  away: `
    office: \\b(?:out of (?:the )?(?:office|town|country)|ooo|away from (?:my|the) (?:desk|office)|not (?:be )?in the office|out (?:of office )?(?:today|at the moment|until|from)|back (?:in|at) (?:the|my) (?:office|desk|work)|in the office again|return to (?:the office|work|my desk))\\b
    leave: \\b(?:on|my|of|taking)(?: \\w+){0,2} (?:leave|vacation|holidays?|pto|sabbatical|secondment|time off)\\b|\\b(?:maternity|paternity|parental|sick|annual|bereavement|medical|family|study) leave\\b|\\bsabbatical\\b|\\bdays? off\\b|\\bpto\\b|\\bon holiday\\b|\\bvacation reply\\b|\\bgone fishing\\b
    away: \\b(?:i am|i'm|i will be|i'll be|we are|we will be|currently|is|are) (?:currently |now |all )?(?:away|absent|unavailable|travell?ing|abroad|off (?:until|today|work)|out (?:until|till|for|of|on)|on (?:the road|a business trip|sick))\\b|^travell?ing\\b|\\bnot available (?:on|until|from|this|today|in)\\b
    back: \\b(?:be |am |i'm )back\\b|\\bback (?:(?:on|in|by|from) )?(?:the )?(?:\\d|mon|tue|wed|thu|fri|tomorrow|next|jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)|\\b(?:when|until|till|after|upon|on) (?:i (?:am|get|come) back|i return|my return|my absence|i am back)\\b|\\b(?:return|returning|returns) (?:on|to|in|at|\\d|from|monday|tuesday|wednesday|thursday|friday)\\b|\\breturning\\b
    closed: \\b(?:office|offices|we|company|shop|school|practice)(?: \\w+){0,2} (?:is|are|will be) (?:currently )?closed\\b|\\bpublic holiday\\b|\\bbank holiday\\b|\\bwill reopen\\b
    no mail: \\blimited (?:access|e-?mail)\\b|\\bno (?:e-?mail )?access to (?:my )?e-?mail\\b|\\bnot (?:be )?(?:checking|reading) (?:my )?e-?mails?\\b|\\bi am away until\\b|\\bduring my absence\\b|\\bi do not work on\\b`,
  closings:
    'best regards|kind regards|regards|best|best wishes|cheers|sincerely|yours sincerely|many thanks and regards|warm regards|all the best|br|kr|yours',
}
