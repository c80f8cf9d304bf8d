import { fail, succeed } from '#shared/outcome'
import type { Outcome } from '#shared/outcome'
import { sheetFailure, sheetLimits } from '../sheet'
import type { SheetFailure } from '../sheet'

export const bytesOf = async (input: File): Promise<Outcome<Uint8Array<ArrayBuffer>, SheetFailure>> => {
  if (input.size > sheetLimits.bytes) return fail(sheetFailure('too-large', String(input.size)))
  try {
    return succeed(new Uint8Array(await input.arrayBuffer()))
  } catch (error) {
    // The file was moved, its drive was removed, or access is denied. A dropped folder fails here too.
    return fail(sheetFailure('unreadable', String(error)))
  }
}

/** A file with the bytes of now: the browser refuses to read a file again that was saved meanwhile. */
export const copyOf = async (input: File | string): Promise<Outcome<File | string, SheetFailure>> => {
  if (typeof input === 'string') return succeed(input)
  const bytes = await bytesOf(input)
  return bytes.ok ? succeed(new File([bytes.value], input.name)) : bytes
}
