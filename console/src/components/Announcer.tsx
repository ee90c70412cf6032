import text from 'messages:shared';
import { useEffect } from 'react';
import { dismiss, useMessages } from './announcements';
import { Button } from './Button';
import { Icon } from './Icon';

const SHOWN_MS = 8000;

/** The live region of the page, and the message that it shows for some seconds. */
export function Announcer() {
  const { said, shown } = useMessages();
  useEffect(() => {
    if (!shown) return;
    const timer = setTimeout(dismiss, SHOWN_MS);
    return () => clearTimeout(timer);
  }, [shown]);
  return (
    <>
      <div className="visually-hidden" role="status" aria-live="polite">
        <span key={said.id}>{said.text}</span>
      </div>
      {shown && (
        <div className="toast">
          <Icon name="check" />
          <span aria-hidden>{shown.text}</span>
          <Button variant="ghost" size="small" aria-label={text('closeMessage')} onPress={dismiss}>
            <Icon name="close" />
          </Button>
        </div>
      )}
    </>
  );
}
