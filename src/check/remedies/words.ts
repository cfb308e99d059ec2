import type { JsonValue } from '../../model/json.ts'
import { editDistance } from '../../util/did-you-mean.ts'
import { isCollection } from '../../util/is-json.ts'

/** A word as it is looked up: `status_code`, `statusCode` and `Status-Code` are one. */
export function plainWord(word: string): string {
  return word.toLowerCase().replaceAll(/[\s_-]/g, '')
}

interface Lookup<Own> {
  (word: string): Own | undefined
  /** Our own word for one of those, or for one with a slip of the finger: `lenght`. */
  near(word: string): Own | undefined
  readonly words: ReadonlyMap<string, Own>
}

/** A table from words that other tools use to our own, of rows that hold the words of each. */
export function lookup<Own extends string>(rows: Readonly<Record<Own, string>>): Lookup<Own> {
  const table = new Map<string, Own>()
  for (const [own, words] of Object.entries<string>(rows))
    for (const word of [own, ...words.split(' ')]) table.set(plainWord(word), own as Own)
  const own = (word: string): Own | undefined => table.get(plainWord(word))
  return Object.assign(own, {
    near: (word: string) => own(word) ?? own(slipIn(plainWord(word), table)),
    words: table,
  })
}

/** The word that one with a single slip in it stands for; short words and plurals are others. */
function slipIn(typed: string, words: ReadonlyMap<string, unknown>): string {
  const found = [...words.keys()].find(
    word => word.length > 3 && typed !== `${word}s` && editDistance(typed, word) === 1,
  )
  return found ?? ''
}

/** Our targets by what other tools call them. */
export const targetWord = lookup({
  status:
    'statuscode statuscodes httpstatus httpcode httpstatuscode responsecode responsestatus code returncode exitcode resultcode',
  time: 'duration responsetime latency elapsed totaltime responsetimems durationms timeseconds',
  text: 'body rawbody bodytext responsebody responsetext content payload raw plaintext bytes output stdout systemout',
})

/** Our operators by what other tools call them. */
export const operatorWord = lookup({
  equals:
    'eq equal equalto equalsto is isequal isequalto be tobe toequal toeq shouldequal shouldbe value expected exactly eql deepequals == === = tobeequal',
  'not-equals':
    'ne neq not isnot notequal notequalto doesnotequal notbe nottobe nottoequal shouldnotequal shouldnotbe != !== <>',
  'same-as': 'strictequals strictequal identical sameas identicalto',
  contains:
    'contain containsstring include includes has have toinclude tocontain shouldcontain shouldcontainsubstring containssubstring substring containstext hasitem containskey haskey',
  'not-contains':
    'notcontain doesnotcontain notinclude notincludes excludes exclude shouldnotcontain shouldnotcontainsubstring nottocontain notcontainsstring !contains',
  'greater-than':
    'gt greater above morethan over isgreaterthan tobegreaterthan isabove shouldbegreaterthan >',
  'less-than':
    'lt less below lower lessthan under fewerthan islessthan tobelessthan isbelow shouldbelessthan <',
  'at-least':
    'gte ge min minimum greaterthanorequal greaterthanorequals greaterthanorequalto atleast isatleast >=',
  'at-most': 'lte le max maximum lessthanorequal lessthanorequals lessthanorequalto atmost isatmost <=',
  exists: 'exist isdefined defined present ispresent shouldexist toexist',
  missing:
    'ismissing absent isabsent undefined isundefined tobeundefined notdefined isnotdefined notpresent isnotpresent notexists notexist doesnotexist shouldnotexist',
  'matches-regex':
    'regex regexp matchregex matchesregexp pattern ~ =~ matchregexp shouldmatchregex tomatch matchpattern matchespattern',
  'not-matches-regex':
    'notmatchregex notmatchesregex notregex doesnotmatchregex doesnotmatch notmatch notmatches notmatching shouldnotmatchregex nottomatch !~',
  'starts-with': 'startwith sw prefix beginswith shouldstartwith tostartwith startswith',
  'ends-with': 'endwith ew suffix shouldendwith toendwith endswith',
  'one-of': 'in isin enum oneof anyof either isoneof shouldbein tobeoneof',
  'not-one-of': 'notin nin isnotin noneof notoneof shouldnotbein',
  'has-type': 'type istype typeof kind oftype datatype tobeoftype istypeof shouldhavetype',
  'has-length':
    'length len size count lengthof haslength haslen havelength hassize havesize ofsize arraylength arraysize tohavelength lengtheq lengthequals shouldhavelength itemcount',
  unique: 'isunique uniqueitems hasuniqueitems distinct isdistinct noduplicates noduplicate alldifferent',
  'is-sorted': 'sorted issorted sortedby issortedby isordered inorder',
  'later-than':
    'after isafter dateafter afterdate laterthan newerthan isafterdate shouldhappenafter shouldbeafter',
  'earlier-than':
    'before isbefore datebefore beforedate earlierthan olderthan isbeforedate shouldhappenbefore shouldbebefore',
  within: 'tolerance delta epsilon plusminus approx',
  matches:
    'match matchobject tomatchobject partial includesobject jsoncontains matchesjson containsjson jsonpartial subset',
  each: 'every all foreach eachitem allitems matcheach everyitem',
  any: 'some anyitem atleastone contains1',
  none: 'noitem noitems',
})

