// What operators allow a member at most: leverage, and what may be withdrawn a day; empty takes the limit off.
import { USDT_DECIMALS } from '@maru/engine/money/units.ts';
import { call } from '@maru/kit/web/api-client.ts';
import { isAmount, isWhole, useFieldFaults } from '@maru/kit/web/desk/field-faults.ts';
import { ReasonDialog } from '@maru/kit/web/desk/reason-dialog.tsx';
import { useText } from '@maru/kit/web/i18n/use-text.ts';
import { newRequestKey } from '@maru/kit/web/request-keys.ts';
import { toast } from '@maru/kit/web/toasts/toast-list.ts';
import { TextField } from '@maru/kit/web/ui/field.tsx';
import { MOST_LEVERAGE, setLeverageLimit } from '@maru/futures/admin-contract.ts';
import { useState } from 'react';
import { setWithdrawLimit } from '@maru/account/admin-acts-contract.ts';
import type { MemberFile } from '@maru/account/admin-contract.ts';
import { memberTexts } from '@maru/account/admin/desk-texts.ts';
import type { Trading } from './member-holdings.tsx';

interface LimitProps {
  file: MemberFile;
  /** Says that it is done, and asks anew for what shows it. */
  done(work: Promise<unknown>): Promise<void>;
  onClose(): void;
}

export function LeverageDialog({ file, trading, done, onClose }: LimitProps & { trading: Trading }) {
  const t = useText(memberTexts);
  const standing = trading.leverageLimit === null ? '' : String(trading.leverageLimit);
  const [typed, setTyped] = useState(standing);
  const wrong = typed === '' || isWhole(typed, 1, MOST_LEVERAGE) ? undefined : t('m.act.leverage.rule');
  const { some } = useFieldFaults();
  const blocked = typed === standing ? t('m.act.limit.same') : wrong && some;
  const act = async (reason: string) => {
    const leverage = typed === '' ? null : Number(typed);
    const { kept } = await call(setLeverageLimit, { body: { playerId: file.member.id, leverage, reason }, key: newRequestKey() });
    if (kept.length > 0) toast({ title: t('m.act.leverage.kept', { count: kept.length }), kind: 'warn', stay: 'notice' });
  };
  return (
    <ReasonDialog
      title={t('m.act.leverage')}
      description={t('m.act.leverage.words')}
      confirm={t('m.act.do')}
      blocked={blocked}
      fields={['leverage']}
      onConfirm={(reason) => done(act(reason))}
      onClose={onClose}
    >
      {(wrongAt) => (
        <TextField
          label={t('m.act.leverage.field')}
          inputMode="numeric"
          end="x"
          value={typed}
          help={t('m.act.limit.empty')}
          error={wrong ?? wrongAt('leverage')}
          onChange={(event) => setTyped(event.target.value.trim())}
        />
      )}
    </ReasonDialog>
  );
}

export function WithdrawDialog({ file, done, onClose }: LimitProps) {
  const t = useText(memberTexts);
  const standing = file.withdrawLimit ?? '';
  const [typed, setTyped] = useState(standing);
  // Nothing a day is a limit as well.
  const wrong = typed === '' || /^0+$/.test(typed) || isAmount(typed, USDT_DECIMALS) ? undefined : t('m.act.withdraw.rule');
  const { some } = useFieldFaults();
  const blocked = typed === standing ? t('m.act.limit.same') : wrong && some;
  const act = (reason: string) =>
    call(setWithdrawLimit, { body: { playerId: file.member.id, dailyLimit: typed === '' ? null : typed, reason } });
  return (
    <ReasonDialog
      title={t('m.act.withdraw')}
      description={t('m.act.withdraw.words')}
      confirm={t('m.act.do')}
      blocked={blocked}
      fields={['dailyLimit']}
      onConfirm={(reason) => done(act(reason))}
      onClose={onClose}
    >
      {(wrongAt) => (
        <TextField
          label={t('m.act.withdraw.field')}
          inputMode="decimal"
          end="USDT"
          value={typed}
          help={t('m.act.limit.empty')}
          error={wrong ?? wrongAt('dailyLimit')}
          onChange={(event) => setTyped(event.target.value.replaceAll(',', '').trim())}
        />
      )}
    </ReasonDialog>
  );
}
