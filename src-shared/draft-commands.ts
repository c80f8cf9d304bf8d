interface Command<Input, Value> {
  readonly input: Input
  readonly value: Value
}

/** The most characters of a kept draft, of all its parts together. */
export const longestDraft = 4_000_000

/** A batch as JSON texts: its own fields as one object, and each order by itself, so that no text is long. */
export interface OrderDraft {
  readonly head: string
  readonly orders: readonly string[]
}

/** What a person has not sent yet, kept across a reload and the app's end, one for each platform. */
export interface DraftCommands {
  /** The order batch as it was kept last, as JSON text; null where none is kept. */
  'drafts/read-order': Command<undefined, { readonly text: string | null }>
  /** Keeps a batch, without its products' passwords: of them only how many there were. Null forgets it. */
  'drafts/keep-order': Command<{ readonly draft: OrderDraft | null }, null>
}

export const draftCommandNames: Record<keyof DraftCommands, true> = {
  'drafts/read-order': true,
  'drafts/keep-order': true,
}
