// What waits at the chosen site: counted for the menu and the bell, asked anew when a note says that a queue changed.
import { useDeskSites, useMaybeDeskSite } from '@maru/kit/web/desk/desk-site.ts';
import { listMemberJobs, MEMBER_JOB_KIND } from '@maru/account/member-job-contract.ts';
import { queryClient, refetch, useCall } from '@maru/kit/web/query.ts';
import { useTopic } from '@maru/kit/web/topics.ts';
import { deskTopic, getDeskWaiting } from '@maru/operator/contract.ts';
import { relearn } from '@maru/operator/admin/self.ts';
import { getGroupWaiting } from '@maru/operator/group-contract.ts';
import { useEffect } from 'react';

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

/** Of all one's brands together, by kind; asked while their view is open. */
export function useGroupQueues(isOn: boolean): readonly Pick<Waiting, 'kind' | 'count'>[] {
  const brands = useCall(getGroupWaiting, { isOn, everyMs: askEveryMs }).data ?? [];
  const counts = new Map<string, number>();
  for (const { kind, count } of brands.flatMap(({ queues }) => queues)) counts.set(kind, (counts.get(kind) ?? 0) + count);
  return [...counts].map(([kind, count]) => ({ kind, count }));
}

/** A brand that was made meanwhile, among those that the server names: asked for, so that it can be chosen without a reload. */
export function useNewBrands(named: readonly { code: string }[] | undefined): void {
  const sites = useDeskSites();
  const isNew = named?.some(({ code }) => !sites.some((site) => site.code === code)) === true;
  useEffect(() => {
    if (isNew) void relearn().catch(() => undefined);
  }, [isNew]);
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
      // Of a job at every step: only what shows its progress asks anew.
      if (kind === MEMBER_JOB_KIND) void refetch(listMemberJobs);
      else void queryClient.invalidateQueries(kind === 'member' ? { predicate: isOfMember } : {});
    },
    () => void queryClient.invalidateQueries(),
  );
}
