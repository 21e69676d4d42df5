// What the rules found, in words, and the facts they looked at.
import { DeskPanel, type Fact, Facts } from '@maru/kit/web/desk/page.tsx';
import { figure } from '@maru/kit/web/i18n/figures.ts';
import { useText } from '@maru/kit/web/i18n/use-text.ts';
import { Badge, type Tone } from '@maru/kit/web/ui/marks.tsx';
import { TableTime } from '@maru/kit/web/ui/table-time.tsx';
import { Check, Info, TriangleAlert } from 'lucide-react';
import type { DeskWithdrawalPage, Judgement, RiskOutcome, RiskRuleName } from '../withdraw-desk-contract.ts';
import { deskWithdrawalTexts } from './withdrawal-texts.ts';

const tones: Readonly<Record<RiskOutcome, Tone>> = { PASS: 'plain', WAIT: 'warn', TWO: 'danger' };

/** The others count. */
const inUsdt: ReadonlySet<RiskRuleName> = new Set(['AMOUNT', 'VELOCITY', 'WIN']);

export function RulesPanel({ data: { judgement } }: { data: DeskWithdrawalPage }) {
  const t = useText(deskWithdrawalTexts);
  return (
    <DeskPanel title={t('dw.rules')} aside={judgement && <TableTime at={judgement.at} />}>
      {judgement === null ? (
        <p className="text-13 text-mute">{t('dw.rules.waits')}</p>
      ) : (
        <>
          <Fired of={judgement} />
          <Known of={judgement} />
        </>
      )}
    </DeskPanel>
  );
}

const Known = ({ of }: { of: Judgement }) => <Facts items={useFacts(of)} className="mt-3" />;

function Fired({ of: { fired } }: { of: Judgement }) {
  const t = useText(deskWithdrawalTexts);
  if (fired.length === 0)
    return (
      <p className="flex items-center gap-2 text-13">
        <Check aria-hidden="true" size={15} className="text-brand" />
        {t('dw.rules.none')}
      </p>
    );
  return (
    <ul>
      {fired.map(({ rule, outcome, threshold }) => {
        const Mark = outcome === 'PASS' ? Info : TriangleAlert;
        return (
          <li key={rule} className="flex min-h-9 items-center gap-2 border-b border-line py-1.5 text-13 last:border-0">
            <Mark aria-hidden="true" size={15} className={outcome === 'PASS' ? 'shrink-0 text-mute' : 'shrink-0 text-warn'} />
            <span className="min-w-0 font-medium">
              {t(`dw.rule.${rule}`)}
              {threshold !== null && (
                <span className="ml-1.5 text-12 font-normal text-mute">
                  {t('dw.threshold', { n: `${figure(threshold)}${inUsdt.has(rule) ? ' USDT' : ''}` })}
                </span>
              )}
            </span>
            <Badge tone={tones[outcome]} className="ml-auto">
              {t(`dw.outcome.${outcome}`)}
            </Badge>
          </li>
        );
      })}
    </ul>
  );
}

/** What could not be known is not claimed. */
function useFacts({ facts }: Judgement): Fact[] {
  const t = useText(deskWithdrawalTexts);
  const usdt = (value: string) => `${figure(value, { decimals: 2 })} USDT`;
  const known = (label: Fact['label'], value: string | null, say: (value: string) => Fact['value'] = usdt): Fact[] =>
    value === null ? [] : [{ label, value: say(value) }];
  const { before, dayCount, dayValue, deviceSince, dayResult, weekDeposits, weekTraded, sanctions, won } = facts;
  return [
    { label: t('dw.fact.before'), value: t('dw.fact.count', { n: before }) },
    { label: t('dw.fact.dayCount'), value: t('dw.fact.count', { n: dayCount }) },
    { label: t('dw.fact.dayValue'), value: usdt(dayValue) },
    { label: t('dw.fact.device'), value: deviceSince === null ? t('dw.fact.device.none') : <TableTime at={deviceSince} /> },
    ...known(t('dw.fact.dayResult'), dayResult),
    ...known(t('dw.fact.weekDeposits'), weekDeposits),
    ...known(t('dw.fact.weekTraded'), weekTraded),
    ...known(t('dw.fact.won'), won, (value) => `${figure(value)} KRW`),
    ...(sanctions.length === 0 ? [] : [{ label: t('dw.fact.sanctions'), value: sanctions.join(', ') }]),
  ];
}
