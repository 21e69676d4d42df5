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

/** Once, in the shell: a note about anything asks anew what is on screen; about one member, what is on screen of this one. */
export function useDeskNotes(): void {
  const site = useMaybeDeskSite();
  useTopic(
    deskTopic,
    site && { siteCode: site.code },
    ({ kind, id }) => {
      const isOfMember = ({ queryKey: [, query] }: { queryKey: readonly unknown[] }) =>
        (query as { playerId?: unknown } | undefined)?.playerId === String(id);
      void queryClient.invalidateQueries(kind === 'member' ? { predicate: isOfMember } : {});
    },
    () => void queryClient.invalidateQueries(),
  );
}
