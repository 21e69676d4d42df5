// A settled round's evidence beside the play: what it was decided by, its place in the chain, and checks done on this device alone.
import { shownDecimals } from '@maru/kit/contract/point-decimals.ts';
import { copyText } from '@maru/kit/web/copy-text.ts';
import { Failure } from '@maru/kit/web/failure.ts';
import { figure } from '@maru/kit/web/i18n/figures.ts';
import { moment } from '@maru/kit/web/i18n/moments.ts';
import { useText } from '@maru/kit/web/i18n/use-text.ts';
import { addDecimals } from '@maru/kit/web/inputs/decimal-text.ts';
import { saveFile } from '@maru/kit/web/save-file.ts';
import { toast } from '@maru/kit/web/toasts/toast-list.ts';
import { Button, IconButton } from '@maru/kit/web/ui/button.tsx';
import { cx } from '@maru/kit/web/ui/classes.ts';
import { SkeletonRows } from '@maru/kit/web/ui/skeleton.tsx';
import { EmptyState, FailingState } from '@maru/kit/web/ui/states.tsx';
import { ArrowDown, ArrowUp, ChevronLeft, ChevronRight, Download, Equal, Link2, ShieldCheck, X } from 'lucide-react';
import { useState } from 'react';
import { type EvidenceFile, playOf, type RoundEvidence } from '../evidence.ts';
import { type TradeBet, type VoidReason, voidReasons } from '../shapes.ts';
import type { EvidenceCheck } from '../evidence-check.ts';
import { CheckLine, checkWords } from './evidence-checks.tsx';
import { DrawBox } from './evidence-draw.tsx';
import { evidenceTexts } from './evidence-texts.ts';
import { TickBox } from './evidence-ticks.tsx';
import { roundNumber } from './round-board.ts';
import { roundsTexts } from './rounds-texts.ts';
import { betsJson, betsOf } from './round-bets.ts';
import { type BetList, type CheckedEvidence, useEvidence } from './use-evidence.ts';

const SHORT = 4;

interface EvidenceSheetProps {
  tradeRoundId: number;
  /** Absent: it stands alone, without a button to close it. */
  onClose?: () => void;
  route?: Parameters<typeof useEvidence>[1];
  /** The rounds with evidence before and after it, where the page knows them. */
  steps?: EvidenceSteps;
  /** The reader's own bets on it. */
  mine?: readonly TradeBet[];
}

export interface EvidenceSteps {
  before: number | undefined;
  after: number | undefined;
  onGo(tradeRoundId: number): void;
}

export function EvidenceSheet({ tradeRoundId, onClose, route, steps, mine = [] }: EvidenceSheetProps) {
  const t = useText(evidenceTexts);
  const { file, checked, error, isFetching, retry, checkAgain, list } = useEvidence(tradeRoundId, route);
  if (file === undefined && error !== null) {
    const isNotYet = error instanceof Failure && (error.code === 'EVIDENCE_NOT_YET' || error.code === 'ROUND_UNKNOWN');
    return (
      <Frame onClose={onClose} steps={steps}>
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
      <Frame onClose={onClose} steps={steps}>
        <SkeletonRows rows={6} rowClass="h-12" label={t('evidence.loading')} />
      </Frame>
    );
  const { record } = checked;
  return (
    <Frame title={record && t('evidence.title', { n: numberOf(record) })} onClose={onClose} steps={steps}>
      {record === undefined ? (
        <p className="text-13 text-danger">{t('evidence.unreadable')}</p>
      ) : (
        <Proof record={record} hash={file.hash} />
      )}
      <Checks checked={checked} />
      {/* The desk has a list of its own, with names. */}
      {record && route === undefined && <WholeList record={record} checked={checked} list={list} />}
      {record && <Sums record={record} mine={mine} />}
      <Actions file={file} checked={checked} onAgain={() => void checkAgain()} />
    </Frame>
  );
}

interface FrameProps {
  title?: string | undefined;
  onClose?: (() => void) | undefined;
  steps?: EvidenceSteps | undefined;
  children: React.ReactNode;
}

function Frame({ title, onClose, steps, children }: FrameProps) {
  const t = useText(evidenceTexts);
  return (
    <section
      aria-label={title ?? t('evidence.loading')}
      className="flex h-full flex-col gap-3 overflow-y-auto bg-surface p-4 scroll-thin in-[.bg-raised]:bg-raised"
    >
      <header className="flex min-h-8 items-center justify-between">
        <h3 className="text-15 font-bold">{title}</h3>
        <span className="flex items-center gap-1">
          {steps && <StepButton label={t('evidence.before')} to={steps.before} onGo={steps.onGo} icon={<ChevronLeft size={18} />} />}
          {steps && <StepButton label={t('evidence.after')} to={steps.after} onGo={steps.onGo} icon={<ChevronRight size={18} />} />}
          {onClose && (
            <IconButton label={t('evidence.close')} onClick={onClose}>
              <X size={18} />
            </IconButton>
          )}
        </span>
      </header>
      {children}
    </section>
  );
}

function StepButton({ label, to, onGo, icon }: { label: string; to: number | undefined; onGo(id: number): void; icon: React.ReactNode }) {
  return (
    <IconButton label={label} disabled={to === undefined} onClick={() => to !== undefined && onGo(to)}>
      {icon}
    </IconButton>
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
          {playOf(record.rule) !== 'in-round' && <TickBox kind="strike" boundary={evidence.strike} />}
          <TickBox kind="last" boundary={evidence.close} />
        </>
      ) : (
        <DrawBox draw={evidence} />
      )}
      <Chain record={record} hash={hash} />
    </>
  );
}

