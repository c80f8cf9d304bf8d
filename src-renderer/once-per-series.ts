/** Presses of one hand that follow each other within this time are one, ms. */
const seriesMs = 300

/** How often something was entered or chosen: a press after it is meant, as in key-rest.ts. */
let inputCount = 0
let isListening = false
const countInputs = (): void => {
  if (isListening) return
  isListening = true
  document.addEventListener('input', () => (inputCount += 1), { capture: true })
}

/**
 * Makes an action idempotent for a series of presses: a call while the one before is in flight, or right after it ended,
 * gets its result and starts nothing. Each call extends the series. It covers what the button cannot: an action that was
 * refused at once leaves its button as it was. What is entered after the end ends the series.
 * @param keyOf calls with other keys are other actions; without it, all calls are the same
 * @param endsSeries whether a call right after this result is meant, as after a system dialog, which rests itself
 */
export const oncePerSeries = <Inputs extends readonly unknown[], Result>(
  act: (...inputs: Inputs) => Promise<Result>,
  {
    keyOf = () => '',
    endsSeries = () => false,
  }: {
    readonly keyOf?: (...inputs: Inputs) => string
    readonly endsSeries?: (result: Result) => boolean
  } = {},
): ((...inputs: Inputs) => Promise<Result>) => {
  let last: {
    readonly key: string
    readonly result: Promise<Result>
    isEnded: boolean
    inputsAtEnd: number
  } | null = null
  let timer: ReturnType<typeof setTimeout> | undefined
  countInputs()
  /** A page that was frozen gets its timer before the presses that came meanwhile, but it gets them before the next one. */
  const endSoon = (): void => {
    clearTimeout(timer)
    timer = setTimeout(() => (timer = setTimeout(() => (last = null))), seriesMs)
  }
  return (...inputs) => {
    const key = keyOf(...inputs)
    if (last?.key === key && (!last.isEnded || last.inputsAtEnd === inputCount)) {
      if (last.isEnded) endSoon()
      return last.result
    }
    clearTimeout(timer)
    const started = { key, result: act(...inputs), isEnded: false, inputsAtEnd: 0 }
    last = started
    const onEnd = (isOver: boolean): void => {
      started.isEnded = true
      started.inputsAtEnd = inputCount
      if (last !== started) return
      if (isOver) last = null
      else endSoon()
    }
    started.result.then(
      (result) => onEnd(endsSeries(result)),
      () => onEnd(false),
    )
    return started.result
  }
}
