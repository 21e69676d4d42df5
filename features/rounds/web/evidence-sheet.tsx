// A settled round's evidence beside the play: what it was decided by, its place in the chain, and checks done on this device alone.
import { Failure } from '@maru/kit/web/failure.ts';
import { figure } from '@maru/kit/web/i18n/figures.ts';
import { moment } from '@maru/kit/web/i18n/moments.ts';
import { useText } from '@maru/kit/web/i18n/use-text.ts';
import { addDecimals } from '@maru/kit/web/inputs/decimal-text.ts';
import { saveFile } from '@maru/kit/web/save-file.ts';
import { toast } from '@maru/kit/web/toasts/toast-list.ts';
import { Button, IconButton } from '@maru/kit/web/ui/button.tsx';
import { cx } from '@maru/kit/web/ui/classes.ts';
import { PlankRows } from '@maru/kit/web/ui/planks.tsx';
import { EmptyState, FailingState } from '@maru/kit/web/ui/states.tsx';
import { ArrowDown, ArrowUp, CircleCheck, CircleDashed, CircleX, Download, Equal, Link2, ShieldCheck, X } from 'lucide-react';
import type { EvidenceFile, RoundEvidence } from '../evidence.ts';
import type { EvidenceCheck } from '../evidence-check.ts';
import { DrawBox } from './evidence-draw.tsx';
import { evidenceTexts } from './evidence-texts.ts';
import { TickBox } from './evidence-ticks.tsx';
import { roundNumber } from './round-board.ts';
import { type CheckedEvidence, useEvidence } from './use-evidence.ts';

const SHORT = 4;

/** `onClose` absent: it stands alone, without a button to close it. */
export function EvidenceSheet({ tradeRoundId, onClose }: { tradeRoundId: number; onClose?: () => void }) {
  const t = useText(evidenceTexts);
  const { file, checked, error, isFetching, retry, checkAgain } = useEvidence(tradeRoundId);
  if (file === undefined && error !== null) {
    const isNotYet = error instanceof Failure && (error.code === 'EVIDENCE_NOT_YET' || error.code === 'ROUND_UNKNOWN');
    return (
      <Frame onClose={onClose}>
        {isNotYet ? (
          <EmptyState title={t('evidence.none')} isLow>
            {t('evidence.none.words')}
          </EmptyState>
        ) : (
          <FailingState title={t('evidence.failed')} error={error} onRetry={() => void retry()} isRetrying={isFetching} isLow>
            {t('evidence.failed.words')}
          </FailingState>
        )}
      </Frame>
    );
  }
  if (file === undefined || checked === undefined)
    return (
      <Frame onClose={onClose}>
        <PlankRows rows={6} rowClass="h-12" label={t('evidence.loading')} />
      </Frame>
    );
  const { record } = checked;
  return (
    <Frame title={record && t('evidence.title', { n: numberOf(record) })} onClose={onClose}>
      {record === undefined ? (
        <p className="text-13 text-danger">{t('evidence.unreadable')}</p>
      ) : (
        <Proof record={record} hash={file.hash} />
      )}
      <Checks checked={checked} />
      {record && <Sums record={record} />}
      <Actions file={file} checked={checked} onAgain={() => void checkAgain()} />
    </Frame>
  );
}

function Frame({
  title,
  onClose,
  children,
}: {
  title?: string | undefined;
  onClose?: (() => void) | undefined;
  children: React.ReactNode;
}) {
  const t = useText(evidenceTexts);
  return (
    <section aria-label={title ?? t('evidence.loading')} className="flex h-full flex-col gap-3 overflow-y-auto bg-surface p-4 scroll-thin">
      <header className="flex min-h-8 items-center justify-between">
        <h3 className="text-15 font-bold">{title}</h3>
        {onClose && (
          <IconButton label={t('evidence.close')} onClick={onClose}>
            <X size={18} />
          </IconButton>
        )}
      </header>
      {children}
    </section>
  );
}

