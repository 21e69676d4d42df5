// Whether the device has a network at all: known at once, long before the socket's next ping goes unanswered.
import { useSyncExternalStore } from 'react';

function subscribe(changed: () => void): () => void {
  addEventListener('online', changed);
  addEventListener('offline', changed);
  return () => {
    removeEventListener('online', changed);
    removeEventListener('offline', changed);
  };
}

const isOnline = (): boolean => navigator.onLine;
export const useOnline = (): boolean => useSyncExternalStore(subscribe, isOnline, isOnline);
