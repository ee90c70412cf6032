import text from 'messages:data';
import { Button } from '@/components/Button';
import { LeaveGuard } from '@/components/LeaveGuard';
import { ProgressBar } from './ProgressBar';
import type { useUpload } from './useUpload';

interface UploadProgressProps {
  upload: ReturnType<typeof useUpload>;
}

/** The progress of an upload, which ends if somebody leaves the page. */
export function UploadProgress({ upload: { share, abort, isRunning } }: UploadProgressProps) {
  return (
    <div className="stack">
      <ProgressBar label={text('upload')} share={share} />
      <div className="actions">
        <Button onPress={abort}>{text('cancelUpload')}</Button>
      </div>
      <LeaveGuard isActive={isRunning} title={text('cancelUploadQuestion')} action={text('cancelUpload')}>
        <p>{text('leavingEndsUpload')}</p>
      </LeaveGuard>
    </div>
  );
}
