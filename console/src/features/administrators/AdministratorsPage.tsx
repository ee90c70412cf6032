import { Page } from '@/components/Page';
import { AdminKeys } from './AdminKeys';
import { Sessions } from './Sessions';

export function AdministratorsPage() {
  return (
    <Page
      title="Administrators"
      description="Who may use this console. Administrators may change everything; auditors may read everything."
    >
      <AdminKeys />
      <Sessions />
    </Page>
  );
}
