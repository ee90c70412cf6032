import { PAGE_SIZE } from '@/api/queries';
import type { Meta } from '@/api/types';
import { Button } from './Button';
import { count, formatNumber } from './format';
import { Icon } from './Icon';

interface PagingProps {
  meta: Meta;
  /** The noun of an entry. */
  noun: [singular: string, plural: string];
  onPage: (page: number) => void;
  pageSize?: number;
}

/** Which entries are shown, and buttons to the previous and the next ones. */
export function Paging({ meta, noun, onPage, pageSize = PAGE_SIZE }: PagingProps) {
  const { current_page: page, total_pages: pages, total } = meta;
  const first = (page - 1) * pageSize + 1;
  const last = Math.min(page * pageSize, total);
  if (pages <= 1) return <p className="paging quiet small">{count(total, ...noun)}</p>;
  return (
    <nav className="paging" aria-label="Pages">
      <span className="quiet small" role="status">
        {formatNumber(first)}–{formatNumber(last)} of {count(total, ...noun)}
      </span>
      <span className="paging-buttons">
        <Button
          size="small"
          isDisabled={page <= 1}
          onPress={() => onPage(page - 1)}
          aria-label="Previous page"
        >
          <Icon name="previous" />
        </Button>
        <span className="small">
          Page {formatNumber(page)} of {formatNumber(pages)}
        </span>
        <Button
          size="small"
          isDisabled={page >= pages}
          onPress={() => onPage(page + 1)}
          aria-label="Next page"
        >
          <Icon name="next" />
        </Button>
      </span>
    </nav>
  );
}
