/**
 * The folder in which the person typed the command, against which the paths they gave are meant: npm runs a script
 * in the project's folder, wherever it was called. Only of the npm that started this very script, because what it
 * says is inherited by everything started below.
 * @param {string} script its name in package.json
 * @param {NodeJS.ProcessEnv} [env]
 */
export function callerFolder(script, env = process.env) {
  return (env.npm_lifecycle_event === script ? env.INIT_CWD : undefined) ?? process.cwd()
}
