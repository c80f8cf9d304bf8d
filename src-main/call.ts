import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { isOperationId, operationIds } from '#shared/operations'
import type { OperationId, OperationRequest } from '#shared/operations'
import { fail } from '#shared/outcome'
import type { Outcome } from '#shared/outcome'
import type { PlatformFailure } from '#shared/platform-failure'
import { trustedCertificates } from './platform/certificates'
import { createPlatformClient } from './platform/client'
import { credentialsFrom } from './platform/credentials'
import type { Credentials } from './platform/credentials'
import { parseJson, stringifyJson } from './platform/json'
import { proxyFromEnvironment } from './platform/proxy-environment'
import { memoryKeeper } from './platform/tokens'
import { createTransport } from './platform/transport'
import { launchInNode } from './training/node-service-process'
import { startTrainingService, tokenEndpointOf, trainingCredentials } from './training/training-service'

const usage = `usage: npm run call -- OPERATION --input FILE [--platform URL --user-centre URL]

FILE holds {"path": {…}, "query": {…}, "body": {…}} as JSON (“-” reads standard input).
Without --platform and --user-centre a training service of its own answers.
Keys and sign-in come from LOCK_DESK_APP_KEY, LOCK_DESK_APP_SECRET, LOCK_DESK_USER, LOCK_DESK_PASSWORD
(a module's own application: LOCK_DESK_ORDER_APP_KEY and …_SECRET, LOCK_DESK_MEMBER_APP_KEY and …_SECRET).

OPERATION is one of:
${operationIds.map((id) => `  ${id}`).join('\n')}`

const exitCodes = { well: 0, failed: 1, usage: 2 }

interface Target {
  readonly baseUrl: string
  readonly userCentreUrl: string
  readonly credentials: Credentials
  readonly stop: () => Promise<void>
}

const ownService = async (): Promise<Target> => {
  const dataFolder = await mkdtemp(join(tmpdir(), 'lock-desk-call-'))
  const service = startTrainingService({
    launch: launchInNode(join(import.meta.dirname, 'service.js')),
    dataFolder,
    onFault: (what) => console.error(what),
  })
  const stop = async () => {
    await service.stop()
    await rm(dataFolder, { recursive: true, force: true })
  }
  // Interrupted, it leaves neither a service nor a folder behind.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => void stop().then(() => process.exit(exitCodes.failed)))
  }
  const ready = await service.ready
  if (!ready.ok) {
    await stop()
    throw new Error(ready.error.message)
  }
  return {
    baseUrl: ready.value,
    userCentreUrl: tokenEndpointOf(ready.value),
    credentials: trainingCredentials,
    stop,
  }
}

const readInput = async (file: string): Promise<unknown> => {
  if (file !== '-') return parseJson(await readFile(file, 'utf8'))
  const chunks: Buffer[] = []
  for await (const chunk of process.stdin) chunks.push(Buffer.from(chunk as Uint8Array))
  return parseJson(Buffer.concat(chunks).toString('utf8'))
}

const send = async (
  id: OperationId,
  input: unknown,
  { baseUrl, userCentreUrl, credentials }: Target,
): Promise<Outcome<unknown, PlatformFailure>> => {
  const transport = createTransport({ proxyFor: proxyFromEnvironment, certificates: trustedCertificates })
  const client = createPlatformClient({
    baseUrl,
    userCentreUrl,
    credentials,
    transport,
    keeper: memoryKeeper(),
  })
  try {
    // The client holds the request against the operations table itself, and answers `invalid`.
    return await client.call(id, input as OperationRequest<OperationId>)
  } finally {
    await client.stop()
  }
}

const isObject = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const main = async (): Promise<number> => {
  const misuse = (problem: string) => {
    console.error(`${problem}\n\n${usage}`)
    return exitCodes.usage
  }
  let parsed
  try {
    parsed = parseArgs({
      allowPositionals: true,
      options: {
        input: { type: 'string' },
        platform: { type: 'string' },
        'user-centre': { type: 'string' },
      },
    })
  } catch (error) {
    return misuse(error instanceof Error ? error.message : 'unknown option')
  }
  const { positionals, values } = parsed
  const { input, platform, 'user-centre': userCentre } = values
  const [id, ...more] = positionals
  if (id === undefined || more.length > 0) return misuse('Name exactly one operation.')
  if (!isOperationId(id)) return misuse(`There is no operation “${id}”.`)
  if (input === undefined) return misuse('Name the request’s file with --input.')
  if ((platform === undefined) !== (userCentre === undefined)) {
    return misuse('--platform and --user-centre go together.')
  }
  for (const url of [platform, userCentre]) {
    if (url !== undefined && !/^https?:$/.test(URL.canParse(url) ? new URL(url).protocol : '')) {
      return misuse(`“${url}” is not an http or https URL.`)
    }
  }
  let request: unknown
  try {
    request = await readInput(input)
  } catch (error) {
    return misuse(`The input cannot be read: ${error instanceof Error ? error.message : 'unknown'}`)
  }
  let outcome: Outcome<unknown, PlatformFailure>
  if (!isObject(request)) {
    outcome = fail({ code: 'invalid', message: 'the input is not a JSON object', changed: 'no' })
  } else {
    const target: Target =
      platform === undefined || userCentre === undefined
        ? await ownService()
        : {
            baseUrl: platform,
            userCentreUrl: userCentre,
            credentials: credentialsFrom(process.env),
            stop: () => Promise.resolve(),
          }
    try {
      outcome = await send(id, request, target)
    } finally {
      await target.stop()
    }
  }
  process.stdout.write(`${stringifyJson(outcome, 2)}\n`)
  return outcome.ok ? exitCodes.well : exitCodes.failed
}

main().then(
  (code) => {
    process.exitCode = code
  },
  (error: unknown) => {
    console.error(error instanceof Error ? error.message : error)
    process.exitCode = exitCodes.failed
  },
)
