// Starts the back office: language and theme first, then who is here, then the pages.
import 'virtual:pretendard.css';
import './admin.css';
// Filters and forms of nearly every page: once, with the entry.
import '@maru/kit/web/ui/choices.tsx';
import { AlertHost } from '@maru/kit/web/alert-dialog.tsx';
import { pageAgeMs, setServerTime } from '@maru/kit/web/i18n/moments.ts';
import { startPrefs } from '@maru/kit/web/prefs.ts';
import { queryClient } from '@maru/kit/web/query.ts';
import { setBuild } from '@maru/kit/web/site.ts';
import { Toaster } from '@maru/kit/web/toasts/toaster.tsx';
import { startDeskSession } from '@maru/operator/admin/self.ts';
import { SessionGuard } from '@maru/operator/admin/session-guard.tsx';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { z } from 'zod/mini';
import { makeRouter } from './routes.tsx';

interface DeskBoot {
  now: number;
  build: string;
  isDemo: boolean;
}

// The strict CSP allows no code made from strings; zod would try.
z.config({ jitless: true });

/** In development no server has put the payload into the page. */
const boot = (window as { __MARU__?: unknown }).__MARU__ as DeskBoot | undefined;

setBuild(boot?.build ?? 'dev');
if (boot) setServerTime(boot.now, pageAgeMs());
startPrefs('theme-white');
startDeskSession();
createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={makeRouter(boot?.isDemo ?? true)} />
      <SessionGuard />
      <Toaster />
      <AlertHost />
    </QueryClientProvider>
  </StrictMode>,
);
