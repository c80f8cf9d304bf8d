import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { processorMs } from '../support/processor-time'
import { hidEntry } from './support/devices'
import { drawEntries, drawReport } from './fuzz/devices'
import { drawFor } from './fuzz/draw'
import { play } from './fuzz/play'
import type { Case } from './fuzz/play'
import { drawProfileText } from './fuzz/profiles'

// Set by `npm run test:fuzz -- --runs N --seed N`; the default is a small fixed sample.
const runs = Number(process.env['LOCK_DESK_FUZZ_RUNS'] ?? 6_000)
const seed = Number(process.env['LOCK_DESK_FUZZ_SEED'] ?? 20_261_121)
/** One input in this many also runs the full exchange with a simulated device. */
const wholeEvery = 20
/** The processor time limit per input; wall time would depend on the load of the computer. */
const maxMs = 1000

const caseOf = (run: number): Case => {
  const draw = drawFor(seed, run)
  return {
    profileText: drawProfileText(draw),
    entries: (profile) => drawEntries(draw, profile),
    report: (profile) => drawReport(draw, profile),
    whole: run % wholeEvery === 0,
  }
}

const share = (part: number) => `${((100 * part) / runs).toFixed(1)} %`

describe('untrusted device input', () => {
  it('ends quickly in a number or an error code, for any input', { timeout: 60_000 + runs }, async () => {
    const ends = new Map<string, number>()
    const reached = { profile: 0, device: 0, extraction: 0 }
    let slowest = { run: 0, ms: 0 }
    for (let run = 0; run < runs; run += 1) {
      const began = processorMs()
      const played = await play(caseOf(run)).catch((error: unknown) => {
        const text = caseOf(run).profileText.slice(0, 2000)
        throw new Error(`seed ${seed}, run ${run}: ${String(error)}\n${text}`, { cause: error })
      })
      const ms = processorMs() - began
      if (ms > slowest.ms) slowest = { run, ms }
      reached[played.reached] += 1
      const end = `${played.reached}: ${played.end}`
      ends.set(end, (ends.get(end) ?? 0) + 1)
      if (run % 100_000 === 99_999) console.log(`  ${run + 1} of ${runs}`)
    }
    const lines = [...ends].sort(([, one], [, other]) => other - one)
    console.log(
      [
        `fuzz: ${runs} runs of seed ${seed}, ${reached.extraction} (${share(reached.extraction)}) reached extraction`,
        `  slowest run ${slowest.run}: ${slowest.ms.toFixed(1)} ms`,
        ...lines.map(([end, count]) => `  ${share(count).padStart(7)}  ${end}`),
      ].join('\n'),
    )
    expect(reached.extraction / runs).toBeGreaterThanOrEqual(0.3)
    expect(ends.get('extraction: number') ?? 0).toBeGreaterThan(0.08 * runs)
    expect(slowest.ms).toBeLessThan(maxMs)
  })
})

// Saved inputs: each file of corpus/ runs every time.
const corpus = join(import.meta.dirname, 'corpus')

interface Kept {
  readonly why: string
  /** A profile, or the text of a profile file. */
  readonly profile: unknown
  readonly entries?: readonly Record<string, unknown>[]
  /** Hexadecimal. */
  readonly report?: string
  readonly reached: string
  readonly end: string
}

describe('saved inputs', () => {
  it.each(readdirSync(corpus).sort())('%s', async (name) => {
    const kept = JSON.parse(readFileSync(join(corpus, name), 'utf8')) as Kept
    const played = await play({
      profileText: typeof kept.profile === 'string' ? kept.profile : JSON.stringify(kept.profile),
      entries: () => (kept.entries ?? [{}]).map((entry) => hidEntry(entry)),
      report: () => ({ data: Uint8Array.from(Buffer.from(kept.report ?? '', 'hex')), planted: null }),
      whole: true,
    })
    expect(played).toEqual({ reached: kept.reached, end: kept.end })
  })
})
