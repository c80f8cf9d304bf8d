import { chooseCue } from './sound-choice'
import type { Cue, PlayedCue } from './sound-choice'

export interface Sound {
  play(cue: Cue): void
}

interface Note {
  /** Hz. */
  readonly pitch: number
  /** Seconds after the cue begins. */
  readonly at: number
  readonly lasts: number
}

/** Success rises softly; attention is two low, equal knocks: told apart without being learnt, and by their rhythm too. */
const notesOf: Readonly<Record<Cue, { readonly wave: OscillatorType; readonly notes: readonly Note[] }>> = {
  success: {
    wave: 'sine',
    notes: [
      { pitch: 659.25, at: 0, lasts: 0.1 },
      { pitch: 987.77, at: 0.08, lasts: 0.2 },
    ],
  },
  attention: {
    wave: 'triangle',
    notes: [
      { pitch: 220, at: 0, lasts: 0.13 },
      { pitch: 220, at: 0.19, lasts: 0.16 },
    ],
  },
}

/** Of full scale: heard at a counter, no more. */
const loudness = 0.12
/** Seconds in which a note comes up; without it a loudspeaker clicks. */
const attack = 0.012

const play = (context: AudioContext, cue: Cue): (() => void) => {
  const { wave, notes } = notesOf[cue]
  const began = context.currentTime + 0.01
  const master = context.createGain()
  master.connect(context.destination)
  for (const { pitch, at, lasts } of notes) {
    const note = context.createOscillator()
    const volume = context.createGain()
    note.type = wave
    note.frequency.value = pitch
    volume.gain.setValueAtTime(0, began + at)
    volume.gain.linearRampToValueAtTime(loudness, began + at + attack)
    volume.gain.exponentialRampToValueAtTime(0.0001, began + at + lasts)
    note.connect(volume).connect(master)
    note.start(began + at)
    note.stop(began + at + lasts)
  }
  return () => {
    master.gain.setTargetAtTime(0, context.currentTime, 0.01)
  }
}

/** Made by the computer itself, without a file. Silent where there is no sound card, or where it is turned off. */
export const createSound = (deps: { readonly isOn: () => boolean; readonly now?: () => number }): Sound => {
  const now = deps.now ?? (() => performance.now())
  let context: AudioContext | null = null
  let last: PlayedCue | null = null
  let hush = (): void => undefined

  return {
    play: (asked) => {
      const at = now()
      const cue = chooseCue(asked, at, last, deps.isOn())
      if (cue === null) return
      last = { cue, at }
      if (typeof AudioContext === 'undefined') return
      try {
        context ??= new AudioContext({ latencyHint: 'interactive' })
        if (context.state === 'suspended') void context.resume().catch(() => undefined)
        hush()
        hush = play(context, cue)
      } catch {
        // A computer without sound shows everything all the same.
      }
    },
  }
}
