import '../src-system/trusted-environment'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { messageOf } from '#shared/error-message'
import { isOperationId, operationIds } from '#shared/operations'
import type { OperationId, OperationRequest } from '#shared/operations'
import { fail } from '#shared/outcome'
import type { Outcome } from '#shared/outcome'
import type { PlatformFailure } from '#shared/model/api/platform-failure'
import { trustedCertificates } from './platform/transport/certificates'
import { createPlatformClient } from './platform/client'
import { credentialsFrom } from './platform/auth/credentials'
import type { Credentials } from './platform/auth/credentials'
import { parseJson, stringifyJson } from './platform/response/json'
import { proxyFromEnvironment } from './platform/transport/proxy-environment'
import { createMemoryTokenKeeper } from './platform/auth/tokens'
import { createTransport } from './platform/transport/transport'
import { launchInNode } from './training/node-service-process'
import { generateTrainingCredentials } from './training/generate-credentials'
import { startTrainingService, tokenEndpointOf } from './training/training-service'

const usage = `usage: npm run call -- OPERATION --input FILE [--platform URL --user-centre URL]

FILE holds {"path": {…}, "query": {…}, "body": {…}} as JSON (“-” reads standard input).
Without --platform and --user-centre, the command starts a temporary training service.
The environment contains the credentials: LOCK_DESK_APP_KEY, LOCK_DESK_APP_SECRET, LOCK_DESK_USER, LOCK_DESK_PASSWORD
(an application per module: LOCK_DESK_ORDER_APP_KEY and …_SECRET, LOCK_DESK_MEMBER_APP_KEY and …_SECRET).

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
  const credentials = generateTrainingCredentials()
  const service = startTrainingService({
    credentials,
    launch: launchInNode(join(import.meta.dirname, 'service.js')),
    dataFolder,
    onError: (what) => console.error(what),
  })
  const stop = async () => {
    await service.stop()
    await rm(dataFolder, { recursive: true, force: true })
  }
  // When interrupted, stops the service and removes its temporary folder.
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
    credentials,
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
  const transport = createTransport({ routesFor: proxyFromEnvironment, certificates: trustedCertificates })
  const client = createPlatformClient({
    baseUrl,
    userCentreUrl,
    credentials,
    transport,
    keeper: createMemoryTokenKeeper(),
  })
  try {
    // The client validates the request against the operations table and returns `invalid`.
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
    return misuse(messageOf(error))
  }
  const { positionals, values } = parsed
  const { input, platform, 'user-centre': userCentre } = values
  const [id, ...more] = positionals
  if (id === undefined || more.length > 0) return misuse('Exactly one OPERATION is required.')
  if (!isOperationId(id)) return misuse(`Unknown operation: “${id}”.`)
  if (input === undefined) return misuse('--input FILE is required.')
  if ((platform === undefined) !== (userCentre === undefined)) {
    return misuse('Use --platform and --user-centre together.')
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
    return misuse(`Could not read the input: ${messageOf(error)}`)
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
    console.error(messageOf(error))
    process.exitCode = exitCodes.failed
  },
)
