import { chooseCue } from './sound-choice'
import type { Cue, PlayedCue } from './sound-choice'

export interface Sound {
  play(cue: Cue): void
}

interface Note {
  /** Hz. */
  readonly pitch: number
  /** Seconds after the start of the cue. */
  readonly at: number
  readonly durationMs: number
}

/**
 * Success rises softly; attention is two equal low tones. Pitch and rhythm both differ, so that they need no
 * learning.
 */
const notesOf: Readonly<Record<Cue, { readonly wave: OscillatorType; readonly notes: readonly Note[] }>> = {
  success: {
    wave: 'sine',
    notes: [
      { pitch: 659.25, at: 0, durationMs: 0.1 },
      { pitch: 987.77, at: 0.08, durationMs: 0.2 },
    ],
  },
  attention: {
    wave: 'triangle',
    notes: [
      { pitch: 220, at: 0, durationMs: 0.13 },
      { pitch: 220, at: 0.19, durationMs: 0.16 },
    ],
  },
}

/** Of full scale: audible at a counter, but not loud. */
const loudness = 0.12
/** The fade-in in seconds; without it a loudspeaker clicks. */
const attack = 0.012

const play = (context: AudioContext, cue: Cue): (() => void) => {
  const { wave, notes } = notesOf[cue]
  const began = context.currentTime + 0.01
  const master = context.createGain()
  master.connect(context.destination)
  for (const { pitch, at, durationMs } of notes) {
    const note = context.createOscillator()
    const volume = context.createGain()
    note.type = wave
    note.frequency.value = pitch
    volume.gain.setValueAtTime(0, began + at)
    volume.gain.linearRampToValueAtTime(loudness, began + at + attack)
    volume.gain.exponentialRampToValueAtTime(0.0001, began + at + durationMs)
    note.connect(volume).connect(master)
    note.start(began + at)
    note.stop(began + at + durationMs)
  }
  return () => {
    master.gain.setTargetAtTime(0, context.currentTime, 0.01)
  }
}

/** Synthesizes cues without audio files. Silent without a sound card, or when turned off. */
export const createSound = (deps: { readonly isOn: () => boolean; readonly now?: () => number }): Sound => {
  const now = deps.now ?? (() => performance.now())
  let context: AudioContext | null = null
  let last: PlayedCue | null = null
  let mute = (): void => undefined

  return {
    play: (requested) => {
      const at = now()
      const cue = chooseCue(requested, at, last, deps.isOn())
      if (cue === null) return
      last = { cue, at }
      if (typeof AudioContext === 'undefined') return
      try {
        context ??= new AudioContext({ latencyHint: 'interactive' })
        if (context.state === 'suspended') void context.resume().catch(() => undefined)
        mute()
        mute = play(context, cue)
      } catch {
        // Without a sound device the app continues silently.
      }
    },
  }
}
