import type { Tone } from '../tag/tone'

// What an import shows of its rows, and how a row is corrected in place.

export interface ImportedRow {
  /** Its position in the import, from 0; it does not change. */
  readonly id: number
  /** The row of the file, from 1. */
  readonly line: number
}

interface CellMessage {
  readonly text: string
  readonly tone: Tone
}

export interface ImportField<Row> {
  readonly key: string
  readonly title: string
  /** Of the field that corrects it. */
  readonly label: string
  /** A CSS grid track. */
  readonly width: string
  readonly hideBelow?: number
  /** As shown and searched; empty without a value. */
  readonly text: (row: Row) => string
  /** What is corrected; without it, the shown text. */
  readonly input?: (row: Row) => string
  /** What is wrong with the value. */
  readonly message?: (row: Row) => CellMessage | null
  /** A password: only whether there is one is shown. */
  readonly isSecret?: boolean
  readonly isDigits?: boolean
}

export interface ImportContent<Row, Group extends string> {
  readonly fields: readonly ImportField<Row>[]
  readonly groupOf: (row: Row) => Group
  /** The result with its reason or codes. */
  readonly result: (row: Row) => CellMessage & { readonly detail: string }
  /** The column of results is hidden if the table is narrower, because the cells have their messages. */
  readonly hideResultBelow: number
  readonly canCorrect: (row: Row) => boolean
  /** Enter goes to the next of these rows. */
  readonly needsCorrection: (row: Row) => boolean
  /** The key of the field to correct first. */
  readonly firstField: (row: Row) => string
  readonly correct: (row: Row, field: string, text: string) => void
}
