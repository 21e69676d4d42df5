// What waits at the chosen site: counted for the menu and the bell, asked anew when a note says that a queue changed.
import { useMaybeDeskSite } from '@maru/kit/web/desk/desk-site.ts';
import { queryClient, useCall } from '@maru/kit/web/query.ts';
import { useTopic } from '@maru/kit/web/topics.ts';
import { deskTopic, getDeskWaiting } from '@maru/operator/contract.ts';

/** Without a note: the socket may be away. */
const askEveryMs = 30_000;

export interface Waiting {
  kind: string;
  count: number;
  since: string | null;
}

export function useWaiting(): readonly Waiting[] {
  const site = useMaybeDeskSite();
  return useCall(getDeskWaiting, { isOn: site !== undefined, everyMs: askEveryMs }).data ?? [];
}

/** Once, in the shell: a note about anything asks anew what is on screen. */
export function useDeskNotes(): void {
  const site = useMaybeDeskSite();
  useTopic(
    deskTopic,
    site && { siteCode: site.code },
    () => void queryClient.invalidateQueries(),
    () => void queryClient.invalidateQueries(),
  );
}
