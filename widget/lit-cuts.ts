/**
 * What of Lit's templates this tag has no use for, as the release writes it: the tag is counted in bytes, and a template
 * of ours holds values in attributes and between elements alone. There are no directives, no element parts, no values in
 * comments, `<script>`, `<style>` or `<textarea>`, no MathML, and listeners are functions that take no options.
 */

/** A piece of the release, and what stands in its place. */
type Cut = readonly [piece: string, left: string]

const MATHML: readonly Cut[] = [
  ['3===i?"<math>":""', '""'],
  ['3===i?"</math>":""', '""'],
  ['2===i||3===i', '2===i'],
]

const DIRECTIVES: readonly Cut[] = [
  ['t=M(this,t,i),a(t)', 'a(t)'],
  ['t=M(this,t,i,0),o=', 'o='],
  ['r=M(this,e[s+n],i,n)', 'r=e[s+n]'],
  ['(t=M(this,t,i,0)??A)===E', '(t??=A)===E'],
  [',r===E&&(r=this._$AH[n])', ''],
  ['if((t??=A)===E)return;const s=', 't??=A;const s='],
  ['&&t!==E&&this._(t)', '&&this._(t)'],
  ['||t!==this._$AH&&t!==E,', '||t!==this._$AH,'],
]

const ELEMENT_PARTS: readonly Cut[] = [
  ['else t.startsWith(o)&&(d.push({type:6,index:l}),r.removeAttribute(t))', ''],
  [':6===r.type&&(i=new Z(h,this,t))', ':0'],
]

const RAW_TEXT: readonly Cut[] = [
  ['(y.test(u[2])&&(n=RegExp("</"+u[2],"g")),c=p)', 'c=p'],
  [
    'if(y.test(r.tagName)){const t=r.textContent.split(o),i=t.length-1;if(i>0){r.textContent=s?s.emptyScript:"";' +
      'for(let s=0;s<i;s++)r.append(t[s],c()),P.nextNode(),d.push({type:2,index:++l});r.append(t[i],c())}}',
    '',
  ],
  ['c=n??v', 'c=v'],
  [':(c=p,n=void 0);', ':c=p;'],
]

const COMMENTS: readonly Cut[] = [
  ['"!--"===u[1]?c=_:', ''],
  ['c===_||c===m?c=v:', 'c===m?c=v:'],
  [
    'if(r.data===n)d.push({type:2,index:l});else{let t=-1;for(;-1!==(t=r.data.indexOf(o,t+1));)' +
      'd.push({type:7,index:l}),t+=o.length-1}',
    'r.data===n&&d.push({type:2,index:l});',
  ],
]

/** What directives and other packages of Lit's reach for. */
const DOORS: readonly Cut[] = [
  ['t.litHtmlPolyfillSupport;B?.(S,k),(t.litHtmlVersions??=[]).push("3.3.3");', '0;'],
  ['setConnected(t){void 0===this._$AM&&(this._$Cv=t,this._$AP?.(t))}', ''],
  ['this._$AP?.(!1,!0,s);', ';'],
  ['get startNode(){return this._$AA}get endNode(){return this._$AB}', ''],
  ['get tagName(){return this.element.tagName}get _$AU(){return this._$AM._$AU}', ''],
  ['get parentNode(){return this._$AM.parentNode}get _$AU(){return this._$AM._$AU}', ''],
  ['get _$AU(){return this._$AM?._$AU??this._$Cv}', ''],
  [
    'get parentNode(){let t=this._$AA.parentNode;const i=this._$AM;' +
      'return void 0!==i&&11===t?.nodeType&&(t=i.parentNode),t}',
    '',
  ],
  [',this._$Cv=e?.isConnected??!0', ''],
  ['"number"==typeof s?this._$AC(t):(void 0===s.el&&(s.el=S.createElement(V(s.h,s.h[0]),this.options)),s)', 'this._$AC(t)'],
  ['const{values:i,_$litType$:s}=t,e=', 'const{values:i}=t,e='],
  ['(t?.creationScope??l).importNode', 'l.importNode'],
  ['const e=s?.renderBefore??i;let', 'const e=i;let'],
  ['const t=s?.renderBefore??null;', ''],
  ['i.insertBefore(c(),t),t,void 0,s??{}', 'i.appendChild(c()),null,void 0,s'],
]

const LISTENERS: readonly Cut[] = [
  ['e=t===A&&s!==A||t.capture!==s.capture||t.once!==s.once||t.passive!==s.passive,', 'e=t===A&&s!==A,'],
  ['h=t!==A&&(s===A||e)', 'h=t!==A&&s===A'],
  [
    '"function"==typeof this._$AH?this._$AH.call(this.options?.host??this.element,t):this._$AH.handleEvent(t)',
    'this._$AH.call(this.options.host,t)',
  ],
]

/** Every cut, in the order in which they are made. */
export const LIT_CUTS: readonly Cut[] = [
  ...MATHML,
  ...DIRECTIVES,
  ...ELEMENT_PARTS,
  ...RAW_TEXT,
  ...COMMENTS,
  ...DOORS,
  ...LISTENERS,
]
