// Whether all of a member's postings come to what its wallets hold, and the same added up from the very first of them.
import { call } from '@maru/kit/web/api-client.ts';
import { messageOf } from '@maru/kit/web/failure.ts';
import { figure } from '@maru/kit/web/i18n/figures.ts';
import { defineCatalog } from '@maru/kit/web/i18n/language.ts';
import { useText } from '@maru/kit/web/i18n/use-text.ts';
import { toast } from '@maru/kit/web/toasts/toast-list.ts';
import { Button } from '@maru/kit/web/ui/button.tsx';
import { Tooltip } from '@maru/kit/web/ui/overlays.tsx';
import { readMemberWallets } from '@maru/wallet/admin-contract.ts';
import { Check, TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import { memberTexts } from '@maru/account/admin/desk-texts.ts';
import { type Proof, shownProof, type Whole } from './shown-proof.ts';

const texts = defineCatalog({
  'm.proof.kept': ['앞의 {count}건은 전에 더해 둔 값이에요.', 'The first {count} were added up before.'],
  'm.proof.whole': ['처음부터 다시 더하기', 'Add up from the first'],
});

/** Computed by the server from every posting, not from this page. */
export function MemberProof({ member, proof }: { member: number; proof: Proof }) {
  const t = useText(memberTexts);
  const own = useText(texts);
  const [whole, setWhole] = useState<Whole>();
  const [isBusy, setBusy] = useState(false);
  const shown = shownProof(member, proof, whole);
  const again = async () => {
    setBusy(true);
    try {
      const anew = await call(readMemberWallets, { query: { playerId: String(member), isWhole: '1' } });
      setWhole({ member, before: proof.postings, proof: anew.proof });
    } catch (error) {
      toast({ title: messageOf(error), kind: 'warn' });
    } finally {
      setBusy(false);
    }
  };
  const words = [
    t('m.proof.note', { count: figure(String(shown.postings)) }),
    ...(shown.kept > 0 ? [own('m.proof.kept', { count: figure(String(shown.kept)) })] : []),
    ...shown.differences.map((row) => t('m.proof.row', { ...row })),
  ].join(' ');
  return (
    <span className="ml-auto inline-flex items-center gap-2">
      <Tooltip words={words}>
        <span
          className={`inline-flex items-center gap-1 text-12 ${shown.state === 'DIFFERENT' ? 'font-semibold text-danger' : 'text-mute'}`}
        >
          {t(`m.proof.${shown.state}`)}
          {shown.state === 'EQUAL' ? (
            <Check aria-hidden="true" size={14} className="text-brand" />
          ) : (
            <TriangleAlert aria-hidden="true" size={14} />
          )}
        </span>
      </Tooltip>
      {(shown.kept > 0 || isBusy) && (
        <Button size={24} onClick={() => void again()} isBusy={isBusy}>
          {own('m.proof.whole')}
        </Button>
      )}
    </span>
  );
}
