// Asks for a ledger entry by hand: wallet, kind, amount and reason, with the automatic checks and the ledger before and after beside it.
import { USDT_DECIMALS } from '@maru/engine/money/units.ts';
import { shownDecimals } from '@maru/kit/contract/point-decimals.ts';
import { LedgerChange } from '@maru/kit/web/desk/before-after.tsx';
import { DeskPanel } from '@maru/kit/web/desk/page.tsx';
import { isAmount, useFieldFaults } from '@maru/kit/web/desk/field-faults.ts';
import { Asked } from '@maru/kit/web/desk/reason-form.tsx';
import { FilterSelect } from '@maru/kit/web/desk/filter-bar.tsx';
import { Failure, messageOf } from '@maru/kit/web/failure.ts';
import type { CallForm } from '@maru/kit/web/forms/call-form.ts';
import { TextArea } from '@maru/kit/web/forms/text-area.tsx';
import { useCallForm } from '@maru/kit/web/forms/use-call-form.ts';
import { figure } from '@maru/kit/web/i18n/figures.ts';
import { useText } from '@maru/kit/web/i18n/use-text.ts';
import { refetch, useCall } from '@maru/kit/web/query.ts';
import { Button } from '@maru/kit/web/ui/button.tsx';
import { TextField } from '@maru/kit/web/ui/field.tsx';
import { Segment } from '@maru/kit/web/ui/tabs.tsx';
import { Check, TriangleAlert } from 'lucide-react';
import { askEntry, checkEntry, listEntries, MAX_ENTRY_ROWS } from '../admin-contract.ts';
import type { Out } from '@maru/kit/contract/route.ts';
import type { WalletType } from '../wallet-kinds.ts';
import { isSame, readPasted } from './entry-rows.ts';
import { entryTexts, walletWord } from './entry-texts.ts';

type Given = Out<typeof listEntries.reply>['wallets'];
/** Until the site's own are known. */
const usual: Given = ['USDT', 'FUTURES', 'BINARY'].map((type) => ({ type, currency: 'USDT', decimals: USDT_DECIMALS }));
/** The wallets that are given into here, with what each counts in; the list beside the form asks the same. */
const useGiven = (): Given => useCall(listEntries, { query: { size: '100' } }).data?.wallets ?? usual;
const countOf = (given: Given, wallet: WalletType) => given.find(({ type }) => type === wallet) ?? usual[0];

const memberRule = /^[1-9]\d{0,14}$/;

const modes = ['single', 'bulk'] as const;
const types = ['PB', 'PM'] as const;
const empty = {
  mode: 'single' as (typeof modes)[number],
  type: 'PB' as (typeof types)[number],
  wallet: 'USDT' as WalletType,
  member: '',
  point: '',
  pasted: '',
  total: '',
  reason: '',
};
type Draft = typeof empty;
type Form = CallForm<Draft>;
const unspaced = (typed: string) => typed.replaceAll(',', '').trim();

/** In the way, in words, where the shape alone does not know: a single entry has a member and an amount, a list has rows and their sum. */
function useEntryForm(member: string, given: Given) {
  const t = useText(entryTexts);
  const faults = useFieldFaults();
  const form = useCallForm({
    route: askEntry,
    start: { ...empty, member },
    labels: { member: t('e.member'), point: t('e.amount'), pasted: t('e.rows'), total: t('e.total'), reason: t('e.reason') },
    fields: ({ mode }) => (mode === 'single' ? fieldsOfOne : fieldsOfMany),
    optional: ['member', 'point', 'pasted', 'total'],
    otherwise: 'reason',
    body: (draft) => bodyOf(draft, countOf(given, draft.wallet).currency),
    check: ({ mode, ...draft }) => {
      const bulk = readPasted(draft.pasted);
      return mode === 'single'
        ? {
            member: draft.member !== '' && !memberRule.test(draft.member) && t('e.member.wrong'),
            point: faults.amount(draft.point, countOf(given, draft.wallet).decimals),
          }
        : {
            pasted: bulk.bad && t('e.rows.bad', bulk.bad),
            total: draft.total !== '' && bulk.rows.length > 0 && !isSame(draft.total, bulk.total) && t('e.missing.total'),
          };
    },
    sameRequest: (body) => JSON.stringify(body),
    onSettled: () => refetch(listEntries),
  });
  return form;
}

const fieldsOfOne = { playerId: 'member', 'rows.0.playerId': 'member', rows: 'point', total: 'point' } as const;
const fieldsOfMany = { rows: 'pasted' } as const;

function bodyOf({ mode, type, wallet, member, point, pasted, total, reason }: Draft, currency: string) {
  const rows = mode === 'single' ? [{ playerId: Number(member), point }] : readPasted(pasted).rows;
  return { type, walletType: wallet, currency, rows, total: mode === 'single' ? point : total, reason: reason.trim() };
}

