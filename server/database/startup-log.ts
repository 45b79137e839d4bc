/** Where the start says what it does, one line each; a pino logger is one. */
export interface StartupLog {
  info(message: string): void
  warn(message: string): void
}
