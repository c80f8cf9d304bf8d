/** The size of the pad, in its own units. */
export const padSize = { width: 600, height: 200 } as const

export const maxStrokes = 200
/** In all strokes together. */
export const maxPoints = 5_000

/** The lines to sign: two on a receipt, two on a handover note. */
export const signatureLines = ['operator', 'customer', 'received', 'returned'] as const
export type SignatureLine = (typeof signatureLines)[number]

export type Point = readonly [x: number, y: number]

/** The document that is signed. */
export type SignedDocument =
  | { readonly jobIds: readonly string[]; readonly loanId?: never }
  | { readonly loanId: string; readonly jobIds?: never }

/** The last signature on a line of a document. */
export interface DocumentSignature {
  readonly line: SignatureLine
  /** Ms since 1970. */
  readonly signedAt: number
  /** `deleted`: by the app, because of the setting · `missing`, `differs`: changed outside the app. */
  readonly state: 'unchanged' | 'deleted' | 'missing' | 'differs'
  /** The strokes as path data, only moves and lines; empty unless unchanged. */
  readonly paths: readonly string[]
}
