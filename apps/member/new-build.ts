// Tells who keeps a tab open that a newer build is served; they choose when to reload, nothing is taken from under their hands.
import { i18n } from '@maru/kit/web/i18n/language.ts';
import { currentBuild } from '@maru/kit/web/site.ts';
import { socket } from '@maru/kit/web/socket.ts';
import { toast } from '@maru/kit/web/toasts/toast-list.ts';
import './texts.ts';

/** Coming back to the tab asks this often at most; a socket that was away asks at once, for a new build restarts the server. */
const atMostEveryMs = 600_000;
let askedAtMs = Date.now();
let isTold = false;

async function servedBuild(): Promise<string | undefined> {
  const page = await fetch('/', { cache: 'no-store', headers: { accept: 'text/html' }, signal: AbortSignal.timeout(10_000) });
  return /"build":"(\w+)"/.exec(await page.text())?.[1];
}

async function ask(): Promise<void> {
  askedAtMs = Date.now();
  // Not answered: the next time will do.
  const build = await servedBuild().catch(() => undefined);
  if (isTold || build === undefined || build === currentBuild()) return;
  isTold = true;
  toast({
    title: i18n._('build.new'),
    line: i18n._('build.words'),
    kind: 'notice',
    stay: 'notice',
    action: { label: i18n._('link.reload'), onChoose: () => location.reload() },
  });
}

export function watchBuild(): void {
  socket.state.subscribe((now, before) => {
    if (now.status === 'open' && before.status === 'retrying') void ask();
  });
  document.addEventListener('visibilitychange', () => {
    if (!document.hidden && Date.now() - askedAtMs > atMostEveryMs) void ask();
  });
}
