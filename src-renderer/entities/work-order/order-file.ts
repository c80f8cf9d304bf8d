import type { OrderFailure } from '#shared/model/changes/order-failure'
import { fail, succeed } from '#shared/outcome'
import type { Outcome } from '#shared/outcome'

/** One byte more than a signed file may have: main names the limit. */
const readBytes = 20 * 1024 * 1024 + 1

/** The bytes of a chosen or dropped file, which may be locked or gone by now, or be a folder. */
export const orderFileBytes = async (file: File): Promise<Outcome<Uint8Array<ArrayBuffer>, OrderFailure>> => {
  try {
    return succeed(new Uint8Array(await file.slice(0, readBytes).arrayBuffer()))
  } catch (error) {
    return fail({ code: 'file-not-readable', message: String(error) })
  }
}
