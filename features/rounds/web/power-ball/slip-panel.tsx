// The slip: what is chosen with a stake each, presets, sums with the true maximum, warnings, one button, and the loss limit.
import { shortRound } from '@maru/kit/web/i18n/figures.ts';
import { useLanguage, useText } from '@maru/kit/web/i18n/use-text.ts';
import { AmountInput } from '@maru/kit/web/inputs/amount-input.tsx';
import { Spinner } from '@maru/kit/web/ui/button.tsx';
import { cx } from '@maru/kit/web/ui/classes.ts';
import { OwnLink } from '@maru/kit/web/ui/own-link.tsx';
import { InfoIcon, TriangleAlertIcon, XIcon } from 'lucide-react';
import { pointMath } from '../bet-figures.ts';
import { roundNumber } from '../round-board.ts';
import { FundButton } from '../fund-button.tsx';
import { LossRuler } from '../loss-ruler.tsx';
import { oddsShown } from './market-cell.tsx';
import { nameOf } from './market-names.ts';
import type { PowerBallView } from './power-ball-view.ts';
import { powerBallTexts } from './power-ball-texts.ts';
import { POWER_BALL_MARKETS } from '@maru/engine/rounds/power-ball-markets.ts';
import { useSlipCheck } from './slip-check.ts';
import { isHeld, type Pick, roundAsked } from './slip-draft.ts';

export function SlipPanel(view: PowerBallView) {
  const { slip, option, isPhone, t } = view;
  const { picks } = slip;
  return (
    <section aria-label={t('slip.label')} data-testid="slip">
      <header className="flex h-9 items-center justify-between">
        <h2 className="text-13 font-bold">{t('slip.count', { n: picks.length })}</h2>
        {picks.length > 0 && (
          <button type="button" className="touch text-12 text-mute hover:text-text" onClick={slip.clear}>
            {t('slip.clear')}
          </button>
        )}
      </header>
      {picks.length === 0 ? (
        <p className="border-y border-line py-8 text-center text-13 text-mute">{t(isPhone ? 'slip.empty.phone' : 'slip.empty')}</p>
      ) : (
        <ul className={cx('border-y border-line', !isPhone && 'max-h-[168px] overflow-y-auto scroll-thin')}>
          {picks.map((pick) => (
            <PickRow key={pick.code} pick={pick} {...view} />
          ))}
        </ul>
      )}
      <Presets {...view} />
      <Sums {...view} />
      <PlaceButton {...view} />
      <LossRuler currency={option.currency} />
    </section>
  );
}

function PickRow({ pick, slip, option }: PowerBallView & { pick: Pick }) {
  const t = useText(powerBallTexts);
  const language = useLanguage();
  const math = pointMath(option);
  const name = nameOf(pick.code, language);
  const odds = option.odds.find(({ type }) => type === pick.code)?.odds ?? '0';
  const isFixed = isHeld(pick);
  return (
    <li className="border-b border-grid py-2 last:border-0" data-testid={`pick-${pick.code}`} data-state={pick.state}>
      <div className="flex items-center gap-2">
        <div className="min-w-0 flex-1">
          <p className="truncate text-13 font-semibold">{name}</p>
          <p className="truncate text-12 text-mute tabular-nums">
            {t('slip.pays', { odds: oddsShown(odds), amount: math.shown(math.payout(pick.point, odds)) })}
          </p>
        </div>
        <AmountInput
          aria-label={t('slip.stake', { name })}
          value={pick.point}
          onChange={(point) => slip.setPoint(pick.code, point)}
          onFocus={() => slip.setActive(pick.code)}
          disabled={isFixed}
          rules={{ decimals: Math.min(2, option.pointPrecision) }}
          step={math.step(1)}
          className={cx(
            'h-9 w-21 shrink-0 rounded-4 border bg-field px-2.5 text-right text-14 font-semibold tabular-nums outline-none focus:outline-2 focus:-outline-offset-1 focus:outline-text',
            slip.active === pick.code ? 'border-edge' : 'border-line',
          )}
        />
        <button
          type="button"
          aria-label={t('slip.remove', { name })}
          disabled={isFixed}
          className="touch flex size-7 shrink-0 items-center justify-center rounded-4 text-sub hover:bg-hover disabled:opacity-40"
          onClick={() => slip.toggle(pick.code)}
        >
          {pick.state === 'sending' ? <Spinner /> : <XIcon size={16} aria-hidden="true" />}
        </button>
      </div>
      {pick.words !== undefined && pick.state !== 'sending' && (
        <p className={cx('mt-1 text-12', pick.state === 'unknown' ? 'text-warn' : 'text-danger')}>
          {pick.state === 'unknown' ? t('slip.unknown') : pick.words}
        </p>
      )}
    </li>
  );
}

const presets = [1, 5, 10, 50] as const;

