/** Where this room writes what support may want to know; electron-log's object fits. */
export interface RoomLog {
  info(message: string): void
  warn(message: string): void
  error(message: string): void
}
