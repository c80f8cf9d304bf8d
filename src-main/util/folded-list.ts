import type { BranchFact } from '#shared/model/branch/branch-event'
import { addFact, addRegister, pendingStamp } from '#shared/model/branch/registers'
import type { Register, Registers } from '#shared/model/branch/registers'
import { createSequencer } from './async'
import { createEmitter } from './emitter'
import type { JsonFile } from './files/json-file'

/** The branch as far as it concerns one platform. */
export interface PlatformBranch {
  /** Resolves when it is known whether there is a branch, and what it states. Throws why that cannot be read. */
  ready(): Promise<void>
  /** The fields of the platform, this computer's ID, and the names of all computers; null without a branch. */
  current(): {
    readonly registers: Registers
    readonly computer: string
    readonly names: ReadonlyMap<string, string>
  } | null
  /** The facts are on disk, and count, when it resolves. Throws why they are not. */
  append(facts: readonly BranchFact[]): Promise<void>
  /** Called when fields have changed, and with all of them when the computer has joined or left. */
  onChange(listener: (fields: ReadonlySet<Register['field']>) => void): () => void
}

/** Of a platform that is never shared, and where there is no branch. */
export const notShared: PlatformBranch = {
  ready: () => Promise.resolve(),
  current: () => null,
  append: () => Promise.reject(new Error('there is no branch')),
  onChange: () => () => undefined,
}

interface ByPlatform<Entry> {
  readonly platforms: Readonly<Record<string, Entry[]>>
}

/** How a list and the fields it is made of become each other. */
export interface ListForm<Entry> {
  readonly fields: readonly Register['field'][]
  readonly registersOf: (entries: readonly Entry[]) => readonly Register[]
  readonly entriesIn: (registers: Registers, computer: string) => Entry[]
}

/**
 * A platform's list in a file. A change is a fact: without a branch it is added to the fields that the file amounts to; in a
 * branch the fields are those of all desks, and the file is a copy that the branch keeps.
 */
export const createFoldedList = <Entry, Content extends ByPlatform<Entry>>(deps: {
  readonly file: JsonFile<Content>
  readonly platformId: string
  readonly branch: PlatformBranch
  readonly form: ListForm<Entry>
}) => {
  const { file, platformId, branch, form } = deps
  const sequencer = createSequencer()
  const listeners = createEmitter<undefined>()
  let shared: readonly Entry[] | null = null

  const inFile = (content: Content): readonly Entry[] => content.platforms[platformId] ?? []
  const read = (): readonly Entry[] => {
    const now = branch.current()
    if (now === null) return inFile(file.read())
    return (shared ??= form.entriesIn(now.registers, now.computer))
  }
  const withFacts = (entries: readonly Entry[], facts: readonly BranchFact[]): Entry[] => {
    const registers = new Map<string, Register>()
    for (const register of form.registersOf(entries)) addRegister(registers, register)
    for (const [at, fact] of facts.entries()) addFact(registers, fact, pendingStamp('', at))
    return form.entriesIn(registers, '')
  }
  const change = async (decide: (entries: readonly Entry[]) => readonly BranchFact[]): Promise<void> => {
    await branch.ready()
    const facts = decide(read())
    if (facts.length === 0) return
    if (branch.current() !== null) return branch.append(facts)
    await file.update((content) => ({
      ...content,
      platforms: { ...content.platforms, [platformId]: withFacts(inFile(content), facts) },
    }))
  }

  const unsubscribe = branch.onChange((fields) => {
    if (!form.fields.some((field) => fields.has(field))) return
    shared = null
    listeners.emit(undefined)
  })

  return {
    read,
    /** The facts are decided on the list as it is then; they are on disk when it resolves. Throws why they are not. */
    change: (decide: (entries: readonly Entry[]) => readonly BranchFact[]): Promise<void> =>
      sequencer.queue(() => change(decide)),
    /** Called when other desks changed the list, or the computer has joined or left. */
    onChange: listeners.add,
    stop: async (): Promise<void> => {
      unsubscribe()
      await sequencer.settled()
    },
  }
}
