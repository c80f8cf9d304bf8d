/** Which platform is open, or is being opened, and whether a job of it runs. What outlives a platform asks here. */
export class OpenPlatform {
  #id = ''
  #countJobs = (): number => 0

  get id(): string {
    return this.#id
  }

  get runningJobs(): number {
    return this.#countJobs()
  }

  /** From now on `id` is being opened; the platform before it has stopped, and with it its jobs. */
  begin(id: string): void {
    this.#id = id
    this.#countJobs = () => 0
  }

  /** @param countJobs the running jobs; ignored if another platform was begun meanwhile */
  complete(id: string, countJobs: () => number): void {
    if (id === this.#id) this.#countJobs = countJobs
  }
}
