import 'virtual:provider-colours.css';
import './design/index.css';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { createConsoleRouter } from './router';
import { watchSession } from './session/session';

const queries = new QueryClient({
  defaultOptions: {
    // A failed request is shown at once, with a button that repeats it.
    queries: { retry: false, networkMode: 'always', staleTime: 10_000 },
    mutations: { retry: false, networkMode: 'always' },
  },
});
watchSession(queries);

const root = document.getElementById('root');
if (root) {
  createRoot(root).render(
    <StrictMode>
      <QueryClientProvider client={queries}>
        <RouterProvider router={createConsoleRouter()} />
      </QueryClientProvider>
    </StrictMode>,
  );
}
