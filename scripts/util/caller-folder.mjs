/**
 * The folder in which the command was typed; relative paths in its arguments refer to it. npm runs a script in
 * the project folder. INIT_CWD counts only if npm started this script, because child processes inherit the
 * variable.
 * @param {string} script its name in package.json
 * @param {NodeJS.ProcessEnv} [env]
 */
export function callerFolder(script, env = process.env) {
  return (env.npm_lifecycle_event === script ? env.INIT_CWD : undefined) ?? process.cwd()
}
