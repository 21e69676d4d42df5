// What only the browser knows: the server draws what most browsers answer, and the rest is put right when the app has taken over.
import { useSyncExternalStore } from 'react';

const never = () => () => undefined;

/** Another answer than the drawn one draws its component anew, not the whole page. */
export function useBrowserFact<Fact extends string | number | boolean>(read: () => Fact, drawn: Fact): Fact {
  return useSyncExternalStore(never, read, () => drawn);
}
