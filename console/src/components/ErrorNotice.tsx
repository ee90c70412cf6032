import text from 'messages:shared';
import { describeError, isOfServer } from '@/api/problem';
import { Button } from './Button';
import { code } from './Code';
import { Icon } from './Icon';
import { Notice } from './Notice';
import { ServerText } from './ServerText';

/** What the server said of an error, and a button that repeats the request. */
export function ErrorNotice({ error, onRetry, isRetrying }: ErrorNoticeProps) {
  const { title, detail, requestId } = describeError(error);
  const lang = isOfServer(error) ? 'en' : undefined;
  return (
    <Notice tone="danger" title={<span lang={lang}>{title}</span>} isAlert>
      {detail && <p lang={lang}>{detail}</p>}
      {requestId && <p className="quiet small">{text('requestId', { id: requestId, code })}</p>}
      {onRetry && (
        <Button size="small" onPress={onRetry} isPending={isRetrying}>
          <Icon name="retry" />
          {text('retry')}
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

/** The explanation of an error, inside a message. */
export function ErrorDetail({ error }: { error: unknown }) {
  const { detail } = describeError(error);
  return isOfServer(error) ? <ServerText>{detail}</ServerText> : detail;
}
