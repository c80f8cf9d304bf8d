import { httpTransport } from './call'
import { allChecks } from './checks/all'
import { credentialsFrom, readCommandLine, ExitError } from './command-line'
import type { Examination } from './command-line'
import { runChecks } from './run'
import { createSession } from './session'
import { tableOf } from './table'
import { signIn } from './user-centre'

const examine = async ({ url, userCentre, ...rest }: Examination): Promise<number> => {
  const credentials = credentialsFrom(process.env)
  const tokens = await signIn(userCentre, credentials).catch((error: unknown) => {
    process.stderr.write(`Sign-in at ${userCentre} failed: ${String(error)}\n`)
    return null
  })
  if (tokens === null) return 1
  const session = createSession(
    { baseUrl: url, userCentre, credentials, tokens, ...rest },
    httpTransport(url),
  )
  const results = await runChecks(allChecks, session, ({ outcome }) => {
    process.stderr.write(outcome === 'passed' ? '.' : outcome === 'failed' ? 'F' : '-')
  })
  process.stderr.write('\n')
  const { world } = session.turn()
  const left = await world.cleanUp()
  process.stdout.write(`${tableOf(results)}\n`)
  if (world.made.length > 0) {
    process.stdout.write(
      `Created for the checks: ${world.made.length} enterprises “一致性检查 …” with a customer each (no operation deletes them). ` +
        `Their employees and assets were deleted${left.length === 0 ? '.' : ', except:'}\n`,
    )
    for (const one of left) process.stdout.write(`  ${one}\n`)
  }
  return results.some(({ outcome }) => outcome === 'failed') ? 1 : 0
}

/** Runs the conformance suite as a program and returns its exit status. */
export const main = async (args: readonly string[]): Promise<number> => {
  try {
    const command = readCommandLine(args)
    if (command.name === 'examine') return await examine(command.examination)
    const { plantAll } = await import('../planted/main')
    return await plantAll(command)
  } catch (error) {
    if (!(error instanceof ExitError)) throw error
    process.stderr.write(`${error.message}\n`)
    return error.status
  }
}