/** Operators of other tools that are two of ours. */
export const joinedOperator = lookup({
  'any: { one-of: […] }':
    'containsany containsanyof containsoneof containsatleastone includesany includesanyof hasany hasanyof anyin intersects',
  'none: { one-of: […] }': 'containsnone containsnoneof includesnone hasnone hasnoneof nonein disjoint',
  'each: { one-of: […] }': 'containsonly onlycontains eachin allin subsetof issubsetof everyoneof',
  'contains: …` once for each, in a validation of its own: `- TARGET: { contains: … }':
    'containsall containsallof containsevery containsinanyorder includesall includesallof hasall hasallof hasitems supersetof issupersetof allof',
  'contains: …` or `matches-regex: …': 'like ilike islike',
})

/** Operators of other tools that say what they expect by their name, as ours. */
export const wholeOperator = lookup({
  'has-type: string': 'isstring shouldbestring anystr anystring',
  'has-type: number': 'isnumber isnumeric anynumber isfloat anyfloat',
  'has-type: integer': 'isinteger isint anyint',
  'has-type: boolean': 'isboolean isbool anybool',
  'has-type: array': 'isarray islist iscollection anylist',
  'has-type: object': 'isobject ismap isdict anydict isjson',
  'equals: null': 'isnull null tobenull shouldbenull shouldbenil',
  'not-equals: null': 'notnull isnotnull shouldnotbenull',
  'has-length: 0': 'isempty empty shouldbeempty',
  'has-length: {"at-least":1}': 'notempty isnotempty nonempty shouldnotbeempty',
})

/**
 * Lists the other operators that may be meant by a slip of one of ours, or of a word for it: those of which a word is
 * as near.
 */
export function rivalsOf(written: string, meant: string): readonly string[] {
  const distances = [operatorWord, wholeOperator, joinedOperator].flatMap(({ words }) =>
    [...words].map(([word, own]) => ({ own, distance: editDistance(plainWord(written), word) })),
  )
  const near = distances.flatMap(({ own, distance }) => (own === meant ? distance : []))
  const most = Math.min(...near, Math.max(1, Math.floor(written.length / 3)))
  return distances.flatMap(({ own, distance }) => (own !== meant && distance <= most ? own : []))
}

/** The keys of a step, and what other tools call them. */
export const stepWord = lookup({
  validations:
    'assert asserts assertion assertions check checks expect expects expected expectation expectations validate validation validator validators verify verification verifications response responses res resp should then match matches must outcome conditions criteria',
  status: 'statuscode expectstatus expectedstatus expectedstatuscode httpstatus statuscodes expectstatuscode',
  extracts:
    'capture captures extract extractor extractors extraction extractions save saves store export exports output outputs bind assign register return returns read keep varsfromresponse postresponsevars saveresponse vars:postresponse',
  tests:
    'test tests script onresponse afterresponse after afterscript testscript post postrequest postscript postprocess postprocessor',
  before:
    'before beforerequest prerequest prerequestscript beforescript pre prescript preprocessor beforeeach',
  body: 'body payload content raw rawbody requestbody bodyraw bodytext bodyjson jsonbody datajson sendbody',
  json: 'json jsondata body:json',
  form: 'formdata formurlencoded urlencoded formparams bodyform formfields xwwwformurlencoded formurlencode formparam body:formurlencoded',
  multipart:
    'files multipartform multipartformdata multipartformparams upload uploads bodymultipart body:multipartform',
  data: 'data examples parametrize parameterize matrix dataset testdata table foreach loop withitems iterations cases rows datadriven csv datafile each items iterationdata',
  query:
    'query params param queryparams queryparameters queryparam querystring qs searchparams parameters querystringparams urlparams urlquery params:query',
  headers: 'headers header httpheaders requestheaders headerparams',
  auth: 'auth authentication authorization authorisation credentials login bearer token basic basicauth bearertoken oauth2 apikey digest awsauth auth:bearer auth:basic',
  cookies: 'cookie cookies',
  when: 'when if onlyif condition unless skipif skipunless runif given',
  only: 'only focus fonly exclusive',
  skip: 'skip skipped disabled ignore ignored pending todo enabled',
  retry:
    'retry retries maxretries attempts maxattempts poll polling retryuntil repeatuntil retrystrategy eventually retrypolicy retryoptions until',
  pause:
    'delay sleep delaybefore delayafter think thinktime pausebefore pauseafter waitbefore waitafter beforedelay afterdelay wait',
  timeout: 'timeout maxtime requesttimeout timeoutms timeoutseconds maxduration',
  name: 'title label summary testname stepname scenario feature',
  description: 'desc doc docs comment comments note notes documentation',
  tags: 'tags tag labels marks markers groups group',
  variables:
    'variables vars var let def define declare locals env context preset vars:prerequest globals collectionvariables',
  use: 'use include call callonce import ref template runfile extends usesuite runner scenariofile',
  exec: 'exec run command cmd shell bash execute sh',
  'follow-redirects':
    'followredirects followredirect allowredirects redirect redirects location maxredirects follow noredirect',
  tls: 'tls ssl insecure verify verifyssl strictssl skiptlsverify skipsslverify rejectunauthorized sslverify ignoressl certificate cert insecureskiptlsverify',
  proxy: 'proxy httpproxy',
  'http-version': 'httpversion http2 version',
  graphql: 'graphql gql',
  file: 'file bodyfile payloadfile binary fromfile upfile',
  id: 'id key stepid',
})

