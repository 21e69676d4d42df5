// What a site's hot addresses are, and which keys its two accounts of EOS have to be given.
import { accountKey } from '@maru/chains/account-keys.ts';
import { derivers } from '@maru/chains/derivers.ts';
import { eosKeyAt } from '@maru/chains/eos/key-text.ts';
import { hotAccount } from '@maru/custody/server/sign/hot-key.ts';

export function siteAddresses(seed: Uint8Array, site: number): string[] {
  if (!Number.isSafeInteger(site) || site < 1) throw new Error('사이트 번호가 아니에요 · that is no number of a site');
  const hot = Object.entries(derivers.main).map(
    ([chain, deriver]) =>
      `${site} ${chain} hot ${deriver.addressAt(accountKey(seed, chain as keyof typeof derivers.main, hotAccount(site)), 0)}`,
  );
  return [
    ...hot,
    `${site} EOS deposits ${eosKeyAt(accountKey(seed, 'EOS', site), 0)}`,
    `${site} EOS hot ${eosKeyAt(accountKey(seed, 'EOS', hotAccount(site)), 0)}`,
  ];
}
