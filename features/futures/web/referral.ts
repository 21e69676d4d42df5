// The code that a shared link carries: of the partner that the member came by, as sign-up pages know it.
import { getMe } from '@maru/account/contract.ts';
import { useCall } from '@maru/kit/web/query.ts';
import { verifyPartner } from '@maru/partner/contract.ts';

export interface Referral {
  /** '' = the member came by nobody. */
  code: string;
  link: string;
}

export function useReferral(elsewhere: string): Referral {
  const partnerId = useCall(getMe, { staleMs: 3_600_000 }).data?.partnerId ?? null;
  const partner = useCall(verifyPartner, { query: { partnerPk: String(partnerId ?? 0) }, isOn: partnerId !== null, staleMs: 3_600_000 });
  const code = partner.data?.code ?? '';
  return { code, link: code ? `${location.origin}/ref/${encodeURIComponent(code)}` : elsewhere };
}
