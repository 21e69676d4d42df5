// The way from the wallets to the proof of one's own balance, once there is a proof.
import { defineCatalog } from '@maru/kit/web/i18n/language.ts';
import { useText } from '@maru/kit/web/i18n/use-text.ts';
import { useCall } from '@maru/kit/web/query.ts';
import { OwnLink } from '@maru/kit/web/ui/own-link.tsx';
import { ShieldCheck } from 'lucide-react';
import { listLiabilities } from '../../liabilities-contract.ts';

const texts = defineCatalog({ 'balanceProof.link': ['내 잔고가 빠짐없이 들어 있는지 확인하기', 'Check that my balance is counted'] });
const KEPT_MS = 600_000;

export function ProofLink() {
  const t = useText(texts);
  const { data } = useCall(listLiabilities, { staleMs: KEPT_MS });
  if (data === undefined || data.content.length === 0) return null;
  return (
    <OwnLink href="/dnw_history/proof" className="touch mt-6 inline-flex items-center gap-1 text-13 text-sub hover:text-text">
      <ShieldCheck aria-hidden="true" size={14} />
      {t('balanceProof.link')}
    </OwnLink>
  );
}
