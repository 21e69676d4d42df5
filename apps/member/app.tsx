// The whole app as one element: what the browser shows, and what the server draws first screens of.
import { AlertHost } from '@maru/kit/web/alert-dialog.tsx';
import { queryClient } from '@maru/kit/web/query.ts';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode, useEffect } from 'react';
import type { makeRouter } from './routes.tsx';

interface AppProps {
  router: ReturnType<typeof makeRouter>;
  onShown?: () => void;
}

export function App({ router, onShown }: AppProps) {
  useEffect(() => {
    document.documentElement.dataset['testid'] = 'app-shown';
    onShown?.();
  }, [onShown]);
  return (
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
        <AlertHost />
      </QueryClientProvider>
    </StrictMode>
  );
}
