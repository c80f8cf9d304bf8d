import { it } from 'vitest'

interface Step {
  readonly name: string
  readonly run: () => Promise<void>
  state: 'waiting' | 'failed' | 'passed'
}

/** Ends hanging steps only; a busy computer may be slow. */
const limitMs = 3 * 60_000

const play = async (step: Step): Promise<void> => {
  // Failed until it passes, so that one that hangs has failed too.
  step.state = 'failed'
  let timer: NodeJS.Timeout | undefined
  const hang = new Promise<never>((_done, fail) => {
    timer = setTimeout(() => fail(new Error(`The step “${step.name}” took over ${limitMs} ms`)), limitMs)
  })
  await Promise.race([step.run(), hang]).finally(() => clearTimeout(timer))
  step.state = 'passed'
}

/**
 * For the tests of one story, where each needs what those before it did: returns a function to be used like `it`. A step
 * that runs alone (`-t`) runs those before it first. After a failed step, the others are skipped: one cause is one
 * failure.
 */
export const steps = (): ((name: string, run: () => Promise<void>) => void) => {
  const all: Step[] = []
  return (name, run) => {
    all.push({ name, run, state: 'waiting' })
    const upToThis = [...all]
    const runTest = async ({ skip }: { readonly skip: (why: string) => never }): Promise<void> => {
      const failed = upToThis.find(({ state }) => state === 'failed')
      if (failed !== undefined) skip(`the step “${failed.name}” failed`)
      for (const step of upToThis) if (step.state === 'waiting') await play(step)
    }
    // The limit of each step applies first.
    it(name, runTest, limitMs * (upToThis.length + 1))
  }
}
