import type { CrashInput } from './crash-run'

/** The input of the program that carries out a work order. */
export interface OrderInput extends Pick<CrashInput, 'base' | 'enterprises' | 'chunkSize' | 'killAtWrite'> {
  /** Has the order, and gets the journal, the list of used orders and the result. */
  readonly folder: string
  /** The only trusted key. */
  readonly signerKey: string
  readonly mode: 'run' | 'afterwards'
}

export type OrderRowAfterwards = readonly [key: string, state: string, reason: string | null]

export interface OrderAfterwards {
  /** Why the order cannot be carried out again; null if it was carried out now. */
  readonly again: string | null
  /** The states of the result before anything is read back or resumed, and in the end. */
  readonly found: readonly OrderRowAfterwards[]
  readonly rows: readonly OrderRowAfterwards[]
  readonly jobs: number
}
