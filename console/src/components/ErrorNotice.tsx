import { describeError } from '@/api/problem';
import { Button } from './Button';
import { Icon } from './Icon';
import { Notice } from './Notice';

/** What the server said of an error, and a button that repeats the request. */
export function ErrorNotice({ error, onRetry, isRetrying }: ErrorNoticeProps) {
  const { title, detail, requestId } = describeError(error);
  return (
    <Notice tone="danger" title={title} isAlert>
      {detail && <p>{detail}</p>}
      {requestId && (
        <p className="quiet small">
          Request id <code translate="no">{requestId}</code>
        </p>
      )}
      {onRetry && (
        <Button size="small" onPress={onRetry} isPending={isRetrying}>
          <Icon name="retry" />
          Retry
        </Button>
      )}
    </Notice>
  );
}

export interface ErrorNoticeProps {
  error: unknown;
  onRetry?: () => void;
  isRetrying?: boolean;
}
