/**
 * What of Lit's templates this tag has no use for, as the release writes it: the tag is counted in bytes, and a template
 * of ours holds values in attributes and between elements alone. There are no directives, no element parts, no values in
 * comments, `<script>`, `<style>` or `<textarea>`, no fragments of SVG or MathML, and listeners are functions without
 * options. The tag's tests run with these cuts made, and a release of Lit's in which one cannot be made fails the build.
 */
import type { Cut } from './replace-once.ts'

const DIRECTIVES: readonly Cut[] = [
  ['t=M(this,t,i),a(t)?', 't===A||', 'a(t)?'],
  ['t=M(this,t,i,0),o=', '!a(t)||t', 'o='],
  ['!a(t)||t!==this._$AH&&t!==E,', 'o&&(this', 't!==this._$AH,'],
  ['r=M(this,e[s+n],i,n),r===E&&(r=this._$AH[n])', ',o||=', 'r=e[s+n]'],
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
  ['if(r.hasAttributes())for(', 'const t of r', 'for('],
  ['new String),', 'this.strings=s', '{}),'],
]

/**
 * Markers that nobody can guess, and what tells templates from other objects. Texts never become markup, but any object
 * in a child's place does: so none of the page's or an offer's comes there, which `isDrawable` sees to.
 */
const MARKERS: readonly Cut[] = [
  ['"?"===e[1]?L:', '"@"', ''],
  ['class L extends', 'class z', ''],
  ['/([.?@])?(.*)/', '.exec(i)', '/([.@])?(.*)/'],
  ['void 0!==t._$litType$?this.$(t):', 'this.k(t)', 'u(t)?'],
  ['this.k(t)}O(t)', '{', 'this.k(t):this.$(t)}O(t)'],
  ['_$litType$:t,', 'strings:i,values', ''],
  ['`lit$${Math', ',n="?"+o', '"lit$"'],
  ['if(!u(t)||!t.hasOwnProperty("raw"))', 'return void 0!==e', ''],
  ['Symbol.for("lit-nothing")', ',C=new', 'void 0'],
  ['i=t=>t,', 's=t.trusted', ''],
  ['const s=i(t).nextSibling;i(t).remove()', ',t=s', 'const s=t.nextSibling;t.remove()'],
]

/** A listener is there from the first drawing on, and knows its element. */
const LISTENERS: readonly Cut[] = [
  ['constructor(t,i,s,e,h){super(t,i,s,e,h),this.type=5}', '_$AI', ''],
  [
    '_$AI(t,i=this){if((t=M(this',
    'handleEvent',
    '_$AI(t){this._$AH===A&&this.element.addEventListener(this.name,this),this._$AH=t}',
  ],
  ['"function"==typeof this._$AH?', '}}', 'this._$AH(t)'],
]

/** No part asks for the part around it, or for options. */
const SURROUNDINGS: readonly Cut[] = [
  ['S.createElement(f,e)', ',P.', 'S.createElement(f)'],
  ['constructor({strings:t},e)', '{let', 'constructor({strings:t})'],
  ['createElement(t,i){', 'const s', 'createElement(t){'],
  ['constructor(t,i){this._$AV', '=[]', 'constructor(t){this._$AV'],
  [',this._$AM=i', '}u(t)', ''],
  ['u(t){const{el', ':{content', 'u(){const{el'],
  ['h.nextSibling,this,t)', ':1===r.type', 'h.nextSibling)'],
  ['r.strings,this,t)', ':0', 'r.strings)'],
  ['void 0!==s&&(void 0!==s.strings?(s._$AI(t,s,i)', ',i+=', '(void 0!==s.strings?(s._$AI(t,i)'],
  ['constructor(t,i,s,e){this._$AH', '=A', 'constructor(t,i){this._$AH'],
  [',this._$AM=s', ',this.options=e', ''],
  [',this.options=e', '}', ''],
  ['_$AI(t,i=this){', 'a(t)?', '_$AI(t){'],
  ['new R(e,this)', ',s=', 'new R(e)'],
  ['t.u(this.options)', ';', 't.u()'],
  [',this,this.options)', '):s=', ')'],
  ['constructor(t,i,s,e,h){this._$AH', '=A', 'constructor(t,i,s){this._$AH'],
  [',this._$AM=e,this.options=h', ',s.length', ''],
  ['_$AI(t,i=this,s,e){', 'const h', '_$AI(t,s){'],
  ['o&&!e&&', 'this.j', 'o&&'],
  [',null,void 0,s)', '}', ',null)'],
  ['const D=(t,i,s)=>', '{', 'const D=(t,i)=>'],
]

