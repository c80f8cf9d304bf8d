import { readFile } from 'node:fs/promises'
import { openComputer } from '../../setup-file/support/computer'

// Imports a set-up file until it is killed or done.

const [, , folder = '', file = ''] = process.argv
const { takeAll } = await openComputer(folder, {
  // Asked last before the first write.
  confirmProfile: () => {
    process.stdout.write('writing\n')
    return Promise.resolve(true)
  },
})
await takeAll(await readFile(file))
