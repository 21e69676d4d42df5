// Where to: the address, checked as it is typed, and the memo where the network has one.
import type { CallForm } from '@maru/kit/web/forms/call-form.ts';
import { useText } from '@maru/kit/web/i18n/use-text.ts';
import { toast } from '@maru/kit/web/toasts/toast-list.ts';
import { TextField } from '@maru/kit/web/ui/field.tsx';
import { useCall } from '@maru/kit/web/query.ts';
import { ClipboardPaste, TriangleAlert } from 'lucide-react';
import type { WithdrawNetwork } from '../../contract.ts';
import { readAllowList } from '../../allow-list-contract.ts';
import { AddressChoice } from '../allow-list/address-choice.tsx';
import { chosenEntry } from '../allow-list/chosen-entry.ts';
import { lastOf } from '../chain-text.tsx';
import { addressFault } from './address-words.ts';
import type { Typed } from './use-withdraw-form.ts';
import { withdrawTexts } from './withdraw-texts.ts';

interface Props {
  form: CallForm<Typed>;
  network: WithdrawNetwork;
}

/** Where the member's list binds, nothing else can be typed. */
export function DestinationPart({ form, network }: Props) {
  const { data: list } = useCall(readAllowList);
  const entries = list?.content.filter(({ walletTypes }) => walletTypes.includes(network.walletType)) ?? [];
  const isOnly = list?.isOn === true;
  return (
    <div className="flex min-w-0 flex-col gap-4">
      {!isOnly && <TypedAddress form={form} network={network} />}
      {(isOnly || entries.length > 0) && (
        <AddressChoice
          entries={entries}
          isOnly={isOnly}
          chosen={chosenEntry(entries, form.values)}
          onChoose={({ address, memo }) => form.set({ address, memo: memo ?? '' })}
        />
      )}
    </div>
  );
}

function TypedAddress({ form, network }: Props) {
  const t = useText(withdrawTexts);
  const { chain, hasMemo, example } = network;
  const address = form.values.address.trim();
  const help = example === null ? t('withdraw.address.help', { chain }) : t('withdraw.address.example', { chain, example });
  const isRight = address !== '' && addressFault(t, chain, address) === false;
  return (
    <div className="min-w-0">
      <TextField
        {...form.text('address', (typed) => typed.trim())}
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        maxLength={128}
        help={isRight ? t('withdraw.address.right', { chain, last: lastOf(address) }) : help}
        end={<Paste onPaste={(text) => form.set({ address: text })} />}
      />
      {hasMemo && (
        <>
          <TextField {...form.text('memo')} note={t('withdraw.memo.note')} autoComplete="off" spellCheck={false} maxLength={256} />
          <p className="flex gap-2 rounded-8 bg-warn-tint px-4 py-3 text-12 text-sub">
            <TriangleAlert aria-hidden="true" size={16} className="shrink-0 text-warn" />
            {t('withdraw.memo.words')}
          </p>
        </>
      )}
    </div>
  );
}

function Paste({ onPaste }: { onPaste(text: string): void }) {
  const t = useText(withdrawTexts);
  const paste = async () => {
    try {
      onPaste((await navigator.clipboard.readText()).trim());
    } catch {
      toast({ title: t('withdraw.address.noPaste'), kind: 'warn' });
    }
  };
  return (
    <button
      type="button"
      onClick={() => void paste()}
      className="touch inline-flex shrink-0 items-center gap-1.5 text-13 font-semibold text-brand"
    >
      <ClipboardPaste aria-hidden="true" size={16} />
      {t('withdraw.address.paste')}
    </button>
  );
}
