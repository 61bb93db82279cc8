import { html, LitElement, nothing } from 'lit'
import type { Product } from '../../shared/product.ts'
import { contentOf, type ImportStep, importStep } from '../../shared/product-import.ts'
import { type Result, refused } from '../../shared/result.ts'
import { isPassing } from '../../widget/order/problems.ts'
import type { DeskContext } from '../session/desk-context.ts'
import type { ProductRefusal } from '../session/product-api.ts'
import { hasScope } from '../session/scopes.ts'
import { icon } from '../theme/icons.ts'
import { alertBox, refusalBox } from '../theme/marks.ts'
import { stylesWith } from '../theme/styles.ts'
import { type CatalogueLine, readCatalogue, type WrongCell, type WrongFile } from './catalogue-file.ts'
import sheet from './product-import.css?inline'
import { differences, priceText } from './product-lines.ts'
import { allProducts, changedMeanwhile, type Saved, save } from './product-saving.ts'
import { signed } from './units.ts'

/** A step of the file that was chosen. */
interface PlannedStep {
  readonly line: number
  readonly step: ImportStep
  readonly present: Product | undefined
  /** The same key changes the units once. */
  readonly key: string
  /** How it ended; absent before. */
  readonly saved?: Saved
}

/** A line that makes no product. */
interface RefusedLine {
  readonly line: number
  readonly id: string
  readonly cells: readonly WrongCell[]
}

/** What a file would change. */
interface ImportPlan {
  readonly steps: readonly PlannedStep[]
  readonly refused: readonly RefusedLine[]
}

/** A file's text; `undefined` where it is not UTF-8, as of a spreadsheet's older format, whose letters would come out wrong. */
async function textOf(file: File): Promise<string | undefined> {
  const bytes = await file.arrayBuffer()
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return undefined
  }
}

/** Reads a catalogue from a file, shows what it would change, and changes it once the person says so. */
export class DeskProductImport extends LitElement {
  static override readonly styles = stylesWith(sheet)
  static override readonly properties = {
    desk: { attribute: false },
    plan: { state: true },
    wrongFile: { state: true },
    refusal: { state: true },
    isBusy: { state: true },
  }

  declare desk: DeskContext
  declare plan: ImportPlan | undefined
  declare wrongFile: WrongFile | undefined
  /** Why the catalogue of the edge cannot be had. */
  declare refusal: ProductRefusal | undefined
  declare isBusy: boolean
  /** The file that was chosen last: an earlier one may be read later. */
  #chosen: File | undefined

  constructor() {
    super()
    this.plan = this.wrongFile = this.refusal = undefined
    this.isBusy = false
  }

  protected override render() {
    const { words } = this.desk
    const { products } = words
    if (!hasScope('catalogue', this.desk.scopes))
      return html`<h1 tabindex="-1">${products.heading}</h1>${alertBox('notice', 'lock', products.scopeMissing)}`
    const { file } = products
    return html`<a class="back" href="#/products">${icon('back')}${products.all}</a>
      <h1 tabindex="-1">${file.heading}</h1>
      <section class="card choose"><div class="field"><label for="file">${file.choose}</label>
        <input id="file" type="file" accept=".csv,.txt,text/csv" ?disabled=${this.isBusy} aria-describedby="file-hint" @change=${this.#choose} />
        <small id="file-hint">${file.hint}</small></div></section>
      <div role="alert">${this.refusal ? refusalBox(this.refusal, words) : nothing}${this.wrongFile ? alertBox('bad', 'alert', this.#wrongFile(this.wrongFile)) : nothing}</div>
      ${this.plan ? this.#planned(this.plan) : nothing}`
  }

