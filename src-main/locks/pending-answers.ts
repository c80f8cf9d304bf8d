/** What was asked of the USB process and is not answered yet; each is settled once, however that comes. */
export const createPendingAnswers = <Answer>() => {
  const pending = new Map<number, (answer: Answer) => void>()
  return {
    settle: (id: number, answer: Answer) => pending.get(id)?.(answer),
    settleAll: (answer: Answer) => {
      for (const settle of [...pending.values()]) settle(answer)
    },
    /** `send` gives the message its number; `cancel` is told when `signal` ends the wait with `ended`. */
    ask: (
      id: number,
      {
        signal,
        send,
        cancel,
        ended,
      }: { signal: AbortSignal; send: () => void; cancel: () => void; ended: Answer },
    ): Promise<Answer> =>
      new Promise((resolve) => {
        const settle = (answer: Answer) => {
          pending.delete(id)
          signal.removeEventListener('abort', end)
          resolve(answer)
        }
        const end = () => {
          cancel()
          settle(ended)
        }
        pending.set(id, settle)
        if (signal.aborted) {
          end()
          return
        }
        signal.addEventListener('abort', end)
        send()
      }),
  }
}
