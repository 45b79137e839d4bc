import { ChoiceButton } from './choice-button'
import { spellTag } from './tag-text'
import { TagsChoice, type TagsChoiceProps } from './tags-choice'
import type { ThreadFilterState } from './thread-search'
import { useFacet } from './use-facet'

/** Tags that are proposed: those of most threads. */
const SHOWN = 30

/** Tags that threads must have: those that they have under the filters, with how many, or any other. */
export function ThreadTagsChoice(props: { filters: ThreadFilterState; onChange: TagsChoiceProps['onChange'] }) {
  const { filters, onChange } = props
  const { values, countOf } = useFacet('tags', filters)
  const isChosen = (key: string, value: string) => filters.tag.some((tag) => tag.key === key && tag.value === value)
  const proposed = values.flatMap(({ value: key, detail: value }) =>
    value === null || isChosen(key, value) ? [] : [{ key, value }],
  )
  return (
    <div className="grid gap-3">
      {proposed.length > 0 ? (
        <div className="-mx-1 max-h-48 overflow-y-auto">
          {proposed.slice(0, SHOWN).map(({ key, value }) => (
            <ChoiceButton
              key={spellTag(key, value)}
              aside={countOf(key, value)}
              onChoose={() => onChange([...filters.tag.filter((tag) => tag.key !== key), { key, value }])}
            >
              {spellTag(key, value)}
            </ChoiceButton>
          ))}
        </div>
      ) : null}
      <TagsChoice tags={filters.tag} onChange={onChange} />
    </div>
  )
}
