// What the identity window brings back to this site, and how its page passes it on.

export const NICE_CHANNEL = 'maru.nice';

export interface NiceAnswer {
  tokenVersionId: string;
  encData: string;
  integrityValue: string;
}

export function answerIn(search: string): NiceAnswer | undefined {
  const query = new URLSearchParams(search);
  const [tokenVersionId, encData, integrityValue] = ['token_version_id', 'enc_data', 'integrity_value'].map(
    (name) => query.get(name) ?? '',
  );
  // Form encoding may have made spaces of plus signs.
  const plain = (text: string) => text.replaceAll(' ', '+');
  if (!tokenVersionId || !encData || !integrityValue) return undefined;
  return { tokenVersionId, encData: plain(encData), integrityValue: plain(integrityValue) };
}
