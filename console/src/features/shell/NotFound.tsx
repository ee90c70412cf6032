import { Link } from '@tanstack/react-router';
import { Page } from '@/components/Page';

export function NotFound() {
  return (
    <Page title="Page not found" description="The console has no page with this URL.">
      <p>
        <Link to="/">Go to the overview</Link>
      </p>
    </Page>
  );
}
