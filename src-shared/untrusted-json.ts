// Reads JSON that others wrote. Everything that could take long is limited while the text is scanned once, before
// anything is built from it: JSON.parse itself has no limits, and V8 gives all texts over 16,383 characters of one
// length the same hash, so that a few hundred long names take minutes.

export interface JsonLimits {
  /** Characters of the whole text. */
  readonly length: number
  readonly depth: number
  readonly values: number
  /** Characters of a value that is text; 16,000 by default. */
  readonly textLength?: number
}

/** Longer names of fields are in no file. */
const maxNameLength = 200
/** More fields are in no object. V8 gives whole numbers as names hashes that anyone can choose. */
const maxNames = 1_000
/** Longer texts are in no file; above 16,383 they have no hash of their own. */
const maxTextLength = 16_000
/** Longer numbers are in no file. */
const maxNumberLength = 100

export type JsonProblem =
  'too-large' | 'not-json' | 'too-deep' | 'too-many-values' | 'too-long' | 'duplicate-key'

export interface JsonRefusal {
  readonly ok: false
  readonly problem: JsonProblem
  /** The position of the problem. */
  readonly offset: number
}
export type UntrustedJson = { readonly ok: true; readonly value: unknown } | JsonRefusal

class Refused extends Error {
  constructor(
    readonly problem: JsonProblem,
    readonly offset: number,
  ) {
    super(problem)
  }
}

const [quote, backslash, comma, colon] = [0x22, 0x5c, 0x2c, 0x3a]
const [openObject, closeObject, openArray, closeArray] = [0x7b, 0x7d, 0x5b, 0x5d]
const spaces = new Set([0x20, 0x09, 0x0a, 0x0d])

// RFC 8259, sections 3 and 6.
const scalar = /(?:true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?)(?![\w.+-])/y
const escape = /\\(?:["\\/bfnrt]|u[\da-fA-F]{4})/y

class Scanner {
  private at = 0
  private values = 0

  constructor(
    private readonly text: string,
    private readonly limits: JsonLimits,
  ) {}

  /** Throws `Refused` unless the whole text is JSON within the limits. */
  scan(): void {
    this.value(0)
    this.skipSpace()
    if (this.at < this.text.length) this.refuse('not-json')
  }

  private refuse(problem: JsonProblem, offset = this.at): never {
    throw new Refused(problem, offset)
  }

  private skipSpace(): void {
    while (spaces.has(this.text.charCodeAt(this.at))) this.at += 1
  }

  private passes(sign: number): boolean {
    this.skipSpace()
    if (this.text.charCodeAt(this.at) !== sign) return false
    this.at += 1
    return true
  }

  private value(depth: number): void {
    this.skipSpace()
    this.values += 1
    if (depth > this.limits.depth) this.refuse('too-deep')
    if (this.values > this.limits.values) this.refuse('too-many-values')
    switch (this.text.charCodeAt(this.at)) {
      case openObject:
        this.at += 1
        this.members(depth + 1)
        break
      case openArray:
        this.at += 1
        this.items(depth + 1)
        break
      case quote:
        this.string(this.limits.textLength ?? maxTextLength)
        break
      default:
        this.scalar()
    }
  }

  private items(depth: number): void {
    if (this.passes(closeArray)) return
    do this.value(depth)
    while (this.passes(comma))
    if (!this.passes(closeArray)) this.refuse('not-json')
  }

  private members(depth: number): void {
    if (this.passes(closeObject)) return
    const names = new Set<string>()
    do {
      this.skipSpace()
      const start = this.at
      if (this.text.charCodeAt(start) !== quote) this.refuse('not-json')
      const name = this.string(maxNameLength)
      if (names.has(name)) this.refuse('duplicate-key', start)
      names.add(name)
      if (names.size > maxNames) this.refuse('too-many-values', start)
      if (!this.passes(colon)) this.refuse('not-json')
      this.value(depth)
    } while (this.passes(comma))
    if (!this.passes(closeObject)) this.refuse('not-json')
  }

  private scalar(): void {
    scalar.lastIndex = this.at
    const length = scalar.exec(this.text)?.[0].length
    if (length === undefined || length > maxNumberLength) this.refuse('not-json')
    this.at += length
  }

  private string(maxLength: number): string {
    const start = this.at
    let isEscaped = false
    for (this.at += 1; ; this.at += 1) {
      const code = this.text.charCodeAt(this.at)
      // Also at the end of the text, where the code is NaN.
      if (!(code >= 0x20)) this.refuse('not-json', start)
      if (this.at - start > maxLength) this.refuse('too-long', start)
      if (code === quote) break
      if (code === backslash) {
        isEscaped = true
        escape.lastIndex = this.at
        const length = escape.exec(this.text)?.[0].length ?? this.refuse('not-json', start)
        this.at += length - 1
      }
    }
    this.at += 1
    const raw = this.text.slice(start, this.at)
    return isEscaped ? (JSON.parse(raw) as string) : raw.slice(1, -1)
  }
}

/**
 * Why a text is no JSON within the limits; null if it is. A name that occurs twice in an object is a problem too: readers
 * differ in which one counts.
 */
export const findJsonProblem = (text: string, limits: JsonLimits): JsonRefusal | null => {
  if (text.length > limits.length) return { ok: false, problem: 'too-large', offset: 0 }
  try {
    new Scanner(text, limits).scan()
    return null
  } catch (error) {
    if (!(error instanceof Refused)) throw error
    return { ok: false, problem: error.problem, offset: error.offset }
  }
}

/** Reads a JSON text within limits. */
export const readUntrustedJson = (text: string, limits: JsonLimits): UntrustedJson =>
  findJsonProblem(text, limits) ?? { ok: true, value: JSON.parse(text) as unknown }
