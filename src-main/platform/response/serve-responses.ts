import type { FromResponseWorker, ToResponseWorker } from './response-messages'
import { sliceLength } from './response-messages'
import { readDataInSlices } from './read-data'
import type { DataEnd } from './read-data'

/** Slices in transit: one is produced while the previous one is processed. */
const maxSlicesInFlight = 2

interface Reading {
  readonly parts: Uint8Array[]
  slices: Generator<readonly unknown[], DataEnd> | null
}

/** The response thread: receives bytes and sends rows no faster than they are processed. */
export const serveResponses = (
  post: (message: FromResponseWorker) => void,
): ((message: ToResponseWorker) => void) => {
  const readings = new Map<number, Reading>()

  const next = (answer: number) => {
    const step = readings.get(answer)?.slices?.next()
    if (step === undefined) return
    if (step.done !== true) {
      post({ kind: 'rows', answer, rows: step.value })
      return
    }
    readings.delete(answer)
    post({ kind: 'end', answer, end: step.value })
  }

  const readingOf = (answer: number): Reading => {
    const known = readings.get(answer)
    if (known !== undefined) return known
    const reading: Reading = { parts: [], slices: null }
    readings.set(answer, reading)
    return reading
  }

  return (message) => {
    const { answer } = message
    switch (message.kind) {
      case 'bytes':
        readingOf(answer).parts.push(message.bytes)
        return
      case 'read': {
        const reading = readingOf(answer)
        const text = Buffer.concat(reading.parts.splice(0)).toString('utf8')
        reading.slices = readDataInSlices(message.operation, { status: message.status, text }, sliceLength)
        for (let slice = 0; slice < maxSlicesInFlight; slice += 1) next(answer)
        return
      }
      case 'more':
        next(answer)
        return
      case 'drop':
        readings.delete(answer)
    }
  }
}
