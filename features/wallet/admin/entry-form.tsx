// Asks for a ledger entry by hand: wallet, kind, amount and reason, with the automatic checks and the ledger before and after beside it.
import { USDT_DECIMALS } from '@maru/engine/money/units.ts';
import { shownDecimals } from '@maru/kit/contract/point-decimals.ts';
import { call } from '@maru/kit/web/api-client.ts';
import { LedgerChange } from '@maru/kit/web/desk/before-after.tsx';
import { DeskRoom } from '@maru/kit/web/desk/page.tsx';
import { isAmount, useFieldFaults } from '@maru/kit/web/desk/field-faults.ts';
import { approvalOf, Asked } from '@maru/kit/web/desk/reason-dialog.tsx';
import { FilterSelect } from '@maru/kit/web/desk/filter-bar.tsx';
import { Failure, messageOf } from '@maru/kit/web/failure.ts';
import { figure } from '@maru/kit/web/i18n/figures.ts';
import { useText } from '@maru/kit/web/i18n/use-text.ts';
import { refetch, useCall } from '@maru/kit/web/query.ts';
import { Button } from '@maru/kit/web/ui/button.tsx';
import { Field, TextField } from '@maru/kit/web/ui/field.tsx';
import { Segment } from '@maru/kit/web/ui/tabs.tsx';
import { Check, TriangleAlert } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { askEntry, checkEntry, listEntries, MAX_ENTRY_ROWS } from '../admin-contract.ts';
import type { WalletType } from '../wallet-kinds.ts';
import { isSame, readPasted } from './entry-rows.ts';
import { entryTexts, walletWord } from './entry-texts.ts';

const wallets: readonly WalletType[] = ['USDT', 'FUTURES', 'BINARY'];
const memberRule = /^[1-9]\d{0,14}$/;
const areaClass = 'w-full rounded-4 border border-edge/70 bg-surface px-3 py-2 text-16 outline-none focus:border-brand tablet:text-14';

interface Draft {
  mode: 'single' | 'bulk';
  type: 'PB' | 'PM';
  wallet: WalletType;
  member: string;
  point: string;
  pasted: string;
  total: string;
  reason: string;
}

