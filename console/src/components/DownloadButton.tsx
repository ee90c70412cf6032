import text from 'messages:shared';
import { useMutation } from '@tanstack/react-query';
import { download } from '@/api/download';
import type { RequestOptions } from '@/api/request';
import { notify } from './announcements';
import { Button } from './Button';
import { ErrorNotice } from './ErrorNotice';
import { Icon } from './Icon';

interface DownloadButtonProps {
  /** The path below `/admin/api`. */
  path: string;
  fileName: string;
  label: string;
  options?: RequestOptions;
}

export function DownloadButton({ path, fileName, label, options }: DownloadButtonProps) {
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => download(path, fileName, options),
    onSuccess: () => notify(text('downloadComplete')),
  });
  return (
    <>
      <Button size="small" onPress={() => mutate()} isPending={isPending}>
        <Icon name="download" />
        {label}
      </Button>
      {error && <ErrorNotice error={error} onRetry={() => mutate()} />}
    </>
  );
}
