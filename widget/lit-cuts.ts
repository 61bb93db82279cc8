/**
 * What of Lit's templates this tag has no use for, as the release writes it: the tag is counted in bytes, and a template
 * of ours holds values in attributes and between elements alone. There are no directives, no element parts, no values in
 * comments, `<script>`, `<style>` or `<textarea>`, no fragments of SVG or MathML, and listeners are functions without
 * options. The tag's tests run with these cuts made, and a release of Lit's in which one cannot be made fails the build.
 */

/** From a piece of the release up to another, the second left standing; and what takes the place. */
type Cut = readonly [from: string, to: string, left: string]

const DIRECTIVES: readonly Cut[] = [
  ['t=M(this,t,i),a(t)?', 't===A||', 'a(t)?'],
  ['t=M(this,t,i,0),o=', '!a(t)||t', 'o='],
  ['||t!==this._$AH&&t!==E,', 'o&&(this', '||t!==this._$AH,'],
  ['r=M(this,e[s+n],i,n),r===E&&(r=this._$AH[n])', ',o||=', 'r=e[s+n]'],
  ['if((t=M(this,t,i,0)??A)===E)return;', 'const s=this', 't??=A;'],
  ['&&t!==E&&this._(t)', ':void 0', '&&this._(t)'],
  ['function M(', 'class R', ''],
]

/** Lit's own scanner copes with any markup. In ours a value that follows `name=` is an attribute's. */
const SCANNER: readonly Cut[] = [
  [
    'const N=(t,i)=>',
    'class S',
    'const N=t=>{const e=[];return[V(t,t.reduce((l,s)=>{const c=/([^\\s"=<>]+)=("[^"<>]*)?$/.exec(l);' +
      'return(c?(e.push(c[1]),l.slice(0,c.index)+c[1]+h+"="+(c[2]?c[2]+o:`"$' +
      '{o}"`)):l+r)+s})),e]};',
  ],
  [',f="[ ', ',x=t=>', ''],
  ['constructor({strings:t,_$litType$:i},e)', '{let r', 'constructor({strings:t},e)'],
  ['[f,v]=N(t,i)', ';if(', '[f,v]=N(t)'],
  [',2===i||3===i){', 'for(;null', ';'],
  ['if(this.el=', 'S.createElement(f,e)', 'this.el='],
]

/** Values are texts, templates and lists of them. */
const VALUES: readonly Cut[] = [
  ['void 0!==t.nodeType?this.T(t):d(t)?this.k(t):this._(t)', '}O(t)', 'this.k(t)'],
  ['"number"==typeof s?', ';if(this._$AH?.', 'this._$AC(t)'],
  ['const{values:i,_$litType$:s}=t', ',e=', 'const{values:i}=t'],
  [',d=t=>', ',x=t=>', ''],
]

const ATTRIBUTES_AND_CHILDREN: readonly Cut[] = [
  ['else t.startsWith(o)&&', 'if(y.test', ''],
  [':6===r.type&&(i=new Z(h,this,t))', ',this._$AV', ':0'],
  ['if(y.test(r.tagName))', 'else if(8===r.nodeType)', '}'],
  ['if(r.data===n)d.push({type:2,index:l});else{', 'l++}}static', 'r.data===n&&d.push({type:2,index:l});'],
  ['class Z{', 'const j={', ''],
]

/** What directives and other packages of Lit's reach for. */
const DOORS: readonly Cut[] = [
  ['const j={', 'const D=', ''],
  ['export{j as _$LH,', 'b as html', 'export{'],
  ['setConnected(t)', '}class H', ''],
  ['this._$AP?.(!1,!0,s)', ';t!==', ''],
  ['get startNode()', '_$AI(t,i=this){', ''],
  ['get tagName()', 'constructor(t,i,s,e,h){this.type=1', ''],
  ['get parentNode(){return this._$AM.parentNode}', 'u(t){', ''],
  ['get _$AU(){return this._$AM?._$AU??this._$Cv}', 'constructor(t,i,s,e){this.type=2', ''],
  [',this._$Cv=e?.isConnected??!0', '}get parentNode', ''],
  ['get parentNode(){let t=this._$AA', '_$AI(t,i=this){', ''],
  ['(t?.creationScope??l)', '.importNode', 'l'],
  ['s?.renderBefore??i;', 'let h=', 'i;'],
  ['const t=s?.renderBefore??null;', 'e._$litPart$', ''],
  ['i.insertBefore(c(),t),t,void 0,s??{}', ')}return h', 'i.appendChild(c()),null,void 0,s'],
]

/** Kinds of parts, which directives ask for. */
const TYPES: readonly Cut[] = [
  ['this._$AN=void 0,this._$AD=t', ',this._$AM=i', 'this._$AD=t'],
  ['this.type=2,this._$AH=A,this._$AN=void 0', ',this._$AA=t', 'this._$AH=A'],
  ['this.type=1,this._$AH=A,this._$AN=void 0', ',this.element=t', 'this._$AH=A'],
  ['constructor(){super(...arguments),this.type=3}', 'j(t)', ''],
  ['constructor(){super(...arguments),this.type=4}', 'j(t)', ''],
  ['constructor(t,i,s,e,h){super(t,i,s,e,h),this.type=5}', '_$AI', ''],
  ['if(r.hasAttributes())for(', 'const t of r', 'for('],
  ['new String),', 'this.strings=s', '{}),'],
]

/** Markers that nobody can guess: no value of ours ever becomes markup. */
const MARKERS: readonly Cut[] = [
  ['`lit$${Math', ',n="?"+o', '"lit$"'],
  ['"invalid template strings array"', ');return void 0!==e', ''],
  ['i=t=>t,', 's=t.trusted', ''],
  ['const s=i(t).nextSibling;i(t).remove()', ',t=s', 'const s=t.nextSibling;t.remove()'],
]

const LISTENERS: readonly Cut[] = [
  ['||t.capture!==s.capture', ',h=t!==A', ''],
  ['h=t!==A&&(s===A||e)', ';e&&', 'h=t!==A&&s===A'],
  ['"function"==typeof this._$AH?', '}}', 'this._$AH.call(this.options.host,t)'],
]

/** Every cut, in the order in which they are made. */
export const LIT_CUTS: readonly Cut[] = [
  ...DIRECTIVES,
  ...SCANNER,
  ...VALUES,
  ...ATTRIBUTES_AND_CHILDREN,
  ...DOORS,
  ...TYPES,
  ...MARKERS,
  ...LISTENERS,
]