export function EntryForm({ member }: { member: string }) {
  const t = useText(entryTexts);
  const [draft, setDraft] = useState<Draft>({
    mode: 'single',
    type: 'PB',
    wallet: 'USDT',
    member,
    point: '',
    pasted: '',
    total: '',
    reason: '',
  });
  const [asked, setAsked] = useState<string>();
  const [wrong, setWrong] = useState<Wrong>();
  const [isBusy, setBusy] = useState(false);
  const change = (next: Partial<Draft>) => setDraft((was) => ({ ...was, ...next }));
  const isOne = draft.mode === 'single';
  const hasMember = memberRule.test(draft.member);
  const hasPoint = isAmount(draft.point, USDT_DECIMALS);
  const check = useCall(checkEntry, {
    query: { playerId: draft.member, walletType: draft.wallet, type: draft.type, ...(hasPoint && { point: draft.point }) },
    isOn: isOne && hasMember,
    keepsOld: true,
  });
  const bulk = readPasted(draft.pasted);
  const outlook = isOne && hasMember ? check.data : undefined;
  const missing = missingOf(draft, { hasMember, hasPoint, isFine: outlook?.checks.every(({ isFine }) => isFine) ?? false, bulk });
  const ask = async (event: FormEvent) => {
    event.preventDefault();
    if (missing !== undefined) return;
    setBusy(true);
    setWrong(undefined);
    const rows = isOne ? [{ playerId: Number(draft.member), point: draft.point }] : bulk.rows;
    const total = isOne ? draft.point : draft.total;
    const body = {
      type: draft.type,
      walletType: draft.wallet,
      currency: outlook?.currency ?? 'USDT',
      rows,
      total,
      reason: draft.reason.trim(),
    };
    try {
      await call(askEntry, { body });
    } catch (thrown) {
      const requestId = approvalOf(thrown);
      if (requestId === undefined) setWrong(wrongOf(thrown));
      else {
        setAsked(requestId);
        change({ point: '', pasted: '', total: '', reason: '' });
      }
    }
    setBusy(false);
    await refetch(listEntries);
  };
  return (
    <form onSubmit={(event) => void ask(event)}>
      <DeskRoom title={t('e.new')}>
        <p className="mb-4 text-13 text-sub">{t('e.new.words')}</p>
        <div className="mb-4 flex flex-wrap items-center gap-2">
          <Segment
            label={t('e.mode')}
            value={draft.mode}
            onChange={(mode) => change({ mode })}
            items={[
              { value: 'single', label: t('e.single') },
              { value: 'bulk', label: t('e.bulk') },
            ]}
          />
          <Segment
            label={t('e.type')}
            value={draft.type}
            onChange={(type) => change({ type })}
            items={[
              { value: 'PB', label: t('e.type.PB') },
              { value: 'PM', label: t('e.type.PM') },
            ]}
          />
          <FilterSelect
            label={t('e.wallet')}
            value={draft.wallet}
            onChange={(wallet) => change({ wallet })}
            options={wallets.map((value) => ({ value, label: walletWord(t, value) }))}
          />
        </div>
        {isOne ? (
          <SingleFields
            draft={draft}
            onChange={change}
            outlook={outlook}
            wrong={wrong ?? (check.error ? wrongOf(check.error, 'member') : undefined)}
          />
        ) : (
          <BulkFields draft={draft} onChange={change} bulk={bulk} wrong={wrong} />
        )}
        {outlook && hasPoint && <Outlook outlook={outlook} wallet={draft.wallet} />}
        <Field label={t('e.reason')} note={t('e.reason.note')} error={wrong?.at === 'reason' && wrong.words}>
          {({ id, describedBy }) => (
            <textarea
              id={id}
              aria-describedby={describedBy}
              rows={3}
              maxLength={500}
              value={draft.reason}
              onChange={(event) => change({ reason: event.target.value })}
              className={areaClass}
            />
          )}
        </Field>
        <div className="flex flex-wrap items-center justify-end gap-3">
          {missing && <span className="mr-auto text-12 text-mute">{t(missing)}</span>}
          <Button type="submit" look="brand" isBusy={isBusy} disabled={missing !== undefined}>
            {t('e.ask')}
          </Button>
        </div>
      </DeskRoom>
      {asked !== undefined && <Asked requestId={asked} onClose={() => setAsked(undefined)} />}
    </form>
  );
}

/** Of the form's fields, the one a refusal is about. */
interface Wrong {
  at: 'member' | 'amount' | 'reason';
  words: string;
}
const fieldsOfRefusals: Readonly<Record<string, Wrong['at']>> = { playerId: 'member', point: 'amount', rows: 'amount', total: 'amount' };
/** `otherwise`: where a refusal stands that names none of them. */
const wrongOf = (thrown: unknown, otherwise: Wrong['at'] = 'reason'): Wrong => ({
  at: fieldsOfRefusals[(thrown instanceof Failure && thrown.field) || ''] ?? otherwise,
  words: messageOf(thrown),
});

interface Known {
  hasMember: boolean;
  hasPoint: boolean;
  isFine: boolean;
  bulk: ReturnType<typeof readPasted>;
}

function missingOf(draft: Draft, { hasMember, hasPoint, isFine, bulk }: Known) {
  if (draft.mode === 'single') {
    if (!hasMember) return 'e.missing.member' as const;
    if (!hasPoint) return 'e.missing.amount' as const;
    if (!isFine) return 'e.missing.checks' as const;
  } else {
    if (bulk.rows.length === 0 || bulk.bad !== undefined || bulk.rows.length > MAX_ENTRY_ROWS) return 'e.missing.member' as const;
    if (!isSame(draft.total, bulk.total)) return 'e.missing.total' as const;
  }
  return draft.reason.trim().length < 2 ? ('e.missing.reason' as const) : undefined;
}

type Check = NonNullable<ReturnType<typeof useCall<typeof checkEntry>>['data']>;
type Change = (next: Partial<Draft>) => void;

