import { MemoryBar, MemoryLegend } from '../memory-bar/memory-bar'
import type { MemorySegment } from '../memory-bar/memory-segments'
import { Figure } from '../ui/figure'
import { Specimen } from './specimen'

const examples: { name: string; segments: MemorySegment[]; total: number; seen: [number, number] }[] = [
  {
    name: 'a pin, then the window',
    segments: [
      { kind: 'out', tokens: 17_899 },
      { kind: 'pin', tokens: 29 },
      { kind: 'in', tokens: 3_912 },
    ],
    total: 21_840,
    seen: [34, 64],
  },
  { name: 'all of it', segments: [{ kind: 'in', tokens: 4_120 }], total: 4_120, seen: [18, 18] },
  {
    name: 'a summary, then the window',
    segments: [
      { kind: 'out', tokens: 20_000 },
      { kind: 'summary', tokens: 16_000 },
      { kind: 'in', tokens: 4_210 },
    ],
    total: 40_210,
    seen: [30, 88],
  },
  {
    name: 'next to nothing of a long one',
    segments: [
      { kind: 'out', tokens: 914_400 },
      { kind: 'in', tokens: 4_000 },
    ],
    total: 918_400,
    seen: [12, 1_204],
  },
  { name: 'nothing: memory is off', segments: [], total: 190, seen: [0, 2] },
  {
    name: 'many small parts',
    segments: Array.from({ length: 200 }, (_, part) => ({
      kind: part % 2 ? 'in' : 'out',
      tokens: 30 + (part % 7) * 40,
    })),
    total: 30_000,
    seen: [100, 200],
  },
  { name: 'no messages yet', segments: [], total: 0, seen: [0, 0] },
]

export function MemoryParts() {
  return (
    <Specimen title="Memory bar" className="grid gap-4">
      <div className="grid gap-2">
        <Figure label="Seen now, of 21,840" value={3_912} unit="of 4,000 tokens · o200k" />
        <MemoryBar
          size="large"
          segments={examples[0]?.segments ?? []}
          total={21_840}
          seenMessages={34}
          totalMessages={64}
        />
        <MemoryLegend />
      </div>
      <ul className="grid gap-1">
        {examples.map((example) => (
          <li key={example.name} className="grid grid-cols-[104px_1fr] items-center gap-3">
            <MemoryBar
              segments={example.segments}
              total={example.total}
              seenMessages={example.seen[0]}
              totalMessages={example.seen[1]}
            />
            <span className="text-12 text-ink-3">{example.name}</span>
          </li>
        ))}
      </ul>
    </Specimen>
  )
}
