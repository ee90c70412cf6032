import text from 'messages:administrators';
import navigation from 'messages:navigation';
import { Page } from '@/components/Page';
import { AdminKeys } from './AdminKeys';
import { Sessions } from './Sessions';

export function AdministratorsPage() {
  return (
    <Page title={navigation('administrators')} description={text('description')}>
      <AdminKeys />
      <Sessions />
    </Page>
  );
}
