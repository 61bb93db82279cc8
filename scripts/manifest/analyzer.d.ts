/** What the analyzer exports beside its types. */
import type { AnalyzePhaseParams, Plugin } from '@custom-elements-manifest/analyzer'
import type { Package } from 'custom-elements-manifest/schema'

declare module '@custom-elements-manifest/analyzer' {
  /** Its own TypeScript, which has a programmer's interface. */
  export const ts: AnalyzePhaseParams['ts']

  export function create(input: {
    readonly modules: readonly ReturnType<AnalyzePhaseParams['ts']['createSourceFile']>[]
    readonly plugins: readonly Plugin[]
  }): Package
}
