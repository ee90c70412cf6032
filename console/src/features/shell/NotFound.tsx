import text from 'messages:shell';
import { Link } from '@tanstack/react-router';
import { Page } from '@/components/Page';

export function NotFound() {
  return (
    <Page title={text('pageNotFound')} description={text('pageNotFoundDescription')}>
      <p>
        <Link to="/">{text('goToOverview')}</Link>
      </p>
    </Page>
  );
}
