// Loaded before a program whose output must be the same at each run (node --import): the clock stands still and
// random bytes repeat. PostgreSQL writes both into the files of a database.

import nodeCrypto from 'node:crypto'
import { syncBuiltinESMExports } from 'node:module'

const fixedStart = Date.UTC(2026, 0, 1)

Date.now = () => fixedStart
globalThis.Date = new Proxy(Date, {
  construct: (RealDate, /** @type {unknown[]} */ values) =>
    values.length > 0 ? new RealDate(.../** @type {[]} */ (values)) : new RealDate(fixedStart),
})
performance.now = () => 0
// PostgreSQL compiled for Node takes its random bytes from here.
nodeCrypto.randomFillSync = (array) => {
  new Uint8Array(array.buffer, array.byteOffset, array.byteLength).fill(1)
  return array
}
syncBuiltinESMExports()