function Presets({ slip, option, t, ...view }: PowerBallView) {
  const language = useLanguage();
  const math = pointMath(option);
  const check = useSlipCheck({ slip, option, t, ...view });
  const pick = slip.picks.find(({ code }) => code === slip.active);
  const isOff = pick === undefined || isHeld(pick);
  const button =
    'touch flex h-8 items-center justify-center rounded-4 bg-hover text-12 font-semibold text-text hover:brightness-95 disabled:text-mute disabled:hover:brightness-100';
  const set = (point: string) => pick && slip.setPoint(pick.code, math.least(point, option.maxPoint));
  return (
    <>
      <div className="mt-2 grid grid-cols-5 gap-1.5">
        {presets.map((each) => (
          <button
            key={each}
            type="button"
            disabled={isOff}
            className={button}
            onClick={() => set(math.add(pick?.point ?? '0', math.one * each))}
          >
            +{shortRound(math.one * each, language)}
          </button>
        ))}
        <button type="button" disabled={isOff} className={button} onClick={() => set(check.mostFor(pick?.code))}>
          {t('slip.most')}
        </button>
      </div>
      <p className="mt-2 flex justify-between gap-2 border-b border-line pb-2 text-12 text-mute tabular-nums">
        <span>{t('slip.range', { min: math.round(option.minPoint), max: math.round(option.maxPoint) })}</span>
        <span className="shrink-0">
          {t('slip.available')}{' '}
          <b className="font-semibold text-text">{check.available === undefined ? '—' : math.brief(check.available)}</b>
        </span>
      </p>
    </>
  );
}

function Sums({ slip, option, t }: PowerBallView) {
  const language = useLanguage();
  const math = pointMath(option);
  const { apart, best, total } = slip;
  const names = (apart[0] ?? []).map((market) => nameOf(POWER_BALL_MARKETS[market].code, language));
  return (
    <div className="mt-2 text-12 text-mute">
      <p className="flex items-baseline justify-between">
        {t('slip.total')}
        <span>
          <b className="text-20 font-bold text-text tabular-nums" data-testid="slip-total">
            {math.shown(math.text(total))}
          </b>{' '}
          {option.currency}
        </span>
      </p>
      <p className="flex justify-between">
        {t('slip.best')}
        <b className="font-semibold text-text tabular-nums" data-testid="slip-best">
          {math.shown(math.text(best))}
        </b>
      </p>
      {apart.length > 0 && (
        <p className="mt-1.5 flex gap-1.5 text-text" data-testid="slip-apart">
          <InfoIcon size={14} className="mt-0.5 shrink-0 text-mute" aria-hidden="true" />
          {apart.length === 1 ? t('slip.apart', { a: names[0], b: names[1] }) : t('slip.apartMore', { n: apart.length })}
        </p>
      )}
      {total > 0n && best < total && (
        <p className="mt-1 flex gap-1.5 text-warn">
          <TriangleAlertIcon size={14} className="mt-0.5 shrink-0" aria-hidden="true" />
          {t('slip.never')}
        </p>
      )}
    </div>
  );
}

export function PlaceButton(view: PowerBallView) {
  const { slip, option, betting, t, isPhone } = view;
  const language = useLanguage();
  const math = pointMath(option);
  const check = useSlipCheck(view);
  const amount = math.shown(math.text(slip.total));
  const unknown = slip.picks.filter(({ state }) => state === 'unknown').length;
  const isAsking = unknown > 0;
  const n = betting === undefined ? '' : roundNumber(roundAsked(slip.picks, betting));
  if (check.available !== undefined && math.units(check.available) === 0n && !isAsking && !slip.isBusy)
    return <FundButton className={cx('mt-2 w-full', isPhone ? 'h-14' : 'h-[54px]')} />;
  // What was not answered may be asked for again, closed or not.
  const isOff =
    betting === undefined ||
    slip.picks.length === 0 ||
    slip.isBusy ||
    (!isAsking && check.reason !== undefined) ||
    (!check.isOpen && !isAsking);
  return (
    <div className="mt-2">
      {slip.gone.length > 0 && (
        <output className="mb-2 block rounded-4 bg-warn-tint px-2.5 py-2 text-12 text-text" data-testid="slip-gone">
          {t('slip.gone', { names: slip.gone.map((code) => nameOf(code, language)).join(', ') })}
        </output>
      )}
      {slip.told !== undefined && (
        <output className="mb-2 block rounded-4 bg-warn-tint px-2.5 py-2 text-12 text-text" data-testid="slip-told">
          <b className="font-semibold">{slip.told}</b> {t('slip.partial.line')}
        </output>
      )}
      <button
        type="button"
        data-testid="place"
        disabled={isOff}
        aria-busy={slip.isBusy || undefined}
        onClick={() => betting && void slip.place(betting)}
        className={cx(
          'touch flex w-full flex-col items-center justify-center rounded-8 bg-ink text-on-ink hover:opacity-90 disabled:bg-hover disabled:text-mute disabled:hover:opacity-100',
          isPhone ? 'h-14' : 'h-[54px]',
        )}
      >
        {slip.isBusy ? (
          <Spinner />
        ) : check.isOpen || isAsking ? (
          <>
            <span className="text-16 font-bold tabular-nums">
              {isAsking ? t('slip.ask') : t('slip.place', { amount, unit: option.currency })}
            </span>
            <span className="text-12">{t('slip.place.line', { n, count: isAsking ? unknown : slip.picks.length })}</span>
          </>
        ) : (
          <>
            <span className="text-15 font-bold">{check.closedWords}</span>
            <span className="text-12">{check.waitWords}</span>
          </>
        )}
      </button>
      {check.reason !== undefined && slip.picks.length > 0 && (
        <output className="mt-1.5 flex justify-between gap-2 text-12 text-warn">
          {check.reason}
          {check.isShort && (
            <OwnLink href="/dnw/transfer" className="touch shrink-0 font-semibold text-text underline underline-offset-2">
              {t('slip.fund')}
            </OwnLink>
          )}
        </output>
      )}
    </div>
  );
}
