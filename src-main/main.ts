import '../src-system/trusted-environment'
import { app } from 'electron'
import { removeCredentialVariables } from './platform/auth/credentials'
import { openApp } from './start/open-app'
import { planLaunch } from './start/plan-launch'
import { prepareProcess } from './start/prepare-process'
import { readLaunchFacts } from './start/read-launch-facts'
import { refuseLaunch } from './start/refuse-launch'
import { relaunchHeadless, relaunchWithoutSecrets } from './start/relaunch-without-secrets'
import { answerCommand, startCommand } from './start/start-command'
import { createDisposableStore, stopTimeoutsMs } from './util/disposable-store'

// Removes the secrets before any other process starts.
const keys = removeCredentialVariables(process.env)
const args = process.argv.slice(1)
const program = {
  programFolder: import.meta.dirname,
  disposables: createDisposableStore(stopTimeoutsMs.app),
}

const plan = planLaunch(await readLaunchFacts(args, keys))
switch (plan.kind) {
  case 'refuse':
    refuseLaunch(plan)
    break
  case 'answer':
    app.exit(await answerCommand(plan))
    break
  case 'relaunch':
    app.exit(
      plan.without === 'display' ? relaunchHeadless(keys) : relaunchWithoutSecrets(keys, plan.variables),
    )
    break
  case 'command':
    startCommand(plan, prepareProcess(plan, keys), program)
    break
  case 'window':
    openApp(plan, prepareProcess(plan, keys), args, program)
}
