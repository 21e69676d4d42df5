// What operators allow a member at most: leverage, and what may be withdrawn a day; empty takes the limit off.
import { USDT_DECIMALS } from '@maru/engine/money/units.ts';
import { call } from '@maru/kit/web/api-client.ts';
import { isAmount, isWhole, useFieldFaults } from '@maru/kit/web/desk/field-faults.ts';
import { ReasonForm } from '@maru/kit/web/desk/reason-form.tsx';
import { useCallForm } from '@maru/kit/web/forms/use-call-form.ts';
import { useText } from '@maru/kit/web/i18n/use-text.ts';
import { newRequestKey } from '@maru/kit/web/request-keys.ts';
import { toast } from '@maru/kit/web/toasts/toast-list.ts';
import { TextField } from '@maru/kit/web/ui/field.tsx';
import { MOST_LEVERAGE, setLeverageLimit } from '@maru/futures/admin-contract.ts';
import { setWithdrawLimit } from '@maru/account/admin-acts-contract.ts';
import type { MemberFile } from '@maru/account/admin-contract.ts';
import { memberTexts } from '@maru/account/admin/desk-texts.ts';
import type { Trading } from './member-holdings.tsx';

interface LimitProps {
  file: MemberFile;
  /** Says that it is done, and asks anew for what shows it. */
  done(): Promise<void>;
  onClose(): void;
}

export function LeverageDialog({ file, trading, done, onClose }: LimitProps & { trading: Trading }) {
  const t = useText(memberTexts);
  const { some } = useFieldFaults();
  const standing = trading.leverageLimit === null ? '' : String(trading.leverageLimit);
  const isRight = (typed: string) => typed === '' || isWhole(typed, 1, MOST_LEVERAGE);
  const form = useCallForm({
    route: setLeverageLimit,
    start: { leverage: standing, reason: '' },
    labels: { leverage: t('m.act.leverage.field') },
    optional: ['leverage'],
    otherwise: 'reason',
    body: ({ leverage, reason }) => ({
      playerId: file.member.id,
      leverage: leverage === '' ? null : Number(leverage),
      reason: reason.trim(),
    }),
    check: ({ leverage }) => ({ leverage: !isRight(leverage) && t('m.act.leverage.rule') }),
    send: (_values, _key, body) => call(setLeverageLimit, { body, key: newRequestKey() }),
    onDone: async ({ kept }) => {
      if (kept.length > 0) toast({ title: t('m.act.leverage.kept', { count: kept.length }), kind: 'warn', stay: 'notice' });
      await done();
      onClose();
    },
  });
  const { leverage } = form.values;
  return (
    <ReasonForm
      form={form}
      title={t('m.act.leverage')}
      description={t('m.act.leverage.words')}
      confirm={t('m.act.do')}
      blocked={leverage === standing ? t('m.act.limit.same') : isRight(leverage) ? undefined : some}
      onClose={onClose}
    >
      <TextField {...form.text('leverage', (typed) => typed.trim())} inputMode="numeric" end="x" help={t('m.act.limit.empty')} />
    </ReasonForm>
  );
}

export function WithdrawDialog({ file, done, onClose }: LimitProps) {
  const t = useText(memberTexts);
  const { some } = useFieldFaults();
  const standing = file.withdrawLimit ?? '';
  // Nothing a day is a limit as well.
  const isRight = (typed: string) => typed === '' || /^0+$/.test(typed) || isAmount(typed, USDT_DECIMALS);
  const form = useCallForm({
    route: setWithdrawLimit,
    start: { dailyLimit: standing, reason: '' },
    labels: { dailyLimit: t('m.act.withdraw.field') },
    optional: ['dailyLimit'],
    otherwise: 'reason',
    body: ({ dailyLimit, reason }) => ({
      playerId: file.member.id,
      dailyLimit: dailyLimit === '' ? null : dailyLimit,
      reason: reason.trim(),
    }),
    check: ({ dailyLimit }) => ({ dailyLimit: !isRight(dailyLimit) && t('m.act.withdraw.rule') }),
    onDone: () => done().then(onClose),
  });
  const { dailyLimit } = form.values;
  return (
    <ReasonForm
      form={form}
      title={t('m.act.withdraw')}
      description={t('m.act.withdraw.words')}
      confirm={t('m.act.do')}
      blocked={dailyLimit === standing ? t('m.act.limit.same') : isRight(dailyLimit) ? undefined : some}
      onClose={onClose}
    >
      <TextField
        {...form.text('dailyLimit', (typed) => typed.replaceAll(',', '').trim())}
        inputMode="decimal"
        end="USDT"
        help={t('m.act.limit.empty')}
      />
    </ReasonForm>
  );
}
