import './design/index.css';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { rememberSearches } from './components/lastSearches';
import { loadLanguage } from './language/language';
import { showIcon } from './provider';
import { createConsoleRouter } from './router';
import { watchSession } from './session/session';

showIcon();

const queries = new QueryClient({
  defaultOptions: {
    // A failed request is shown at once, with a button that repeats it.
    queries: { retry: false, networkMode: 'always', staleTime: 10_000 },
    mutations: { retry: false, networkMode: 'always' },
  },
});
watchSession(queries);
const router = createConsoleRouter();
rememberSearches(router);

async function start(root: HTMLElement) {
  await loadLanguage();
  createRoot(root).render(
    <StrictMode>
      <QueryClientProvider client={queries}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </StrictMode>,
  );
}

const root = document.getElementById('root');
if (root) void start(root);