/** Only a whole attribute is ever absent, and its parts are texts. */
const ABSENCE: readonly Cut[] = [
  ['o||=!a(r)||r', '!==this._$AH[n],', 'o||=r'],
  ['r===A?t=A:t!==A&&(t+=(r??"")+h[n+1])', ',this._$AH[n]=r', 't+=r+h[n+1]'],
  ['this.element[this.name]=t===A?', '}}class z', 'this.element[this.name]=t'],
  ['this.element.setAttribute(this.name,t??"")', '}}class I', 'this.element.setAttribute(this.name,t)'],
]

/** One value an attribute, so a part takes its own value, and what it is tells how it is made. */
const ONE_VALUE: readonly Cut[] = [
  ['s.length>2||', '}_$AI(t,s){', 'this._$AH=A,(s[0]||s[1])&&(this.strings=s)'],
  [
    '_$AI(t,s){const h=this.strings',
    'j(t){t===A?this.element.remove',
    '_$AI(t){t!==this._$AH&&(this._$AH=t,this.j(this.strings?this.strings[0]+t+this.strings[1]:t))}',
  ],
  ['for(const s of this._$AV)', '}}class k', 'for(const s of this._$AV)s._$AI(t[i++])'],
  [
    'let i;2===r.type',
    ',r=s[++n]',
    'this._$AV.push(r.ctor?new r.ctor(h,r.name,r.strings):new k(h,h.nextSibling))',
  ],
  ['d.push({type:2,', 'index:l})', 'd.push({'],
  ['type:1,index', ':l', 'index'],
]

/** The same in fewer words: what is absent from the start need not be made absent, and what is used once needs no name. */
const WORDS: readonly Cut[] = [
  ['t===A||null==t', '||""===t', 'null==t'],
  ['this._$AH=A,this._$AA=t', ',this._$AB=i', 'this._$AA=t'],
  ['this._$AH=A,this.element=t', ',this.name=i', 'this.element=t'],
  ['this._$AH=A,(s[0]', '||s[1])', '(s[0]'],
  ['null!==(r=P.nextNode())', '&&d.length', '(r=P.nextNode())'],
  ['void 0!==e?e.createHTML(i)', ':i', 'e?e.createHTML(i)'],
  ['this.el=S.createElement(f)', ',P.', '(this.el=document.createElement("template")).innerHTML=f'],
  ['static createElement(t)', '}class R', ''],
  [
    'const{values:i}=t,e=this._$AC(t)',
    ';if(',
    'const{strings:s,values:i}=t;let e=C.get(s);e||C.set(s,e=new S(t))',
  ],
  ['_$AC(t){let i', 'k(t){u', ''],
  ['||"object"!=typeof t&&"function"', ',u=Array', '||"object"!=typeof t'],
  ['else if(8===r.nodeType)r.data', '===n', 'else r.data'],
  ['void 0!==r;', '){if(o===r', 'r;'],
  ['nextSibling,e),i.length', '=e', 'nextSibling),i.length'],
  ['=this._$AA.nextSibling,s)', '{for', '=this._$AA.nextSibling)'],
  ['const e=i;let h=e._$litPart$', '};export', '(i._$litPart$??=new k(i.appendChild(c()),null))._$AI(t)'],
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
  ...SURROUNDINGS,
  ...ABSENCE,
  ...ONE_VALUE,
  ...WORDS,
]
