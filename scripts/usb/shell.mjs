import { join } from 'node:path'
import { say } from '../setup/outcome.mjs'
import { setUpGuest } from './guest.mjs'
import { openVm, quoted } from './vm.mjs'

/** The guest with this terminal as its console: a shell, and `play` to plug devices in and out. */
export async function openShell() {
  const { prelude, ...guest } = await setUpGuest()
  const { bundleForGuest, programsFolder } = await import('./bundle.mjs')
  await bundleForGuest(['play'])
  say('A shell in the guest: `play` plugs devices in and out. Ctrl-D ends it, Ctrl-A X switches it off.')
  const start = [
    `echo ${quoted(`alias play="node ${quoted(join(programsFolder, 'play.mjs'))}"`)} >/run/shell.sh`,
    'export ENV=/run/shell.sh',
    'setsid busybox cttyhack sh -i',
  ]
  await openVm({ ...guest, job: `${prelude}${start.join('\n')}\n` })
}