function numberOf({ startAt, endAt }: RoundEvidence): number {
  return roundNumber({ startAt: new Date(Number(startAt)).toISOString(), endAt: new Date(Number(endAt)).toISOString() });
}

function Proof({ record, hash }: { record: RoundEvidence; hash: string }) {
  const { evidence } = record;
  return (
    <>
      <Result record={record} />
      {evidence.kind === 'price' ? (
        <>
          {record.rule !== 'in-round-1' && <TickBox kind="strike" boundary={evidence.strike} />}
          <TickBox kind="last" boundary={evidence.close} />
        </>
      ) : (
        <DrawBox draw={evidence} />
      )}
      <Chain record={record} hash={hash} />
    </>
  );
}

const marks = { UP: ArrowUp, DOWN: ArrowDown, TIE: Equal, VOID: X, DRAWN: ShieldCheck, EACH_BET: ArrowUp } as const;

function Result({ record }: { record: RoundEvidence }) {
  const t = useText(evidenceTexts);
  const Mark = marks[record.result];
  const by = difference(record);
  const look = record.result === 'UP' ? 'bg-long text-on-solid' : record.result === 'DOWN' ? 'bg-short text-on-solid' : 'bg-hover';
  const { evidence } = record;
  return (
    <div className="flex items-center gap-3">
      <span className={cx('grid size-11 shrink-0 place-items-center rounded-6', look)}>
        <Mark size={22} aria-hidden="true" />
      </span>
      <div className="min-w-0">
        <p className="text-18 font-bold">{t(`evidence.${record.result}`, { by: by === undefined ? '' : figure(by, { sign: true }) })}</p>
        <p className="text-12 text-mute">
          {moment(Number(record.startAt), 'time')} ~ {moment(Number(record.endAt), 'time')}
          {evidence.kind === 'price' && ` · ${evidence.symbol}`}
          {evidence.kind === 'price' && evidence.source === 'replay' && ` · ${t('evidence.practice')}`}
        </p>
      </div>
    </div>
  );
}

/** Close less strike; undefined where a round has no such pair. */
function difference({ evidence, rule }: RoundEvidence): string | undefined {
  if (evidence.kind !== 'price' || rule !== 'price-1' || evidence.strike.tick === null || evidence.close.tick === null) return undefined;
  return addDecimals(evidence.close.tick.price, `-${evidence.strike.tick.price}`);
}

const short = (hash: string): string => `${hash.slice(0, SHORT)}…${hash.slice(-SHORT)}`;

function Chain({ record, hash }: { record: RoundEvidence; hash: string }) {
  const t = useText(evidenceTexts);
  const number = Number(record.number);
  const cells = [
    { place: number > 1 ? t('evidence.place', { n: number - 1 }) : '--', hash: short(record.previous), isOwn: false },
    { place: t('evidence.place', { n: number }), hash: short(hash), isOwn: true },
    { place: t('evidence.place', { n: number + 1 }), hash: t('evidence.next'), isOwn: false },
  ];
  return (
    <ol aria-label={t('evidence.chain')} className="grid grid-cols-3 gap-3">
      {cells.map((cell) => (
        <li
          key={cell.place + cell.hash}
          className={cx('rounded-6 border px-2.5 py-1.5', cell.isOwn ? 'border-text border-2' : 'border-line')}
        >
          <span className="block text-12 font-semibold">{cell.place}</span>
          <span className="block text-12 text-mute">{cell.hash}</span>
        </li>
      ))}
    </ol>
  );
}

