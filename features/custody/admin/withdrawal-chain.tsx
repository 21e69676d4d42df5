// What proves a withdrawal: the engine's word under its number beside the row, its transactions on the chain, and when each step was taken.
import { DeskPanel, type Fact, Facts } from '@maru/kit/web/desk/page.tsx';
import { tableMoment } from '@maru/kit/web/i18n/moments.ts';
import { useText, useWords } from '@maru/kit/web/i18n/use-text.ts';
import { Badge } from '@maru/kit/web/ui/marks.tsx';
import { TableTime } from '@maru/kit/web/ui/table-time.tsx';
import type { DeskWithdrawalPage } from '../withdraw-desk-contract.ts';
import { refusalWords } from '../refusal-list-contract.ts';
import { endReasonWords, replacedWords, waitsWords, withdrawalStateWords } from '../withdrawal-list-contract.ts';
import { ChainText } from '../web/chain-text.tsx';
import { coinText } from './coin-figure.tsx';
import { deskWithdrawalTexts } from './withdrawal-texts.ts';

interface PanelProps {
  data: DeskWithdrawalPage;
}

const ledgerStates = ['NONE', 'HELD', 'SENT', 'SETTLED', 'INSIDE', 'RETURNED', 'VOID'] as const;
type LedgerState = (typeof ledgerStates)[number];

export function ProofPanel({ data: { proof, withdrawal } }: PanelProps) {
  const t = useText(deskWithdrawalTexts);
  const { currency } = withdrawal;
  const said = (state: string) => ((ledgerStates as readonly string[]).includes(state) ? t(`dw.ledger.${state as LedgerState}`) : state);
  const items: Fact[] = [
    { label: t('dw.proof.number'), value: proof.number ?? '–' },
    { label: t('dw.proof.state'), value: said(proof.engine) },
    ...(proof.open === null ? [] : [{ label: t('dw.proof.open'), value: coinText(proof.open.point, currency) }]),
  ];
  return (
    <DeskPanel title={t('dw.proof')}>
      <Facts items={items} />
      <p className="mt-3">
        <Badge tone={proof.isSame ? 'good' : 'danger'}>{t(proof.isSame ? 'dw.proof.same' : 'dw.proof.other')}</Badge>
      </p>
    </DeskPanel>
  );
}

export function ChainPanel({ data: { payouts, withdrawal } }: PanelProps) {
  const t = useText(deskWithdrawalTexts);
  const say = useWords();
  const { waits, reason } = withdrawal;
  return (
    <div className="grid gap-6 tablet:grid-cols-2">
      <section>
        <h3 className="mb-2 text-14 font-bold">{t('dw.chain')}</h3>
        {waits !== null && (
          <p className="mb-2 text-13 break-words text-warn" title={waits}>
            {t('dw.chain.waits', { why: waitsWords(withdrawal, say) })}
          </p>
        )}
        {payouts.length === 0 && <p className="text-13 text-mute">{t('dw.chain.none')}</p>}
        <ul className="flex flex-col gap-3 text-13">
          {payouts.map((payout) => (
            <Payout key={payout.preparedAt + (payout.txHash ?? '')} payout={payout} chain={withdrawal.chain} />
          ))}
        </ul>
      </section>
      <section>
        <h3 className="mb-2 text-14 font-bold">{t('dw.history')}</h3>
        <Steps steps={withdrawal.steps} />
        {reason !== null && ['REFUSED', 'FAILED'].includes(withdrawal.state) && (
          <p className="mt-2 text-13">
            <span className="text-mute">{t('dw.reason')}</span> {endReasonWords(reason, say)}
          </p>
        )}
      </section>
    </div>
  );
}

function Steps({ steps }: Pick<DeskWithdrawalPage['withdrawal'], 'steps'>) {
  const say = useWords();
  return (
    <ol className="flex flex-col gap-1.5 text-13">
      {steps.map(({ state, at }) => (
        <li key={state + at} className="flex justify-between gap-4">
          <span className="font-medium">{say(state === 'REPLACED' ? replacedWords : withdrawalStateWords[state])}</span>
          <TableTime at={at} className="text-mute" />
        </li>
      ))}
    </ol>
  );
}

function Payout({ payout, chain }: { payout: DeskWithdrawalPage['payouts'][number]; chain: string }) {
  const t = useText(deskWithdrawalTexts);
  const say = useWords();
  const { state, txHash, sentAt, minedHeight, confirmations, isSuccess, networkFee, refused, paidWith } = payout;
  const lines = [
    sentAt !== null && t('dw.chain.sent', { time: tableMoment(sentAt) }),
    minedHeight !== null && t('dw.chain.mined', { height: String(minedHeight), n: confirmations }),
    paidWith > 0 && t('dw.chain.with', { n: paidWith }),
    networkFee !== null && t('dw.chain.fee', { fee: coinText(networkFee, chain) }),
  ].filter(Boolean);
  return (
    <li>
      <p className="flex flex-wrap items-center gap-2">
        <span className="font-medium">{t(`dw.chain.${state}`)}</span>
        {isSuccess === false && <Badge tone="danger">{t('dw.chain.failed')}</Badge>}
        <span className="text-12 text-mute">{lines.join(' · ')}</span>
      </p>
      {txHash !== null && <ChainText text={txHash} className="text-12" />}
      {refused !== null && <p className="text-12 text-warn">{t('dw.chain.refused', { why: refusalWords(refused, say) })}</p>}
    </li>
  );
}
