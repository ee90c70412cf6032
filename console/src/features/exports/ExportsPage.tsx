import text from 'messages:exports';
import navigation from 'messages:navigation';
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
      title={navigation('exports')}
      description={text('description')}
      actions={
        canWrite && (
          <Link to="/exports/new" className="button button-primary button-normal">
            <Icon name="plus" />
            {text('newExport')}
          </Link>
        )
      }
    >
      <DailySchedule />
      <ExportList />
    </Page>
  );
}