  #wrongFile(wrong: WrongFile): string {
    const { file } = this.desk.words.products
    return wrong.is === 'columns' ? file.columns(wrong.names.join(', ')) : file[wrong.is]
  }

  #planned({ steps, refused }: ImportPlan) {
    const { file } = this.desk.words.products
    const changes = steps.filter(({ step }) => step.deed !== 'unchanged')
    const count = (deed: ImportStep['deed']) => steps.filter(({ step }) => step.deed === deed).length
    return html`<section class="card" aria-labelledby="changes"><h2 id="changes" tabindex="-1">${file.plan}</h2>
      <p role="status">${this.#ended(changes) ?? file.counts(count('made'), count('changed'), count('unchanged'), refused.length)}</p>
      ${refused.length > 0 ? this.#refused(refused) : nothing}
      ${changes.length > 0 ? this.#changes(changes) : nothing}
      ${this.#button(changes)}</section>`
  }

  #refused(lines: readonly RefusedLine[]) {
    const { file } = this.desk.words.products
    return html`<h3>${file.refused}</h3><ul>${lines.map(
      ({ line, id, cells }) => html`<li><strong>${file.line(line)}${id ? ` · ${id}` : ''}</strong>
        ${cells.map((cell) => html`<small>${this.#wrongCell(cell)}</small>`)}</li>`,
    )}</ul>`
  }

  #wrongCell({ column, is }: WrongCell): string {
    const { file, wrong } = this.desk.words.products
    return `${column}: ${is === 'twice' || is === 'value' ? file[is] : wrong[is]}`
  }

  #changes(changes: readonly PlannedStep[]) {
    const { products } = this.desk.words
    return html`<table role="table"><caption class="unseen">${products.file.plan}</caption>
      <thead role="rowgroup"><tr role="row"><th role="columnheader" scope="col">${products.product}</th>
        <th role="columnheader" scope="col">${products.file.change}</th><th role="columnheader" scope="col">${products.state}</th></tr></thead>
      <tbody role="rowgroup">${changes.map(
        (one) => html`<tr role="row">
          <th role="rowheader" scope="row">${one.step.content.name}<small>${one.step.id}</small></th>
          <td role="cell">${this.#whatChanges(one).map((text) => html`<p>${text}</p>`)}</td>
          <td role="cell">${this.#state(one)}</td></tr>`,
      )}</tbody></table>`
  }

  /** One sentence for each thing that changes. */
  #whatChanges({ step, present }: PlannedStep): readonly string[] {
    const { desk } = this
    const { history, units, file } = desk.words.products
    const { content, unitsChange } = step
    if (!present) {
      const counted = step.units === undefined ? [] : [`${units}: ${step.units.toLocaleString(desk.locale)}`]
      return [priceText(content, desk), ...counted]
    }
    const lines = differences(contentOf(present), content, desk).map(({ label, before, after }) =>
      history.changed(label, before || history.nothing, after || history.nothing),
    )
    return unitsChange === undefined ? lines : [...lines, file.units(signed(unitsChange))]
  }

  #state({ step, saved }: PlannedStep) {
    const { words } = this.desk
    const { file } = words.products
    const isNew = step.deed === 'made'
    if (!saved)
      return html`<span class="pill ${isNew ? 'busy' : 'notice'}">${isNew ? file.isNew : file.differs}</span>`
    if (saved.ok) return html`<span class="pill good">${file.done}</span>`
    const changed = changedMeanwhile(saved.reason)
    if (!changed) return refusalBox(saved.reason, words)
    // The content is the file's, so the units were refused.
    const isOfUnits = importStep(step, changed).version === undefined
    return alertBox(
      'notice',
      'alert',
      isOfUnits ? file.unitsChangedMeanwhile : file.changedMeanwhile(changed.changedBy),
    )
  }

  /** What became of all of it; `undefined` before all have ended. */
  #ended(changes: readonly PlannedStep[]): string | undefined {
    const { file } = this.desk.words.products
    if (this.isBusy) return file.busy(changes.filter(({ saved }) => saved).length, changes.length)
    if (changes.length === 0 || changes.some(isDue)) return undefined
    const done = changes.filter(({ saved }) => saved?.ok).length
    return done === changes.length ? file.allDone(done) : file.someDone(done, changes.length)
  }

  #button(changes: readonly PlannedStep[]) {
    const { file } = this.desk.words.products
    const due = changes.filter(isDue)
    if (due.length === 0) return nothing
    const isAgain = due.some(({ saved }) => saved)
    return html`${isAgain && !this.isBusy ? html`<div role="alert">${alertBox('notice', 'alert', file.lost)}</div>` : nothing}
      <button type="button" class="primary" aria-disabled=${this.isBusy ? 'true' : 'false'} @click=${this.#carryOut}>${isAgain ? file.again : file.confirm(due.length)}</button>`
  }

  readonly #choose = async ({ target }: Event) => {
    const [chosen] = (target as HTMLInputElement).files ?? []
    this.plan = this.wrongFile = this.refusal = undefined
    this.#chosen = chosen
    if (!chosen) return
    const { desk } = this
    const text = await textOf(chosen)
    const read = text === undefined ? refused({ is: 'malformed' } as const) : readCatalogue(text)
    if (this.#chosen !== chosen) return
    if (!read.ok) {
      this.wrongFile = read.reason
      return
    }
    const present: Result<readonly Product[], ProductRefusal> = await allProducts(desk)
    if (desk.signal.aborted || this.#chosen !== chosen) return
    if (!present.ok) {
      this.refusal = present.reason
      return
    }
    this.plan = planOf(read.value, present.value, () => desk.env.randomKey())
  }

  /** One after the other: each answer is known before the next change. It stops where no answer comes, and can go on. */
  readonly #carryOut = async () => {
    if (this.isBusy) return
    const { desk, plan } = this
    this.isBusy = true
    for (const planned of plan?.steps ?? []) {
      if (planned.step.deed === 'unchanged' || !isDue(planned)) continue
      const saved = await this.#save(planned)
      if (desk.signal.aborted) return
      this.#put({ ...planned, saved })
      if (!saved.ok && isPassing(saved.reason)) break
    }
    this.isBusy = false
    await this.updateComplete
    // The button is gone once all is done.
    if (!this.renderRoot.querySelector('button')) this.renderRoot.querySelector<HTMLElement>('h2')?.focus()
  }

  async #save({ step, key }: PlannedStep): Promise<Saved> {
    const { desk } = this
    const { id, content, version, units, unitsChange, unitsSeen } = step
    if (step.deed === 'made') return save(desk, content, { id, ...(units !== undefined && { units }) })
    // Somebody else may import the same file at the same time: from the units that both saw, one of the two differences counts.
    const changeUnits = (change = 0) => desk.api.products.changeUnits(id, { change, from: unitsSeen, key })
    if (version === undefined) return changeUnits(unitsChange)
    const saved = await desk.api.products.change({ id, version }, content)
    return saved.ok && unitsChange !== undefined ? changeUnits(unitsChange) : saved
  }

  #put(ended: PlannedStep) {
    if (!this.plan) return
    const steps = this.plan.steps.map((one) => (one.line === ended.line ? ended : one))
    this.plan = { ...this.plan, steps }
  }
}

/** @param present The whole catalogue of the edge. */
function planOf(
  lines: readonly CatalogueLine[],
  present: readonly Product[],
  randomKey: () => string,
): ImportPlan {
  const byId = new Map(present.map((product) => [product.id, product]))
  const steps = lines.flatMap(({ line, product }) => {
    if (!product.ok) return []
    const known = byId.get(product.value.id)
    return [{ line, step: importStep(product.value, known), present: known, key: randomKey() }]
  })
  const refused = lines.flatMap(({ line, id, product }) =>
    product.ok ? [] : [{ line, id, cells: product.reason }],
  )
  return { steps, refused }
}

/** It was not sent, or its answer was lost: sent again, it changes nothing twice. */
const isDue = ({ saved }: PlannedStep) => !saved || (!saved.ok && isPassing(saved.reason))
