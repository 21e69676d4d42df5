// In the editor's frame: puts on every change of the draft at once. Nobody is logged in here, and nothing is kept.
import { usePrefs } from '@maru/kit/web/prefs.ts';
import { currentBuild, currentSite, dressSite, setSite } from '@maru/kit/web/site.ts';
import { isDraftMessage } from '../draft-message.ts';

/** `editor`: the one origin that may frame this page, as the server has signed it. */
export function followEditor(editor: string): void {
  addEventListener('message', ({ origin, data }) => {
    if (origin !== editor || !isDraftMessage(data)) return;
    setSite({ ...currentSite(), ...data.site }, currentBuild());
    dressSite(currentSite());
    usePrefs.setState({ theme: data.mode, upDown: data.site.theme.upDown ?? 'kr' });
  });
  parent.postMessage({ type: 'maru.ready' }, editor);
}
