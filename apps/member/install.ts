// The installed app: its service worker, and the browser's offer to install, kept until a member takes it.
import { create } from 'zustand';

/** What Chromium fires; other browsers install from their own menu. */
interface InstallOffer extends Event {
  prompt(): Promise<void>;
  userChoice: Promise<{ outcome: 'accepted' | 'dismissed' }>;
}

interface Install {
  offer: InstallOffer | undefined;
}

export const useInstall = create<Install>(() => ({ offer: undefined }));

/** Opens the browser's own dialog; the offer is good for one use. */
export async function install(): Promise<void> {
  const { offer } = useInstall.getState();
  if (offer === undefined) return;
  useInstall.setState({ offer: undefined });
  await offer.prompt();
}

/** Registers the service worker of a build and listens for the offer. In development nothing is kept. */
export function startInstall(): void {
  window.addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault();
    useInstall.setState({ offer: event as InstallOffer });
  });
  window.addEventListener('appinstalled', () => useInstall.setState({ offer: undefined }));
  // Absent on plain http addresses; the page works without it.
  if (import.meta.env.PROD && 'serviceWorker' in navigator) navigator.serviceWorker.register('/sw.js').catch(() => undefined);
}
