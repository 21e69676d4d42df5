// Addresses of cold storage: which are in use, what they hold, and how coins are taken out of them.
import { call } from '@maru/kit/web/api-client.ts';
import { ageMs, shortSpan } from '@maru/kit/web/desk/age.ts';
import { DataTable, type DeskColumn } from '@maru/kit/web/desk/data-table.tsx';
import { useMay } from '@maru/kit/web/desk/desk-site.ts';
import { ReasonDialog } from '@maru/kit/web/desk/reason-dialog.tsx';
import { type Text, useText } from '@maru/kit/web/i18n/use-text.ts';
import { lazyArea } from '@maru/kit/web/lazy-area.tsx';
import { refetch } from '@maru/kit/web/query.ts';
import { Button } from '@maru/kit/web/ui/button.tsx';
import { Badge } from '@maru/kit/web/ui/marks.tsx';
import { EmptyState } from '@maru/kit/web/ui/states.tsx';
import { useState } from 'react';
import { askColdMove, closeColdAddress, type ColdAddress, listCold, setColdAddress } from '../cold-admin-contract.ts';
import { ChainEnds } from '../web/chain-text.tsx';
import { CoinFigure } from './coin-figure.tsx';
import type { Taken } from './cold-forms.tsx';
import { coldTexts } from './cold-texts.ts';

const dash = <span className="text-mute">–</span>;
const AddressForm = lazyArea<{ onClose(): void }>(() => import('./cold-forms.tsx').then((m) => m.AddressForm));
const TakeForm = lazyArea<{ of: Taken; onClose(): void }>(() => import('./cold-forms.tsx').then((m) => m.TakeForm));

export function Addresses({ addresses }: { addresses: readonly ColdAddress[] }) {
  const t = useText(coldTexts);
  const maySet = useMay(setColdAddress);
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-2 px-4 pt-5 pb-2 laptop:px-6">
        <h3 className="text-13 font-bold">{t('co.addresses')}</h3>
        {maySet && (
          <Button size={32} onClick={() => setOpen(true)}>
            {t('co.set')}
          </Button>
        )}
      </div>
      {addresses.length === 0 ? (
        <EmptyState title={t('co.addresses.none')} isLow />
      ) : (
        <DataTable label={t('co.addresses')} columns={addressColumns(t)} rows={addresses} keyOf={({ coldId }) => coldId} />
      )}
      {isOpen && <AddressForm onClose={() => setOpen(false)} />}
    </>
  );
}

const addressColumns = (t: Text<typeof coldTexts>): DeskColumn<ColdAddress>[] => [
  { key: 'chain', head: t('co.chain'), namesRow: true, cell: ({ chain }) => <b className="font-semibold">{chain}</b> },
  { key: 'address', head: t('co.address'), cell: ({ address }) => <ChainEnds text={address} /> },
  {
    key: 'state',
    head: t('co.state'),
    cell: ({ isOpen }) => <Badge tone={isOpen ? 'good' : 'plain'}>{t(isOpen ? 'co.open' : 'co.closed')}</Badge>,
  },
  {
    key: 'holds',
    head: t('co.holds'),
    isFigure: true,
    cell: ({ coldId, holds }) => (holds.length === 0 ? dash : holds.map((one) => <Held key={one.walletType} of={{ coldId, ...one }} />)),
  },
  { key: 'setBy', head: t('co.setBy'), cell: ({ setBy }) => setBy.join(' · ') },
  { key: 'since', head: t('co.since'), isFigure: true, cell: ({ madeAt }) => t('co.ago', { age: shortSpan(ageMs(madeAt)) }) },
  { key: 'close', head: '', isAtHand: true, cell: (address) => address.isOpen && <Close of={address} /> },
];

function Close({ of: { coldId, chain } }: { of: ColdAddress }) {
  const t = useText(coldTexts);
  const mayClose = useMay(closeColdAddress);
  const [isOpen, setOpen] = useState(false);
  if (!mayClose) return null;
  return (
    <>
      <Button size={24} onClick={() => setOpen(true)}>
        {t('co.close')}
      </Button>
      {isOpen && (
        <ReasonDialog
          title={t('co.close.title', { chain })}
          description={t('co.close.words')}
          confirm={t('co.close')}
          look="danger"
          onConfirm={(reason) => call(closeColdAddress, { body: { coldId, reason } }).finally(() => refetch(listCold))}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}

function Held({ of }: { of: Taken & { amount: string } }) {
  const t = useText(coldTexts);
  const mayTake = useMay(askColdMove);
  const [isOpen, setOpen] = useState(false);
  return (
    <span className="flex items-center justify-end gap-2">
      <CoinFigure value={of.amount} currency={of.currency} />
      {mayTake && (
        <Button size={24} onClick={() => setOpen(true)}>
          {t('co.take')}
        </Button>
      )}
      {isOpen && <TakeForm of={of} onClose={() => setOpen(false)} />}
    </span>
  );
}
