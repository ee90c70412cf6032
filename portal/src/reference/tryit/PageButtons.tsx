import { keyOf, type RequestTemplate } from '../samples/request';
import type { HttpResponse } from './send';
import styles from './styles.module.css';

interface PageButtonsProps {
  template: RequestTemplate;
  response: HttpResponse;
  disabled: boolean;
  /** Receives the value of the parameter with the page number. */
  onPage: (values: Map<string, string>) => void;
}

/** Buttons for the previous and the next page of a list. */
export default function PageButtons({ template, response, disabled, onPage }: PageButtonsProps) {
  const parameter = template.parameters.find(({ name }) => name === 'page_number');
  const meta = (response.json as { meta?: { current_page?: number; total_pages?: number } } | undefined)
    ?.meta;
  const { current_page: page, total_pages: total } = meta ?? {};
  if (!parameter || page === undefined || total === undefined || total < 2) return null;
  const open = (number: number) => onPage(new Map([[keyOf(parameter), String(number)]]));
  return (
    <nav className={styles.pages} aria-label="Pages of the list">
      <button type="button" disabled={disabled || page <= 1} onClick={() => open(Math.min(page - 1, total))}>
        Previous page
      </button>
      <span>{`Page ${page} of ${total}`}</span>
      <button type="button" disabled={disabled || page >= total} onClick={() => open(page + 1)}>
        Next page
      </button>
    </nav>
  );
}
