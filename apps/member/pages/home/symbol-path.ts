// Where a symbol of the home page leads: members trade, guests look.
import { isLoggedIn, useSession } from '@maru/kit/web/session.ts';
import { useTypeStatus } from '@maru/kit/web/site.ts';
import { paths } from '../../paths.ts';

export function useSymbolPath(): (futuresOptionId: number) => string {
  const isMember = useSession(isLoggedIn);
  const { isFutures, isBinary } = useTypeStatus();
  if (!isFutures) return () => (isBinary ? paths.binary : paths.home);
  return (id) => `${isMember ? paths.futures : paths.futuresView}/${id}`;
}
