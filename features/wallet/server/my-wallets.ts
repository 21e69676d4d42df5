// The member's wallets by type.
import { handle, Refusal } from '@maru/kit/server/feature.ts';
import { myWallets } from '../contract.ts';
import { readWallets } from './wallets.ts';

export const myWalletsHandler = handle(myWallets, async (context, { site, session }) => {
  if (session === undefined) throw new Refusal('LOGIN_REQUIRED');
  return { data: await readWallets(context, site, session.account) };
});
