import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { memoryOfTree } from './processes.mjs'
import { call, dataOf, signIn } from './service/client.mjs'
import { addresses, largeEnterprise, createBenchEnterprise } from './service/bench-enterprise.mjs'
import { startProgram } from './service/programs.mjs'
import { compare } from './statistics.mjs'

const rounds = 60
/** For requests of a few milliseconds, whose ratio varies more. */
const manyRounds = 200
const warmUps = 25
const locksPerCall = 100
/**
 * Minimum ratio of a bare handler's time to the service's; maximum ratio of time per row between the large and
 * the small store.
 */
const aims = { bare: 0.7, growth: 1.2 }

/** @typedef {() => Promise<{ ms: number, text: string }>} Measured */
/** @typedef {{ base: number, ours: number, ratio: number }} Compared */

/**
 * The licensing service on its embedded store: compared with a bare Fastify handler running the same SQL on a
 * copy of that store, and on a store of 100,000 assets with one of 2,000. Requests alternate, one at a time.
 * @param {{ projectRoot: string }} where
 */
export async function benchService({ projectRoot }) {
  const folder = await mkdtemp(join(tmpdir(), 'lock-desk-bench-'))
  const program = join(projectRoot, 'out/main/service.js')
  const small = join(folder, 'small')
  const copy = join(folder, 'copy')
  /** @type {(() => Promise<void>)[]} */
  const stops = []
  const start = async (/** @type {string} */ file, /** @type {string[]} */ args) => {
    const started = await startProgram(file, args)
    stops.push(started.stop)
    return started
  }
  try {
    // Filled, stopped and copied, so that both have an identical store.
    const first = await startProgram(program, ['--port', '0', '--data', small, '--seed', 'demo'])
    const tokens = await signIn(first.url)
    const filled = await createBenchEnterprise(first.url, tokens)
    await first.stop()
    await cp(small, copy, { recursive: true })
    const service = await start(program, ['--port', '0', '--data', small])
    const bare = await start(join(import.meta.dirname, 'service/bare-handler.mjs'), [join(copy, 'store')])
    const here = { ...filled, ...addresses(service.url, filled.enterprise) }
    const numbers = filled.assetNums.slice(0, locksPerCall)
    const disable = {
      base: switched((locked) => call(`${bare.url}/lock`, tokens, { assetNums: numbers, locked })),
      ours: switched((locked) => change(here, tokens, numbers, locked)),
    }
    const list = {
      base: () => call(`${bare.url}/list/${filled.enterprise}`, tokens),
      ours: () => call(here.list, tokens),
    }
    const sameRows =
      JSON.stringify(JSON.parse((await list.base()).text)) ===
      JSON.stringify(JSON.parse((await list.ours()).text))
    if (!sameRows) throw new Error('The bare handler answers other rows than the service')
    const againstBare = {
      list: inverse(await measure('asset list of 2,000', list)),
      disable: inverse(await measure('batch disable of 100', disable, manyRounds)),
    }
    await bare.stop()
    stops.pop()

    const registerFile = join(projectRoot, 'resources/training/register.json')
    /** @type {unknown} */
    const register = JSON.parse(await readFile(registerFile, 'utf8'))
    const [{ enterpriseGlobalId: wrapper }] = /** @type {[{ enterpriseGlobalId: string }]} */ (register)
    const large = await start(program, ['--port', '0', '--data', join(folder, 'large'), '--seed', 'scale'])
    const startedMs = large.startedMs
    const largeTokens = await signIn(large.url)
    const there = await createBenchEnterprise(large.url, largeTokens)
    const theirNumbers = there.assetNums.slice(0, locksPerCall)
    const bigList = addresses(large.url, await largeEnterprise(large.url, largeTokens)).list
    // The same kind of rows, generated in the same way: with extensions, limit windows, employees.
    const drawnList = addresses(service.url, wrapper).list
    const growth = {
      list: await measure('asset list, large store', {
        base: () => call(here.list, tokens),
        ours: () => call(there.list, largeTokens),
      }),
      lock: await measure(
        'batch disable, large store',
        {
          base: switched((locked) => change(here, tokens, numbers, locked)),
          ours: switched((locked) => change(there, largeTokens, theirNumbers, locked)),
        },
        manyRounds,
      ),
      members: await measure(
        'member list, large store',
        {
          base: () => call(here.members, tokens),
          ours: () => call(there.members, largeTokens),
        },
        manyRounds,
      ),
      largeList: perRow(
        await measure(
          'asset list of 20,000',
          { base: () => call(drawnList, tokens), ours: () => call(bigList, largeTokens) },
          16,
        ),
        (await rowsOf(bigList, largeTokens)) / (await rowsOf(drawnList, tokens)),
      ),
    }
    const memory = { small: await megabytes(service.pid), large: await megabytes(large.pid) }
    await report({ againstBare, growth, memory, startedMs }, join(projectRoot, 'out/bench/service.json'))
    const isWell =
      Object.values(againstBare).every(({ ratio }) => ratio >= aims.bare) &&
      Object.values(growth).every(({ ratio }) => ratio <= aims.growth)
    console.log(isWell ? 'All aims are met.' : 'Not all aims are met.')
  } finally {
    for (const stop of stops.toReversed()) await stop()
    await rm(folder, { recursive: true, force: true })
  }
}

