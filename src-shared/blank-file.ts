const byteOrderMarks = [
  [0xef, 0xbb, 0xbf],
  [0xff, 0xfe],
  [0xfe, 0xff],
]

/** Whether a file has nothing to read: no bytes, or only blanks, also after a byte order mark. */
export const isBlankFile = (bytes: Uint8Array): boolean => {
  const mark = byteOrderMarks.find((signs) => signs.every((sign, at) => bytes[at] === sign)) ?? []
  return bytes.subarray(mark.length).every((byte) => byte <= 0x20)
}
