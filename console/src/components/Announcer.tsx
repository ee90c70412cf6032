import { useEffect } from 'react';
import { dismiss, useAnnouncement } from './announcements';
import { Button } from './Button';
import { Icon } from './Icon';

const SHOWN_MS = 8000;

/** The live region of the page, and the message that it shows for some seconds. */
export function Announcer() {
  const { id, text, isShown } = useAnnouncement();
  useEffect(() => {
    if (!isShown) return;
    const timer = setTimeout(dismiss, SHOWN_MS, id);
    return () => clearTimeout(timer);
  }, [id, isShown]);
  return (
    <>
      <div className="visually-hidden" role="status" aria-live="polite">
        <span key={id}>{text}</span>
      </div>
      {isShown && (
        <div className="toast">
          <Icon name="check" />
          <span aria-hidden>{text}</span>
          <Button variant="ghost" size="small" aria-label="Close message" onPress={dismiss}>
            <Icon name="close" />
          </Button>
        </div>
      )}
    </>
  );
}