/** Keys of a step in other tools that hold the whole request. */
export const requestWord = lookup({
  request: 'http httprequest rest call req',
})

/** Keys of a request that other tools split its line into. */
export const linePart = lookup({
  url: 'uri endpoint path href address route urlpath requesturl location link target',
  method: 'verb httpmethod requestmethod methode',
})

/** The keys of a suite, and what other tools call them. */
export const suiteWord = lookup({
  suite:
    'suite name title testname collection feature info testsuite suitename scenarioname test specification',
  description: 'description desc summary docs doc documentation comment',
  steps:
    'steps stages tests test testcases testcase scenarios requests flow items item jobs cases calls sequence step tasks checks entries',
  variables:
    'variables vars var env context globals params defaults definitions environmentvariables parameters variable collectionvariables',
  baseUrl:
    'baseurl url host endpoint server target basepath apiurl base hostname root rooturl origin servers runners baseuri',
  settings:
    'settings config options configuration defaultsettings http default timeout headers auth proxy tls cookies retry followredirects ssl resolve',
  data: 'data examples parametrize dataset testdata table rows csv datafile iterations matrix with',
  before:
    'before setup beforeall beforeeach background before_all prerequisites needs includes include import imports background onstart fixtures',
  after: 'after teardown afterall aftereach cleanup finally onfinish ensure',
  tags: 'tags tag labels marks groups markers',
  environment: 'environment environments stage envs profile',
  secrets: 'secrets secret credentials',
  inputs: 'inputs input arguments args',
  version:
    'version schema $schema schemaversion apiversion openapi kind asserttype testsversion strict debug verbose force loop',
})

/** The keys of `retry`, and what other tools call them. */
export const retryWord = lookup({
  attempts: 'count max times maxattempts maxretries retries limit number tries n maxcount loop retry total',
  interval:
    'delay wait sleep every pause period waittime retrydelay waitbetween delayms intervalms backoffdelay mininterval',
  'max-interval': 'maxdelay maxwait maxbackoff cap',
  backoff: 'factor multiplier exponent exponential backofffactor',
  until: 'condition while for success on retryon untilcondition',
})

/** The parts that describe one validation or one extract: where it looks, how it compares, the value it expects. */
export const partWord = lookup({
  target:
    'target path jsonpath jsonpathexpression json field property query expression source subject selector on actual key element what from locator item left expr location name1 comparesource',
  operator:
    'operator op comparator comparison condition predicate assertion operation assert matcher compare test rule',
  value: 'value expected expect equals expectedvalue is should right expectation',
  name: 'name title description label message msg desc comment',
  variable: 'variable var as name saveas save to into alias id',
  header: 'header headers headername',
  regex: 'regex regexp pattern matchesregex',
  cookie: 'cookie cookies cookiename',
  body: 'body',
})

/** Words that other tools have for ours and that mean nothing else, wherever they stand. */
const sureWord = lookup({
  status: 'statuscode httpstatus',
  equals: 'eq equal isequal equalto shouldequal',
  'not-equals': 'ne neq notequal doesnotequal',
  contains: 'contain shouldcontain',
  'not-contains': 'notcontain doesnotcontain shouldnotcontain',
  'greater-than': 'gt isgreaterthan',
  'less-than': 'lt islessthan',
  'at-least': 'gte',
  'at-most': 'lte',
  exists: 'exist',
  missing:
    'absent isabsent ismissing undefined isundefined notpresent notexist notexists doesnotexist shouldnotexist',
  'matches-regex': 'regex regexp matchregex',
  'not-matches-regex': 'notregex notmatchesregex doesnotmatchregex',
  'starts-with': 'startwith beginswith',
  'ends-with': 'endwith',
  'one-of': 'isoneof',
  'not-one-of': 'isnotoneof nin',
  'has-length': 'haslength havelength',
  validations: 'assert asserts assertions',
  extracts: 'extract capture captures',
  json: 'body',
  headers: 'header',
  name: 'title',
  description: 'desc',
  tags: 'tag',
})

/** True where a word is ours in another spelling, or one that has no other meaning. */
export function isSurely(written: string, meant: string): boolean {
  return plainWord(written) === plainWord(meant) || sureWord(written) === meant
}

/** Reads true and false, and the words that YAML 1.1 had for them. */
export function yesOrNo(written: JsonValue | undefined): boolean | undefined {
  const word =
    written === undefined || written === null || isCollection(written) ? '' : String(written).toLowerCase()
  if (['true', 'yes', 'on', '1'].includes(word)) return true
  return ['false', 'no', 'off', '0', 'none'].includes(word) ? false : undefined
}
