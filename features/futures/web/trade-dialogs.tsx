// The member's side of a trade screen: follows the account, speaks its news, hosts its dialogs. Mounted once by the page.
import { lazyArea } from '@maru/kit/web/lazy-area.tsx';
import { type ComponentType, useEffect, useEffectEvent } from 'react';
import { dropResult, listenToEffects, usePageEffects } from './account-effects.ts';
import { followAccount, loadSettings } from './account-store.ts';
import { useLiquidationAlarm } from './liquidation-alarm.ts';
import { useOneClick } from './one-click.tsx';
import { PositionDialogs } from './position-dialogs.ts';
import { useAsked } from './position-commands.ts';
import type { ProfitDialogProps } from './profit-dialog.tsx';
import { followTwaps } from './twap-store.ts';
import { useTrailingFollow } from './use-trailing-follow.ts';
import { dropWhy, useWhy } from './why.ts';
import type { AccountFigures, TradeState } from './trade-context.tsx';

const WhyDialog = lazyArea(() => import('./why-dialog.tsx').then((m) => m.WhyDialog), { onFail: dropWhy });

interface TradeDialogsProps {
  state: TradeState;
  figures: AccountFigures;
  /** How a trade ended, once a position closes. */
  Result: ComponentType<Omit<ProfitDialogProps, 'referral'>>;
}

export function TradeDialogs({ state, figures, Result }: TradeDialogsProps) {
  const id = state.instrument.option.futuresOptionId;
  const current = useEffectEvent(() => id);
  useLiquidationAlarm(figures.positions);
  useTrailingFollow();
  const spoken = usePageEffects((s) => s.spoken);
  const isActing = useAsked((s) => s.asked !== undefined);
  const isAsking = useWhy((s) => s.asked !== undefined);
  const result = usePageEffects((s) => s.results[0]);
  useEffect(() => {
    const stops = [followAccount(), followTwaps(), listenToEffects(() => current())];
    return () => {
      for (const stop of stops) stop();
    };
  }, []);
  useEffect(() => {
    // Without an answer the ticket reckons with its usual leverage; the engine has the last word anyway.
    void loadSettings(id).catch(() => undefined);
  }, [id]);
  // Leaving the page disarms.
  useEffect(() => () => useOneClick.setState({ isArmed: false }), []);
  return (
    <>
      <p aria-live="assertive" className="sr-only" data-testid="spoken">
        {spoken}
      </p>
      {isActing && <PositionDialogs figures={figures} instrument={state.instrument} />}
      {isAsking && <WhyDialog />}
      {result && <Result result={result} instrument={state.instruments.get(result.futuresOptionId)} onClose={dropResult} />}
    </>
  );
}
