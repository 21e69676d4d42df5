// Shows the app: over the first screen that came with the page where that fits, else in the empty page.
import { startTransition } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { App } from './app.tsx';
import { loadFirstPage, type makeRouter } from './routes.tsx';

const page = document.documentElement;

/** Whether the page came with a first screen that is this device's and this person's. */
export const isDrawn = (): boolean => page.dataset['first'] === 'on';

/** Whether it takes over what was drawn. */
export async function showApp(router: ReturnType<typeof makeRouter>): Promise<boolean> {
  const place = document.getElementById('root')!;
  const wasDrawn = isDrawn();
  const asked = location.pathname;
  // Whole at once, or what stands there would be blank for a moment.
  if (wasDrawn) await loadFirstPage(router).catch(() => undefined);
  // The router's own boundaries are then those that the server drew.
  if (wasDrawn) router.ssr = { manifest: undefined };
  if (wasDrawn && asked === router.state.location.pathname) {
    // In slices, so that fingers are heard between them. What differs (a clock, a price) is drawn anew.
    startTransition(
      () =>
        void hydrateRoot(place, <App router={router} onShown={wakeForms} />, {
          onRecoverableError: (fault) => console.warn('the first screen was drawn anew:', fault),
        }),
    );
    return true;
  }
  if (!wasDrawn) place.replaceChildren();
  delete page.dataset['first'];
  const root = createRoot(place);
  startTransition(() => root.render(<App router={router} />));
  return false;
}

/** They came dead: without the app a browser would send them as an address. */
const wakeForms = () => {
  for (const form of document.querySelectorAll('#root form[inert]')) form.removeAttribute('inert');
};
