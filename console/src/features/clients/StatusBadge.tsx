import text from 'messages:statuses';
import type { ClientStatus } from '@/api/types';
import { statusTones } from '@/components/access';
import { Badge } from '@/components/Badge';

export function StatusBadge({ status }: { status: ClientStatus }) {
  return <Badge tone={statusTones[status]}>{text(status)}</Badge>;
}
