// The member behind a withdrawal: its wallet and limits now, what came and left before, and the devices it used.
import { DeskPanel, type Fact, Facts } from '@maru/kit/web/desk/page.tsx';
import { figure } from '@maru/kit/web/i18n/figures.ts';
import { useText, useWords } from '@maru/kit/web/i18n/use-text.ts';
import { Badge } from '@maru/kit/web/ui/marks.tsx';
import { TableTime } from '@maru/kit/web/ui/table-time.tsx';
import type { ReactNode } from 'react';
import type { Say } from '@maru/kit/contract/list.ts';
import type { Deposit } from '../contract.ts';
import { depositStateWords } from '../deposit-list-contract.ts';
import type { DeskWithdrawalPage } from '../withdraw-desk-contract.ts';
import { withdrawalStateWords } from '../withdrawal-list-contract.ts';
import { CoinFigure } from './coin-figure.tsx';
import { deskWithdrawalTexts } from './withdrawal-texts.ts';

interface PanelProps {
  data: DeskWithdrawalPage;
}

const purses = ['withdrawable', 'held', 'pending', 'locked', 'owed'] as const;
const limits = ['day', 'month', 'own'] as const;

export function WalletPanel({ data: { withdrawal, member } }: PanelProps) {
  const t = useText(deskWithdrawalTexts);
  const { wallet } = member;
  const rows: Fact[] = purses
    .filter((purse) => purse === 'withdrawable' || purse === 'held' || /[1-9]/.test(wallet[purse]))
    .map((purse) => ({ label: t(`dw.wallet.${purse}`), value: <CoinFigure value={wallet[purse]} currency={withdrawal.currency} /> }));
  const left: Fact[] = limits.flatMap((kind) => {
    const limit = member.limits[kind];
    return limit === null
      ? []
      : [{ label: t(`dw.limit.${kind}`), value: `${figure(limit.left, { decimals: 0 })} / ${figure(limit.limit, { decimals: 0 })} USDT` }];
  });
  return (
    <DeskPanel title={t('dw.wallet')}>
      <Facts items={rows} />
      {left.length > 0 && (
        <>
          <h4 className="mt-4 mb-1.5 text-12 font-semibold text-sub">{t('dw.limits')}</h4>
          <Facts items={left} />
        </>
      )}
    </DeskPanel>
  );
}

interface Line {
  key: number;
  /** Of the first step; a deposit that was only just seen may have none. */
  at: string | undefined;
  point: string;
  currency: string;
  state: string;
}

export function Lines({ title, lines, none }: { title: ReactNode; lines: readonly Line[]; none: string }) {
  return (
    <>
      <h3 className="mb-2 text-14 font-bold not-first:mt-5">{title}</h3>
      {lines.length === 0 ? (
        <p className="text-13 text-mute">{none}</p>
      ) : (
        <ul className="flex flex-col gap-1.5 text-13">
          {lines.map(({ key, at, point, currency, state }) => (
            <li key={key} className="flex items-baseline gap-3">
              {at !== undefined && <TableTime at={at} className="text-mute" />}
              <CoinFigure value={point} currency={currency} className="ml-auto font-medium" />
              <span className="w-20 text-right text-12 text-sub">{state}</span>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

export const depositLines = (deposits: readonly Deposit[], say: Say): Line[] =>
  deposits.map(({ depositId: key, steps, point, currency, state }) => ({
    key,
    at: steps.at(0)?.at,
    point,
    currency,
    state: say(depositStateWords[state]),
  }));

export function EarlierPanel({ data: { earlier } }: PanelProps) {
  const t = useText(deskWithdrawalTexts);
  const say = useWords();
  const out = earlier.withdrawals.map(({ withdrawalId: key, askedAt: at, point, currency, state }) => ({
    key,
    at,
    point,
    currency,
    state: say(withdrawalStateWords[state]),
  }));
  const into = depositLines(earlier.deposits, say);
  return (
    <DeskPanel>
      <Lines title={t('dw.earlier')} lines={out} none={t('dw.earlier.none')} />
      <Lines title={t('dw.deposits')} lines={into} none={t('dw.deposits.none')} />
    </DeskPanel>
  );
}

export function LoginsPanel({ data: { logins } }: { data: Pick<DeskWithdrawalPage, 'logins'> }) {
  const t = useText(deskWithdrawalTexts);
  return (
    <DeskPanel title={t('dw.logins')}>
      {logins.length === 0 && <p className="text-13 text-mute">{t('dw.logins.none')}</p>}
      <ul className="flex flex-col gap-1.5 text-13">
        {logins.map(({ at, ip, device, isNew }) => (
          <li key={at + ip} className="flex flex-wrap items-baseline gap-x-2">
            <span className="font-medium">{[device.system, device.browser].filter((part) => part !== '').join(' · ')}</span>
            {isNew && <Badge tone="warn">{t('dw.logins.new')}</Badge>}
            <span className="text-12 text-mute">{ip}</span>
            <TableTime at={at} className="ml-auto text-12 text-mute" />
          </li>
        ))}
      </ul>
    </DeskPanel>
  );
}
