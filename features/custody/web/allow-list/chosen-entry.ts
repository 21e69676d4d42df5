// Which entry of the list is what stands in the form: one address may stand there several times, each with another memo.
import type { AllowedAddress } from '../../allow-list-contract.ts';

type Entry = Pick<AllowedAddress, 'entryId' | 'address' | 'memo'>;

export const chosenEntry = (entries: readonly Entry[], { address, memo }: { address: string; memo: string }): number | undefined =>
  entries.find((entry) => entry.address === address.trim() && (entry.memo ?? '') === memo.trim())?.entryId;
