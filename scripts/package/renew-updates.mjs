import { resolve } from 'node:path'
import { FailedError, printMessage } from '../util/outcome.mjs'
import { signUpdateFiles } from './update-channel.mjs'

// Update files are valid for 90 days. If there is no newer version by then, this script signs the same files
// again: LOCK_DESK_UPDATE_KEY=… node scripts/package/renew-updates.mjs FOLDER

const [folder] = process.argv.slice(2)
if (folder === undefined) {
  printMessage('Usage: node scripts/package/renew-updates.mjs FOLDER')
  process.exitCode = 2
} else {
  try {
    const signed = await signUpdateFiles(resolve(folder), process.env)
    printMessage(
      signed.length === 0
        ? 'Nothing was signed. Check LOCK_DESK_UPDATE_KEY and that the folder contains latest*.yml.'
        : `Signed: ${signed.join(', ')}`,
    )
    process.exitCode = signed.length === 0 ? 1 : 0
  } catch (error) {
    printMessage(error instanceof FailedError ? error.message : String(error))
    process.exitCode = 1
  }
}
