import { readArguments } from './util/arguments.mjs'
import { exitStatus, runScript } from './util/outcome.mjs'
import { closingLine, failureLines } from './util/counts.mjs'
import { runUsbSuite } from './usb/run-suite.mjs'
import { openShell } from './usb/shell.mjs'

const usage = 'Usage: npm run test:usb [-- --only PATTERN | --shell]'

// Tests reading locks from the USB port on, in a virtual machine with a real kernel.
await runScript(async () => {
  const { values } = readArguments(process.argv.slice(2), ['only'], usage, { flags: ['shell'] })
  if (values.shell) {
    await openShell()
    return exitStatus.ok
  }
  const began = performance.now()
  const counts = await runUsbSuite(values)
  console.log(`\nin ${((performance.now() - began) / 1000).toFixed(0)} s`)
  console.log([...failureLines(counts), closingLine(counts)].join('\n'))
  return counts.failed === 0 ? exitStatus.ok : exitStatus.failed
})
