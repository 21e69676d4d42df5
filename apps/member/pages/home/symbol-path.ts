// Where a symbol of the home page leads: members trade, guests look.
import { isLoggedIn, useSession } from '@maru/kit/web/session.ts';
import { paths } from '../../paths.ts';

export function useSymbolPath(): (futuresOptionId: number) => string {
  const isMember = useSession(isLoggedIn);
  return (id) => `${isMember ? paths.futures : paths.futuresView}/${id}`;
}
