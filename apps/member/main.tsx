// Starts the member app: site, language and theme first, then who is here, the socket and the routes.
import 'virtual:pretendard.css';
import '@maru/kit/web/theme/app.css';
import { startAuth } from '@maru/account/web/auth.ts';
import { AlertHost, showAlert } from '@maru/kit/web/alert-dialog.tsx';
import { i18n } from '@maru/kit/web/i18n/language.ts';
import { unlockSoundOnFirstGesture } from '@maru/kit/web/notification-sound.ts';
import { pageShown } from '@maru/kit/web/page-shown.ts';
import { startPrefs } from '@maru/kit/web/prefs.ts';
import { askFailedAgain } from '@maru/kit/web/query.ts';
import { reloadWhenServerAnswers } from '@maru/kit/web/reload.ts';
import { socket } from '@maru/kit/web/socket.ts';
import { keepNotices } from '@maru/kit/web/toasts/kept-notices.ts';
import { createRoot } from 'react-dom/client';
import { boot } from './boot.ts';
import { startInstall } from './install.ts';
import { watchBuild } from './new-build.ts';
import { paths } from './paths.ts';
import { makeRouter } from './routes.tsx';
import { isDrawn, showApp } from './show-app.tsx';
import { keepZodStrict } from './strict-zod.ts';
import './texts.ts';

keepZodStrict();

function watchConnection(): void {
  socket.onLost(() => {
    showAlert({ message: i18n._('link.lost'), button: i18n._('link.reload'), onClose: () => location.reload() });
    void reloadWhenServerAnswers();
  });
  socket.state.subscribe((now, before) => {
    if (now.status === 'open' && before.status !== 'open') void askFailedAgain();
  });
  // Where the site is closed there is this page alone.
  if (location.pathname + location.search !== `${paths.alert}?code=region`) socket.start();
  watchBuild();
}

async function start(): Promise<void> {
  // Its files have just been run: fingers first.
  if (isDrawn()) await new Promise<void>((done) => void setTimeout(done, 0));
  let site: { id: number };
  try {
    ({ site } = await boot());
  } catch {
    // Specification section 8: the alert, then a reload. Language and theme are this device's, whatever the site.
    startPrefs('theme-white');
    createRoot(document.getElementById('root')!).render(<AlertHost />);
    showAlert({ message: i18n._('start.site'), button: i18n._('link.reload'), onClose: () => location.reload() });
    return;
  }
  startAuth();
  keepNotices(site.id);
  startInstall();
  unlockSoundOnFirstGesture();
  // News that came between what was drawn and what takes it over would have it drawn anew.
  if (await showApp(makeRouter())) await pageShown(2_000);
  watchConnection();
}

void start();
