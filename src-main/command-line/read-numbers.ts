import { messageOf } from '#shared/error-message'
import { normalized } from '#shared/normalized'
import { decodeText } from '#shared/sheets/decode-text'
import { findColumn, columnCells } from '#shared/sheets/find-column'
import { parsePasted, parseText } from '#shared/sheets/parse-text'
import { maxRows } from '#shared/bridge/command'
import { plainDigits, shellNumberIn } from '#shared/model/locks/shell-number'
import { fail, succeed } from '#shared/outcome'
import type { Failure, Outcome } from '#shared/outcome'
import { readBytes } from '../util/files/regular-file'
import type { NumberSource } from './command-form'

/** A number with its line in the file or, on the command line, its place. */
export interface NumberInLine {
  readonly number: string
  readonly line: number
}

export type InputFailure = Failure<
  'file-unreadable' | 'no-numbers-in-input' | 'several-columns' | 'too-many-rows' | 'invalid-number'
> & { readonly line?: number }

/** More than 100,000 numbers with names beside them need. */
const maxBytes = 32 * 1024 * 1024
/** Far more than the longest number; such a text is no number. */
const maxNumberLength = 200

const isLockCell = (cell: string): boolean => shellNumberIn(normalized(cell)) !== null

/** The numbers of a text in the form that the lists of the window take. Titles above them are skipped. */
export const numbersInText = (text: string): Outcome<readonly NumberInLine[], InputFailure> => {
  const isOneLine = text.trim().split('\n').length === 1
  const { rows } = isOneLine ? parsePasted(text) : parseText(text)
  const { state, column, titleRows } = findColumn(rows, isLockCell)
  if (rows.length === 0) return fail({ code: 'no-numbers-in-input', message: 'the input is empty' })
  if (state !== 'found' || column === null) {
    return state === 'ask'
      ? fail({ code: 'several-columns', message: 'several columns contain numbers' })
      : fail({ code: 'no-numbers-in-input', message: 'no column contains numbers of locks' })
  }
  return checked(columnCells(rows, column, titleRows).map(({ line, text: cell }) => ({ line, number: cell })))
}

const checked = (numbers: readonly NumberInLine[]): Outcome<readonly NumberInLine[], InputFailure> => {
  if (numbers.length === 0) return fail({ code: 'no-numbers-in-input', message: 'there are no numbers' })
  if (numbers.length > maxRows) {
    return fail({ code: 'too-many-rows', message: `${numbers.length} numbers, at most ${maxRows}` })
  }
  const plain = numbers.map(({ line, number }) => ({ line, number: plainDigits(number) }))
  const wrong = plain.find(({ number }) => number === '' || number.length > maxNumberLength)
  return wrong === undefined
    ? succeed(plain)
    : fail({ code: 'invalid-number', message: 'not a number of a lock', line: wrong.line })
}

/** Throws if the input is larger. */
export const readInput = async (input: AsyncIterable<Uint8Array>, most = maxBytes): Promise<Uint8Array> => {
  const parts: Uint8Array[] = []
  let size = 0
  for await (const part of input) {
    size += part.length
    if (size > most) throw new Error('is too large')
    parts.push(part)
  }
  return Buffer.concat(parts)
}

export const readNumbers = async (
  source: NumberSource,
  standardInput: AsyncIterable<Uint8Array>,
): Promise<Outcome<readonly NumberInLine[], InputFailure>> => {
  if (source.from === 'arguments') {
    return checked(source.texts.map((number, at) => ({ number, line: at + 1 })))
  }
  try {
    const bytes =
      source.from === 'file' ? await readBytes(source.path, maxBytes) : await readInput(standardInput)
    const decoded = decodeText(bytes)
    return decoded.ok
      ? numbersInText(decoded.value.text)
      : fail({ code: 'file-unreadable', message: decoded.error.message })
  } catch (error) {
    const why = messageOf(error)
    return fail({ code: 'file-unreadable', message: why })
  }
}
