import { exchanges, type TurnMessage } from './turn'

/** The exchange of each message of a list that holds whole exchanges only, as ascending seqs; else the message alone. */
export function unitsOfList(rows: readonly TurnMessage[]): [seq: number, unit: readonly number[]][] {
  const unitOf = new Map<number, readonly number[]>(rows.map(({ seq }) => [seq, [seq]]))
  for (const { callSeq, resultSeqs } of exchanges(rows).exchanges) {
    const unit = [callSeq, ...resultSeqs].toSorted((left, right) => left - right)
    for (const seq of unit) unitOf.set(seq, unit)
  }
  return [...unitOf]
}
