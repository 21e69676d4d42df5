// One deposit beside the list: whose, what the chain said, what the ledger made of it, and when each step was taken.
import { DetailSide } from '@maru/kit/web/desk/detail-side.tsx';
import { IfCan } from '@maru/kit/web/desk/if-can.tsx';
import { type Fact, Facts } from '@maru/kit/web/desk/page.tsx';
import { figure } from '@maru/kit/web/i18n/figures.ts';
import { useText, useWords } from '@maru/kit/web/i18n/use-text.ts';
import { buttonClass } from '@maru/kit/web/ui/button.tsx';
import { TableTime } from '@maru/kit/web/ui/table-time.tsx';
import { Link } from '@tanstack/react-router';
import type { DeskDeposit } from '../deposit-admin-contract.ts';
import { depositStateWords } from '../deposit-list-contract.ts';
import { ChainText } from '../web/chain-text.tsx';
import { coinText, LargeAmount } from './coin-figure.tsx';
import { deskDepositTexts } from './deposit-texts.ts';

export function DepositSide({ row, onClose }: { row: DeskDeposit | undefined; onClose(): void }) {
  const t = useText(deskDepositTexts);
  if (row === undefined) return null;
  return (
    <DetailSide title={t('dd.deposit', { id: row.depositId })} onClose={onClose}>
      <Body row={row} />
    </DetailSide>
  );
}

function Body({ row }: { row: DeskDeposit }) {
  const t = useText(deskDepositTexts);
  const say = useWords();
  return (
    <>
      <p className="mb-4 text-24 font-bold tracking-[-0.02em]">
        <LargeAmount value={row.point} currency={row.currency} />
      </p>
      <Facts items={useFacts(row)} />
      <h3 className="mt-5 mb-2 text-13 font-bold">{t('dd.steps')}</h3>
      <ol className="flex flex-col gap-1.5 text-13">
        {row.steps.map(({ state, at }) => (
          <li key={`${state}${at}`} className="flex justify-between gap-4">
            <span className="font-medium">{say(depositStateWords[state])}</span>
            <TableTime at={at} />
          </li>
        ))}
      </ol>
      <IfCan right="member.read">
        <p className="mt-5">
          <Link to={`/members/${row.playerId}` as never} className={buttonClass('line', 32)}>
            {t('dd.member')} · {row.username}
          </Link>
        </p>
      </IfCan>
    </>
  );
}

function useFacts(row: DeskDeposit): Fact[] {
  const t = useText(deskDepositTexts);
  const say = useWords();
  const { chain, currency, height, memo, sender, number, confirmations, creditAfter, unlockAfter } = row;
  const blocks = `${Math.min(confirmations, unlockAfter)}/${unlockAfter}`;
  return [
    { label: t('dd.member'), value: row.username },
    { label: t('dd.state'), value: say(depositStateWords[row.state]) },
    { label: t('dd.confirmations'), value: `${blocks} · ${t('dd.credit', { n: creditAfter, m: unlockAfter })}` },
    { label: t('dd.network'), value: chain },
    { label: t('dd.height'), value: height === null ? <span className="text-warn">{t('dd.gone')}</span> : figure(String(height)) },
    { label: t('dd.chainAmount'), value: coinText(row.chainAmount, currency) },
    ...(/[1-9]/.test(row.dust) ? [{ label: t('dd.dust'), value: coinText(row.dust, currency) }] : []),
    { label: t('dd.hash'), value: <ChainText text={row.txHash} /> },
    { label: t('dd.address'), value: <ChainText text={row.address} /> },
    ...(memo === null ? [] : [{ label: t('dd.memo'), value: memo }]),
    ...(sender === null ? [] : [{ label: t('dd.sender'), value: <ChainText text={sender} /> }]),
    ...(number === null ? [] : [{ label: t('dd.number'), value: number }]),
  ];
}
