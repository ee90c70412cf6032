import text from 'messages:paging';
import { PAGE_SIZE } from '@/api/queries';
import type { Meta } from '@/api/types';
import { Button } from './Button';
import { Icon } from './Icon';
import { Empty } from './Section';

interface PagingProps {
  meta: Meta;
  /** What the entries are. */
  noun: 'clients' | 'entries' | 'exports' | 'imports';
  onPage: (page: number) => void;
  pageSize?: number;
}

/** Which entries are shown, and buttons to the previous and the next ones. */
export function Paging({ meta, noun, onPage, pageSize = PAGE_SIZE }: PagingProps) {
  const { current_page: page, total_pages: pages, total } = meta;
  const first = (page - 1) * pageSize + 1;
  const last = Math.min(page * pageSize, total);
  if (page > pages) {
    return (
      <Empty title={text('pageIsEmpty', { page })}>
        <p>{text('thereArePages', { count: pages })}</p>
        <Button size="small" onPress={() => onPage(pages)}>
          {text('lastPage')}
        </Button>
      </Empty>
    );
  }
  if (pages <= 1) return <p className="paging quiet small">{text(noun, { count: total })}</p>;
  return (
    <nav className="paging" aria-label={text('pages')}>
      <span className="quiet small" role="status">
        {text(`${noun}Range`, { first, last, count: total })}
      </span>
      <span className="paging-buttons">
        <Button
          size="small"
          isDisabled={page <= 1}
          onPress={() => onPage(page - 1)}
          aria-label={text('previousPage')}
        >
          <Icon name="previous" />
        </Button>
        <span className="small">{text('pageOfPages', { page, pages })}</span>
        <Button
          size="small"
          isDisabled={page >= pages}
          onPress={() => onPage(page + 1)}
          aria-label={text('nextPage')}
        >
          <Icon name="next" />
        </Button>
      </span>
    </nav>
  );
}
