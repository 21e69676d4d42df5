// How a trade ended, on a card with the referral code of the partner that the member came by, as sign-up pages know it.
import { getMe } from '@maru/account/contract.ts';
import { ProfitDialog, type ProfitDialogProps } from '@maru/futures/web/profit-dialog.tsx';
import { useCall } from '@maru/kit/web/query.ts';
import { verifyPartner } from '@maru/partner/contract.ts';

export function ResultDialog(props: Omit<ProfitDialogProps, 'referral'>) {
  const partnerId = useCall(getMe, { staleMs: 3_600_000 }).data?.partnerId ?? null;
  const partner = useCall(verifyPartner, { query: { partnerPk: String(partnerId ?? 0) }, isOn: partnerId !== null, staleMs: 3_600_000 });
  const code = partner.data?.code ?? '';
  const path = code ? `ref/${encodeURIComponent(code)}` : `futureView/${props.result.futuresOptionId}`;
  return <ProfitDialog {...props} referral={{ code, link: `${location.origin}/${path}` }} />;
}
