import { errorLine, exitStatus } from './protocol'
import type { ExitStatus } from './protocol'
import { createCommandOutput } from './command-output'
import type { UsageFailure } from './command-form'
import type { CommandLine } from './parse-arguments'
import { commandTexts } from './texts'
import type { Language } from './texts'
import type { Outcome } from '#shared/outcome'

/** Answers what needs no app: wrong usage, help and the version. Returns the exit status. */
export const answerAtOnce = async (
  parsed: Outcome<CommandLine, UsageFailure>,
  {
    json,
    language,
    version,
    stdout,
    stderr,
  }: {
    /** Where the arguments could not be parsed. */
    readonly json: boolean
    readonly language: Language
    readonly version: string
  } & Parameters<typeof createCommandOutput>[1],
): Promise<ExitStatus> => {
  const output = createCommandOutput({ json, language }, { stdout, stderr })
  const { problem, usage } = commandTexts[language]
  const status = parsed.ok ? exitStatus.ok : exitStatus.usage
  if (!parsed.ok) {
    const { code, message, subject } = parsed.error
    if (json) output.emit(errorLine(code, message))
    else stderr.write(`lock-desk: ${problem[code](subject)}\n\n${usage}\n`)
  } else if (parsed.value.command.name === 'version') output.emit({ type: 'version', version })
  else stdout.write(`${usage}\n`)
  if (json) output.emit({ type: 'result', exitStatus: status, platform: null, jobId: null })
  await output.flush()
  return status
}