function Checks({ checked }: { checked: CheckedEvidence }) {
  const t = useText(evidenceTexts);
  const figureOf = ({ name, figure: value, isMissing }: EvidenceCheck) => {
    if (isMissing) return t('evidence.missing');
    return name === 'gap' && value !== undefined ? t('evidence.ms', { ms: value }) : value;
  };
  return (
    <ul className="space-y-1.5 text-13">
      {checked.checks.map((check) => (
        <CheckLine key={check.name} words={t(`evidence.check.${check.name}`)} check={check} figure={figureOf(check)} />
      ))}
      {checked.areSignedRight !== undefined && <CheckLine words={t('evidence.signed')} check={{ isRight: checked.areSignedRight }} />}
    </ul>
  );
}

function CheckLine({
  words,
  check,
  figure: value,
}: {
  words: string;
  check: Pick<EvidenceCheck, 'isRight' | 'isMissing'>;
  figure?: string | undefined;
}) {
  const Mark = check.isMissing ? CircleDashed : check.isRight ? CircleCheck : CircleX;
  const look = check.isMissing ? 'text-mute' : check.isRight ? 'text-green' : 'text-danger';
  return (
    <li className="flex items-center gap-2">
      <Mark size={16} className={cx('shrink-0', look)} aria-hidden="true" />
      <span className={cx('min-w-0 flex-1', !check.isRight && !check.isMissing && 'font-semibold text-danger')}>{words}</span>
      {value && <span className="text-mute">{value}</span>}
    </li>
  );
}

function Sums({ record }: { record: RoundEvidence }) {
  const t = useText(evidenceTexts);
  const sum = (of: 'staked' | 'paid') => record.markets.reduce((all, row) => addDecimals(all, row[of]), '0');
  const bets = record.markets.reduce((all, row) => all + Number(row.bets), 0);
  const amount = (value: string) => `${figure(value, { decimals: 2 })} ${record.currency}`;
  const { evidence } = record;
  const by = difference(record);
  return (
    <dl className="space-y-1 rounded-6 bg-sunken p-3 text-13">
      {by !== undefined && evidence.kind === 'price' && (
        <SumLine
          words={t('evidence.sum')}
          value={`${figure(evidence.close.tick?.price ?? '0')} − ${figure(evidence.strike.tick?.price ?? '0')} = ${figure(by, { sign: true })}`}
        />
      )}
      <SumLine words={t('evidence.bets', { count: bets })} value={amount(sum('staked'))} />
      <SumLine words={t('evidence.paid')} value={amount(sum('paid'))} />
    </dl>
  );
}

function SumLine({ words, value }: { words: string; value: string }) {
  return (
    <div className="flex justify-between gap-3">
      <dt className="text-sub">{words}</dt>
      <dd className="text-right font-semibold">{value}</dd>
    </div>
  );
}

function Actions({ file, checked, onAgain }: { file: EvidenceFile & { tradeRoundId: number }; checked: CheckedEvidence; onAgain(): void }) {
  const t = useText(evidenceTexts);
  const { record, hash, bets, previousRecord, tradeRoundId } = file;
  const save = () =>
    saveFile(
      `round-${tradeRoundId}.json`,
      new Blob([JSON.stringify({ record, hash, bets, previousRecord })], { type: 'application/json' }),
    );
  const copy = async () => {
    const address = new URL(`/api/trade/round/evidence?tradeRoundId=${tradeRoundId}`, location.href);
    await navigator.clipboard.writeText(address.href);
    toast({ title: t('evidence.copied'), kind: 'done' });
  };
  return (
    <footer className="mt-auto pt-2">
      <output className="mb-2 block text-12 text-mute">{t('evidence.checked', { at: moment(checked.checkedAt, 'time') })}</output>
      <div className="flex gap-2">
        <Button look="ink" size={40} className="flex-1" icon={<ShieldCheck size={16} />} onClick={onAgain}>
          {t('evidence.again')}
        </Button>
        <IconButton label={t('evidence.save')} onClick={save}>
          <Download size={18} />
        </IconButton>
        <IconButton label={t('evidence.link')} onClick={() => void copy()}>
          <Link2 size={18} />
        </IconButton>
      </div>
    </footer>
  );
}
