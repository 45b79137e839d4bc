/** A file that is sent as it is made, so that its size costs no memory. */
export interface ExportFile {
  /** Any text; the header says it for old and new browsers. */
  readonly name: string
  /** Without a charset: all of them are UTF-8. */
  readonly contentType: string
  readonly parts: AsyncIterable<string>
}