function SingleFields({
  draft,
  onChange,
  outlook,
  wrong,
}: {
  draft: Draft;
  onChange: Change;
  outlook: Check | undefined;
  wrong: Wrong | undefined;
}) {
  const t = useText(entryTexts);
  const faults = useFieldFaults();
  const at = (field: Wrong['at']) => (wrong?.at === field ? wrong.words : undefined);
  return (
    <>
      <TextField
        label={t('e.member')}
        inputMode="numeric"
        value={draft.member}
        onChange={(event) => onChange({ member: event.target.value.trim() })}
        help={outlook ? `${outlook.member.nick} · ${outlook.member.username}` : t('e.member.help')}
        error={draft.member === '' || memberRule.test(draft.member) ? at('member') : t('e.member.wrong')}
      />
      <TextField
        label={t('e.amount')}
        inputMode="decimal"
        end={outlook?.currency ?? 'USDT'}
        value={draft.point}
        error={faults.amount(draft.point, USDT_DECIMALS) ?? at('amount')}
        onChange={(event) => onChange({ point: event.target.value.replaceAll(',', '').trim() })}
      />
    </>
  );
}

function BulkFields({ draft, onChange, bulk, wrong }: { draft: Draft; onChange: Change; bulk: Known['bulk']; wrong: Wrong | undefined }) {
  const t = useText(entryTexts);
  const sum = t('e.rows.sum', {
    n: bulk.rows.length,
    count: figure(String(bulk.rows.length)),
    total: figure(bulk.total),
    currency: 'USDT',
  });
  return (
    <>
      <Field
        label={t('e.rows')}
        help={bulk.rows.length === 0 ? t('e.rows.help', { limit: figure(String(MAX_ENTRY_ROWS)) }) : sum}
        error={bulk.bad ? t('e.rows.bad', bulk.bad) : wrong?.at === 'reason' ? undefined : wrong?.words}
      >
        {({ id, describedBy }) => (
          <textarea
            id={id}
            aria-describedby={describedBy}
            rows={6}
            placeholder={'17, 50\n18, 25.5'}
            value={draft.pasted}
            onChange={(event) => onChange({ pasted: event.target.value })}
            className={`${areaClass} tabular-nums`}
          />
        )}
      </Field>
      <TextField
        label={t('e.total')}
        inputMode="decimal"
        end="USDT"
        help={t('e.total.help')}
        error={draft.total === '' || bulk.rows.length === 0 || isSame(draft.total, bulk.total) ? undefined : t('e.missing.total')}
        value={draft.total}
        onChange={(event) => onChange({ total: event.target.value.replaceAll(',', '').trim() })}
      />
    </>
  );
}

function Outlook({ outlook, wallet }: { outlook: Check; wallet: WalletType }) {
  const t = useText(entryTexts);
  return (
    <div className="mb-5 flex flex-col gap-4">
      <div>
        <h3 className="mb-1.5 text-13 font-semibold">{t('e.checks')}</h3>
        <ul>
          {outlook.checks.map(({ check, isFine }) => (
            <li key={check} className="flex items-center gap-2 border-b border-line py-1.5 text-13 last:border-b-0">
              {isFine ? (
                <Check aria-hidden="true" size={15} className="text-brand" />
              ) : (
                <TriangleAlert aria-hidden="true" size={15} className="text-warn" />
              )}
              {t(`e.check.${check}`)}
              <span className={isFine ? 'ml-auto text-mute' : 'ml-auto font-semibold text-warn'}>
                {isFine ? t('e.check.fine') : t(`e.check.${check}.bad`)}
              </span>
            </li>
          ))}
        </ul>
      </div>
      <div>
        <h3 className="mb-1.5 text-13 font-semibold">{t('e.change')}</h3>
        <LedgerChange
          unit={outlook.currency}
          decimals={shownDecimals(outlook.currency)}
          rows={[
            { label: t('e.change.wallet', { wallet: walletWord(t, wallet) }), ...outlook.wallet },
            { label: t('e.change.purse'), ...outlook.purse },
          ]}
        />
      </div>
    </div>
  );
}
