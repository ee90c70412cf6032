import { translate } from '@docusaurus/Translate';
import type { Option, OptionGroup } from './options';
import ResultItem from './ResultItem';
import styles from './styles.module.css';

interface ResultsProps {
  /** The id of the list; options have ids that start with it. */
  id: string;
  groups: OptionGroup[];
  /** The index of the selected option in all groups. */
  selected: number;
  onSelect: (index: number) => void;
  onChoose: (option: Option) => void;
}

/** The list under the search input, in groups. */
export default function Results({ id, groups, selected, onSelect, onChoose }: ResultsProps) {
  const all = groups.flatMap(({ options }) => options);
  return (
    <div
      id={id}
      role="listbox"
      aria-label={translate({ id: 'search.results', message: 'Results' })}
      className={styles.results}
    >
      {groups.map((group) => (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset is not allowed in a list box
        <div key={group.id} role="group" aria-labelledby={`${id}-${group.id}`}>
          <div id={`${id}-${group.id}`} className={styles.group}>
            {group.label}
          </div>
          {group.options.map((option) => {
            const index = all.indexOf(option);
            return (
              <ResultItem
                key={keyOf(option)}
                id={`${id}-${index}`}
                option={option}
                selected={index === selected}
                onSelect={() => onSelect(index)}
                onChoose={() => onChoose(option)}
              />
            );
          })}
        </div>
      ))}
    </div>
  );
}

function keyOf(option: Option): string {
  if (option.kind === 'match') return option.match.url;
  return option.kind === 'query' ? option.query : 'more';
}