const marks = { UP: ArrowUp, DOWN: ArrowDown, TIE: Equal, VOID: X, DRAWN: ShieldCheck, EACH_BET: ShieldCheck } as const;

function Result({ record }: { record: RoundEvidence }) {
  const t = useText(evidenceTexts);
  const words = useText(roundsTexts);
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
        <p className="text-18 font-bold">
          {t(`evidence.${record.result}`, { by: by === undefined ? '' : figure(by, { sign: true }) })}
          {isVoidReason(record.voidReason) && record.result === 'VOID' && ` · ${words(`void.${record.voidReason}`)}`}
        </p>
        <p className="text-12 text-mute">
          {moment(Number(record.startAt), 'time')} ~ {moment(Number(record.endAt), 'time')}
          {evidence.kind === 'price' && ` · ${evidence.symbol}`}
          {evidence.kind === 'price' && evidence.source !== 'binance' && ` · ${t('evidence.practice')}`}
        </p>
      </div>
    </div>
  );
}

const isVoidReason = (word: string | null): word is VoidReason => voidReasons.some((each) => each === word);

/** Close less strike; undefined where a round has no such pair. */
function difference({ evidence, rule }: RoundEvidence): string | undefined {
  if (evidence.kind !== 'price' || playOf(rule) !== 'price' || evidence.strike.tick === null || evidence.close.tick === null)
    return undefined;
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
        <CheckLine key={check.name} words={checkWords(t, checked.record, check.name)} check={check} figure={figureOf(check)} />
      ))}
      {checked.signed.map((check) => (
        <CheckLine key={check.name} words={t(check.name)} check={check} figure={check.figure} />
      ))}
    </ul>
  );
}

/** Of a round with too many bets to come with its record: all of them, on demand. */
function WholeList({ record, checked, list }: { record: RoundEvidence; checked: CheckedEvidence; list: BetList }) {
  const t = useText(evidenceTexts);
  const count = betsOf(record);
  if (count === 0 || !checked.checks.some(({ name, isMissing }) => name === 'bets' && isMissing)) return null;
  return (
    <div>
      <Button look="line" size={40} className="w-full" isBusy={list.done !== undefined} onClick={() => void list.check()}>
        {t('evidence.list', { count: figure(String(count)) })}
      </Button>
      <p aria-live="polite" className={cx('mt-1 text-12', list.isFailed ? 'text-danger' : 'text-mute')}>
        {list.isFailed
          ? t('evidence.list.failed')
          : list.done !== undefined && t('evidence.list.done', { done: figure(String(list.done)), count: figure(String(count)) })}
      </p>
    </div>
  );
}

function Sums({ record, mine }: { record: RoundEvidence; mine: readonly TradeBet[] }) {
  const words = useText(roundsTexts);
  const t = useText(evidenceTexts);
  const sum = (of: 'staked' | 'paid') => record.markets.reduce((all, row) => addDecimals(all, row[of]), '0');
  const bets = betsOf(record);
  const amountOnly = (value: string) => figure(value, { decimals: shownDecimals(record.currency) });
  const amount = (value: string) => `${amountOnly(value)} ${record.currency}`;
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
      {mine.map(({ tradeHistoryId, type, point, payout }) => (
        <SumLine
          key={tradeHistoryId}
          words={words('bets.title')}
          value={`${type === 'UP' || type === 'DOWN' ? words(`side.${type}`) : ''} ${amountOnly(point)} → ${amountOnly(payout ?? '0')}`}
        />
      ))}
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
  const [isSaving, setIsSaving] = useState(false);
  const save = async () => {
    setIsSaving(true);
    try {
      const list = bets === undefined ? await betsJson(String(tradeRoundId)) : [JSON.stringify(bets)];
      const parts = [JSON.stringify({ record, hash, previousRecord }).slice(0, -1), ',"bets":', ...list, '}'];
      saveFile(`round-${tradeRoundId}.json`, new Blob(parts, { type: 'application/json' }));
    } catch {
      toast({ title: t('evidence.list.failed'), kind: 'danger' });
    } finally {
      setIsSaving(false);
    }
  };
  const copy = () => {
    const address = new URL(`/api/trade/round/evidence?tradeRoundId=${tradeRoundId}`, location.href);
    return copyText(address.href, { title: t('evidence.copied') });
  };
  return (
    <footer className="sticky -bottom-4 -mx-4 mt-auto -mb-4 bg-surface px-4 pt-2 pb-4 in-[.bg-raised]:bg-raised">
      <output className="mb-2 block text-12 text-mute">{t('evidence.checked', { at: moment(checked.checkedAt, 'time') })}</output>
      <div className="flex gap-2">
        <Button look="ink" size={40} className="flex-1" icon={<ShieldCheck size={16} />} onClick={onAgain}>
          {t('evidence.again')}
        </Button>
        <IconButton label={t('evidence.save')} onClick={() => void save()} disabled={isSaving}>
          <Download size={18} />
        </IconButton>
        <IconButton label={t('evidence.link')} onClick={() => void copy()}>
          <Link2 size={18} />
        </IconButton>
      </div>
    </footer>
  );
}
