import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { readArguments } from './setup/arguments.mjs'
import { exitStatus, runScript, say } from './setup/outcome.mjs'
import { setUpPackages } from './setup/packages.mjs'
import { projectRoot } from './setup/places.mjs'
import { setUpApp } from './setup/set-up.mjs'
import { closingLine } from './steps/counts.mjs'
import { guestPrelude } from './usb/guest-job.mjs'
import { countResults, isJobEnd, isTestResult, resultLines, saidByGuest } from './usb/results.mjs'
import { setUpVmImage } from './usb/vm-image.mjs'
import { setUpVmPackages } from './usb/vm-packages.mjs'
import { openVm, quoted, runVm } from './usb/vm.mjs'

const usage = 'Usage: npm run test:usb [-- --only PATTERN | --shell]'

/** Against a guest that hangs; the suite takes a third of it on two busy cores. */
const limitMs = 15 * 60 * 1000
const share = join(projectRoot, 'out/usb')

await runScript(async () => {
  const { values } = readArguments(process.argv.slice(2), ['only'], usage, { flags: ['shell'] })
  await setUpVmPackages()
  await setUpPackages()
  const { executable } = await setUpApp()
  const image = await setUpVmImage()
  await mkdir(share, { recursive: true })
  const prelude = guestPrelude({ LOCK_DESK_ELECTRON_PATH: executable, LOCK_DESK_SHARE: '/run/share' })
  const { bundleForGuest, programsFolder } = await import('./usb/bundle.mjs')

  if (values.shell) {
    await bundleForGuest(['play'])
    say('A shell in the guest: `play` plugs devices in and out. Ctrl-D ends it, Ctrl-A X switches it off.')
    const start = [
      `echo ${quoted(`alias play="node ${quoted(join(programsFolder, 'play.mjs'))}"`)} >/run/shell.sh`,
      'export ENV=/run/shell.sh',
      'setsid busybox cttyhack sh -i',
    ]
    await openVm({ image, share, job: `${prelude}${start.join('\n')}\n` })
    return exitStatus.ok
  }

  await bundleForGuest(['suite', 'reporter', 'intruder'])
  const only = values.only === undefined ? '' : `--test-name-pattern=${quoted(values.only)}`
  const [suite, reporter] = ['suite', 'reporter'].map((name) => quoted(join(programsFolder, `${name}.mjs`)))
  const job = `${prelude}
node --test-reporter=${reporter} --test-reporter-destination=stdout ${only} ${suite}
echo "@usb {\\"ended\\":$?}"
`
  /** @type {import('./usb/results.mjs').TestResult[]} */
  const results = []
  /** @type {number | undefined} */
  let ended
  const began = performance.now()
  const end = await runVm({
    ...{ image, share, job, limitMs },
    onLine: (line) => {
      const said = saidByGuest(line)
      if (isTestResult(said)) {
        results.push(said)
        console.log(resultLines(said))
      } else if (isJobEnd(said)) ended = said.ended
      else if (line.trim() !== '' && process.env.LOCK_DESK_VM_CONSOLE) say(`guest: ${line}`)
    },
  })
  if (end === 'too-long') say(`The guest was switched off after ${limitMs / 60_000} minutes.`)
  else if (ended === undefined)
    say('The guest ended before its suite did; LOCK_DESK_VM_CONSOLE=1 shows its console.')
  const counts = countResults(results, ended)
  console.log(`\nusb       in ${((performance.now() - began) / 1000).toFixed(0)} s`)
  console.log(closingLine(counts))
  return counts.failed === 0 ? exitStatus.ok : exitStatus.failed
})
