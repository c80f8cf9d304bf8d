import { join } from 'node:path'
import { printMessage } from '../util/outcome.mjs'
import { setUpGuest } from './guest.mjs'
import { openVm, quoteForShell } from './vm.mjs'

/** Opens a shell in the guest on this terminal; `play` plugs devices in and out. */
export async function openShell() {
  const { prelude, ...guest } = await setUpGuest()
  const { bundleForGuest, programsFolder } = await import('./bundle.mjs')
  await bundleForGuest(['play'])
  printMessage(
    'A shell in the guest: `play` plugs devices in and out. Ctrl-D ends the shell, Ctrl-A X stops the guest.',
  )
  const start = [
    `echo ${quoteForShell(`alias play="node ${quoteForShell(join(programsFolder, 'play.mjs'))}"`)} >/run/shell.sh`,
    'export ENV=/run/shell.sh',
    'setsid busybox cttyhack sh -i',
  ]
  await openVm({ ...guest, job: `${prelude}${start.join('\n')}\n` })
}
