import { formatQuantity } from '../ui/number-format'
import { SearchField } from '../ui/search-field'
import type { WindowOnThread } from './preview-decision'

export interface PreviewQuestionProps {
  value: string
  onChange: (value: string) => void
  drafted: WindowOnThread
  /** The server has recalled for the question that stands here. */
  isAsked: boolean
}

/** What a window that recalls is asked (`query` of a read), and what it found. */
export function PreviewQuestion({ value, onChange, drafted, isAsked }: PreviewQuestionProps) {
  return (
    <div className="grid gap-1">
      <SearchField label="A question to recall by (query)" shortcut={null} value={value} onValueChange={onChange} />
      <p role="status" className="min-h-4 text-12 text-ink-2">
        {isAsked ? recallWords(drafted) : 'Recall depends on the question of a read. Without one the newest are shown.'}
      </p>
    </div>
  )
}

function recallWords({ decision }: WindowOnThread): string {
  const here = decision.items.filter((item) => item.isIn && item.reason === 'recalled').length
  const elsewhere = decision.elsewhere.reduce((total, unit) => total + unit.seqs.length, 0)
  const words = `${formatQuantity(here, 'message')} recalled in this thread`
  return elsewhere > 0
    ? `${words}, ${formatQuantity(elsewhere, 'message')} from other threads of its subject.`
    : `${words}.`
}