export function EntryForm({ member }: { member: string }) {
  const t = useText(entryTexts);
  const given = useGiven();
  const form = useEntryForm(member, given);
  const { values: draft } = form;
  const isOne = draft.mode === 'single';
  const hasMember = memberRule.test(draft.member);
  const { currency, decimals } = countOf(given, draft.wallet);
  const hasPoint = isAmount(draft.point, decimals);
  const check = useCall(checkEntry, {
    query: { playerId: draft.member, walletType: draft.wallet, type: draft.type, ...(hasPoint && { point: draft.point }) },
    isOn: isOne && hasMember,
    keepsOld: true,
  });
  const bulk = readPasted(draft.pasted);
  const outlook = isOne && hasMember ? check.data : undefined;
  const missing = missingOf(draft, { hasMember, hasPoint, isFine: outlook?.checks.every(({ isFine }) => isFine) ?? false, bulk });
  const again = () => form.reset({ ...draft, point: '', pasted: '', total: '', reason: '' });
  return (
    <>
      <form {...form.form}>
        <DeskPanel title={t('e.new')}>
          <p className="mb-4 text-13 text-sub">{t('e.new.words')}</p>
          <KindFields form={form} given={given} />
          {isOne ? (
            <SingleFields form={form} outlook={outlook} refused={check.error} currency={currency} />
          ) : (
            <BulkFields form={form} bulk={bulk} currency={currency} />
          )}
          {outlook && hasPoint && <Outlook outlook={outlook} wallet={draft.wallet} decimals={decimals} />}
          <TextArea {...form.text('reason')} note={t('e.reason.note')} maxLength={500} />
          <div className="flex flex-wrap items-center justify-end gap-3">
            {missing && <span className="mr-auto text-12 text-mute">{t(missing)}</span>}
            <Button type="submit" look="brand" isBusy={form.isBusy} disabled={missing !== undefined}>
              {t('e.ask')}
            </Button>
          </div>
        </DeskPanel>
      </form>
      {form.asked !== undefined && <Asked requestId={form.asked} onClose={again} />}
    </>
  );
}

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

function KindFields({ form, given }: { form: Form; given: Given }) {
  const t = useText(entryTexts);
  const { mode, type, wallet } = form.values;
  return (
    <div className="mb-4 flex flex-wrap items-center gap-2">
      <Segment
        label={t('e.mode')}
        value={mode}
        onChange={form.at('mode').onChange}
        items={modes.map((value) => ({ value, label: t(`e.${value}`) }))}
      />
      <Segment
        label={t('e.type')}
        value={type}
        onChange={form.at('type').onChange}
        items={types.map((value) => ({ value, label: t(`e.type.${value}`) }))}
      />
      <FilterSelect
        label={t('e.wallet')}
        value={wallet}
        onChange={form.at('wallet').onChange}
        options={given.map(({ type: value }) => ({ value, label: walletWord(t, value) }))}
      />
    </div>
  );
}

/** `refused`: why the checks of this member could not be made; it stands at the field it names, else at the member. */
function SingleFields({
  form,
  outlook,
  refused,
  currency,
}: {
  form: Form;
  outlook: Check | undefined;
  refused: Error | null;
  currency: string;
}) {
  const t = useText(entryTexts);
  const isOfAmount = refused instanceof Failure && refused.field === 'point';
  const at = (name: 'member' | 'point') => (refused && isOfAmount === (name === 'point') ? messageOf(refused) : undefined);
  const member = form.text('member', (typed) => typed.trim());
  const point = form.text('point', unspaced);
  return (
    <>
      <TextField
        {...member}
        inputMode="numeric"
        help={outlook ? `${outlook.member.nick} · ${outlook.member.username}` : t('e.member.help')}
        error={member.error ?? at('member')}
      />
      <TextField {...point} inputMode="decimal" end={currency} error={point.error ?? at('point')} />
    </>
  );
}

function BulkFields({ form, bulk, currency }: { form: Form; bulk: Known['bulk']; currency: string }) {
  const t = useText(entryTexts);
  const sum = t('e.rows.sum', {
    n: bulk.rows.length,
    count: figure(String(bulk.rows.length)),
    total: figure(bulk.total),
    currency,
  });
  return (
    <>
      <TextArea
        {...form.text('pasted')}
        help={bulk.rows.length === 0 ? t('e.rows.help', { limit: figure(String(MAX_ENTRY_ROWS)) }) : sum}
        rows={6}
        placeholder={'17, 50\n18, 25.5'}
      />
      <TextField {...form.text('total', unspaced)} inputMode="decimal" end={currency} help={t('e.total.help')} />
    </>
  );
}

function Outlook({ outlook, wallet, decimals }: { outlook: Check; wallet: WalletType; decimals: number }) {
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
          decimals={shownDecimals(outlook.currency, outlook.currency === 'USDT' ? 2 : decimals)}
          rows={[
            { label: t('e.change.wallet', { wallet: walletWord(t, wallet) }), ...outlook.wallet },
            { label: t('e.change.purse'), ...outlook.purse },
          ]}
        />
      </div>
    </div>
  );
}
