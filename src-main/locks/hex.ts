import { z } from 'zod'

export const hexOf = (data: Uint8Array | readonly number[]): string => Buffer.from(data).toString('hex')

export const bytesOfHex = (text: string): Uint8Array => Uint8Array.from(Buffer.from(text, 'hex'))

/** Bytes in a file: pairs of hexadecimal digits, with or without a space between them. */
export const hexBytes = (maxLength: number) =>
  z
    .string()
    .max(maxLength)
    .regex(/^(?:[\da-fA-F]{2} ?)*$/, 'expected pairs of hexadecimal digits')
    .transform((text) => bytesOfHex(text.replaceAll(' ', '')))
