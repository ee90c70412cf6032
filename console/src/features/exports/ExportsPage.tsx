import { Link } from '@tanstack/react-router';
import { Icon } from '@/components/Icon';
import { Page } from '@/components/Page';
import { useCanWrite } from '@/session/session';
import { DailySchedule } from './DailySchedule';
import { ExportList } from './ExportList';
import './exports.css';

export function ExportsPage() {
  const canWrite = useCanWrite();
  return (
    <Page
      title="Exports"
      description="Files with all records that an access level may read, from one state of the platform. Clients of that level download them."
      actions={
        canWrite && (
          <Link to="/exports/new" className="button button-primary button-normal">
            <Icon name="plus" />
            New export
          </Link>
        )
      }
    >
      <DailySchedule />
      <ExportList />
    </Page>
  );
}
