import { sheetFailure } from '../sheet'
import type { SheetFailure, SheetFailureCode } from '../sheet'

/** Ends a read from within a parser's callback; `readWorkbook` returns its failure as a value. */
export class Refusal extends Error {
  readonly failure: SheetFailure
  constructor(code: SheetFailureCode, message: string) {
    super(message)
    this.failure = sheetFailure(code, message)
  }
}