/**
 * Disables and enables alternately, so that every request changes every lock.
 * @param {(locked: boolean) => ReturnType<Measured>} send
 * @returns {Measured}
 */
function switched(send) {
  let locked = false
  return () => send((locked = !locked))
}

/**
 * @param {import('./service/bench-enterprise.mjs').BenchEnterprise} benchEnterprise
 * @param {import('./service/client.mjs').Tokens} tokens
 * @param {readonly string[]} assetNums
 * @param {boolean} locked
 */
function change(benchEnterprise, tokens, assetNums, locked) {
  return call(locked ? benchEnterprise.lock : benchEnterprise.unlock, tokens, {
    assetNums,
    operatorIdentity: 'bench',
  })
}

/**
 * @param {string} what
 * @param {{ base: Measured, ours: Measured }} pair
 * @param {number} [count]
 * @returns {Promise<Compared>} medians in milliseconds per request; the ratio is the median of the pairs' ratios
 */
async function measure(what, { base, ours }, count = rounds) {
  for (let round = 0; round < Math.min(warmUps, count); round++) {
    await base()
    await ours()
  }
  /** @type {number[]} */
  const bases = []
  /** @type {number[]} */
  const own = []
  for (let round = 0; round < count; round++) {
    // Alternates the order, since the first request of a pair affects the second.
    if (round % 2 === 0) bases.push((await base()).ms)
    own.push((await ours()).ms)
    if (round % 2 === 1) bases.push((await base()).ms)
  }
  process.stderr.write(`${what}: done\n`)
  return compare(bases, own)
}

/**
 * The base's time divided by the service's time: the share of its throughput.
 * @param {Compared} compared
 */
function inverse({ base, ours, ratio }) {
  return { base, ours, ratio: 1 / ratio }
}

/**
 * @param {Compared} compared
 * @param {number} times the ratio of row counts
 */
function perRow({ base, ours, ratio }, times) {
  return { base, ours: ours / times, ratio: ratio / times }
}

/**
 * @param {string} address
 * @param {import('./service/client.mjs').Tokens} tokens
 */
async function rowsOf(address, tokens) {
  return /** @type {unknown[]} */ (await dataOf(address, tokens)).length
}

/** @param {number} pid */
async function megabytes(pid) {
  const shares = await memoryOfTree(pid)
  return shares.reduce((sum, { kilobytes }) => sum + kilobytes, 0) / 1024
}

/**
 * @param {{ againstBare: Record<string, Compared>, growth: Record<string, Compared>, memory: Record<string, number>, startedMs: number }} measured
 * @param {string} file
 */
async function report({ againstBare, growth, memory, startedMs }, file) {
  console.log(
    `\nMedians of interleaved calls, one at a time: ${rounds} of the lists, ${manyRounds} of what is quicker.`,
  )
  console.log(line('throughput against a bare handler', 'bare, ms', 'service, ms', 'ratio'))
  const names = { list: 'asset list of 2,000', disable: 'batch disable of 100' }
  for (const [name, text] of Object.entries(names))
    console.log(row(text, againstBare[name], `≥ ${aims.bare}`))
  console.log(line('time, 100,000 assets against 2,000', 'small, ms', 'large, ms', 'ratio'))
  const grown = {
    list: 'asset list of 2,000',
    lock: 'batch disable of 100',
    members: 'member list of 100',
    largeList: 'asset list, 20,000 rows, per 1,001',
  }
  for (const [name, text] of Object.entries(grown)) console.log(row(text, growth[name], `≤ ${aims.growth}`))
  console.log(
    `memory (PSS): ${(memory['small'] ?? 0).toFixed(0)} MB with 4,000 assets, ${(memory['large'] ?? 0).toFixed(0)} MB with 102,000; ` +
      `the first start with --seed scale took ${(startedMs / 1000).toFixed(1)} s`,
  )
  const machine = {
    platform: process.platform,
    arch: process.arch,
    node: process.version,
    processors: cpus().length,
  }
  await mkdir(join(file, '..'), { recursive: true })
  const content = {
    at: new Date().toISOString(),
    machine,
    rounds,
    aims,
    againstBare,
    growth,
    memoryMegabytes: memory,
    scaleStartMs: startedMs,
  }
  await writeFile(file, JSON.stringify(content, null, 2))
}

/** @param {string[]} cells */
function line(...cells) {
  const [name = '', ...values] = cells
  return (name.padEnd(38) + values.map((value) => value.padStart(13)).join('')).trimEnd()
}

/** @param {string} name @param {Compared | undefined} compared @param {string} aim */
function row(name, compared, aim) {
  const { base, ours, ratio } = compared ?? { base: NaN, ours: NaN, ratio: NaN }
  return `${line(`  ${name}`, base.toFixed(2), ours.toFixed(2), ratio.toFixed(2))}   aim ${aim}`
}
