import type { JournaledJob } from '../journal/book'

/** Over which changed rows are counted before a question is due, and how many go without one. */
export const windowMs = 10 * 60_000
export const mostRows = 50

function* newestFirst<One>(all: readonly One[]): Generator<One> {
  for (let at = all.length - 1; at >= 0; at -= 1) {
    const one = all[at]
    if (one !== undefined) yield one
  }
}

/**
 * How many of the rows that go without a question went lately, as the journal knows it: a platform that is opened anew,
 * or an app that is started anew, is no way to fifty more. Which of them a person had agreed to is not written down, so
 * after a new start a question may come early; a job of more was asked about, and so is every loan.
 */
export const rowsLately = (jobs: readonly JournaledJob[], environmentId: string, now: number): number => {
  let rows = 0
  for (const { askedAt, intent, courses } of newestFirst(jobs)) {
    if (now - askedAt >= windowMs || rows >= mostRows) break
    if (
      intent.environment !== environmentId ||
      intent.operation === 'member.lendAssets' ||
      courses.length > mostRows
    )
      continue
    // One row of these stands for as many assets or numbers as it names.
    if (intent.operation === 'member.assignAssets' || intent.operation === 'order.allocateShellNumbers') {
      return mostRows
    }
    rows += courses.filter(({ state }) => state !== 'not-sent').length
  }
  return Math.min(rows, mostRows)
}
