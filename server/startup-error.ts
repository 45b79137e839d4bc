/**
 * Something about this machine or its settings keeps Loci from starting. The message is one line for a person: what is
 * wrong and what to do. Print it alone, without a stack.
 */
export class StartupError extends Error {
  override name = 'StartupError'
}
