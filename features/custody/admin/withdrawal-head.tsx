// Whose withdrawal it is and how much: the member's standing, the amount, what of it arrives.
import { figure } from '@maru/kit/web/i18n/figures.ts';
import { useText, useWords } from '@maru/kit/web/i18n/use-text.ts';
import { Badge } from '@maru/kit/web/ui/marks.tsx';
import type { DeskWithdrawalPage } from '../withdraw-desk-contract.ts';
import { stateWords } from '../withdrawal-list-contract.ts';
import { coinText } from './coin-figure.tsx';
import { SideHead } from './side-head.tsx';
import { withdrawalTones } from './withdrawal-cells.tsx';
import { deskWithdrawalTexts } from './withdrawal-texts.ts';

function Standing({ member }: Pick<DeskWithdrawalPage, 'member'>) {
  const t = useText(deskWithdrawalTexts);
  return (
    <>
      <Badge tone={member.isVerified ? 'brand' : 'warn'}>{t(member.isVerified ? 'dw.verified' : 'dw.unverified')}</Badge>
      <Badge tone={member.hasSecondFactor ? 'plain' : 'warn'}>{t(member.hasSecondFactor ? 'dw.factor' : 'dw.noFactor')}</Badge>
      {member.hold && <Badge tone="danger">{t('dw.hold')}</Badge>}
    </>
  );
}

export function WithdrawalHead({ data: { withdrawal: row, member } }: { data: DeskWithdrawalPage }) {
  const t = useText(deskWithdrawalTexts);
  const say = useWords();
  const { currency, chain, fee, arrives, value, isInside } = row;
  const state = <Badge tone={withdrawalTones[row.state]}>{stateWords(row, say)}</Badge>;
  return (
    <SideHead member={member} standing={<Standing member={member} />} of={row} state={state}>
      <p className="text-13 text-sub">
        {isInside ? t('dw.inside') : t('dw.line', { chain, fee: coinText(fee, currency), arrives: coinText(arrives, currency) })}
        {currency !== 'USDT' && <> · {t('dw.about', { value: figure(value, { decimals: 2 }) })}</>}
      </p>
    </SideHead>
  );
}
