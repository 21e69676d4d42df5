// The member's address of a coin: as QR and in full, with the tag where payments need one; made at the first look.
import { call } from '@maru/kit/web/api-client.ts';
import { unitOf } from '@maru/kit/web/i18n/figures.ts';
import { moment } from '@maru/kit/web/i18n/moments.ts';
import { useText } from '@maru/kit/web/i18n/use-text.ts';
import { QrCode } from '@maru/kit/web/ui/qr-code.tsx';
import { SkeletonRows } from '@maru/kit/web/ui/skeleton.tsx';
import { FailingState } from '@maru/kit/web/ui/states.tsx';
import { CloudOff, PauseCircle, TriangleAlert } from 'lucide-react';
import { useEffect, useState } from 'react';
import { type DepositAddress, type DepositNetwork, generateWallet } from '../contract.ts';
import { CopyButton } from './copy-button.tsx';
import { depositTexts } from './deposit-texts.ts';
import { networkTexts, tagOf } from './network-texts.ts';
import { Notice } from './notice.tsx';

/** An address that is still being made is asked for again. */
const AGAIN_MS = 1_000;
/** Shown bold: what people compare. */
const LAST = 6;

export function AddressBox({ network }: { network: DepositNetwork }) {
  const [tries, setTries] = useState(0);
  if (network.state === 'PAUSED') return <Paused network={network} />;
  return <Address key={tries} network={network} onRetry={() => setTries(tries + 1)} />;
}

function Address({ network, onRetry }: { network: DepositNetwork; onRetry(): void }) {
  const t = useText(depositTexts);
  const { address, error } = useAddress(network.walletType);
  if (address?.address == null) {
    if (error !== undefined) return <FailingState title={t('deposit.addressFailed')} error={error} onRetry={onRetry} isRetrying={false} />;
    // Without its node no address can be made: said, not waited for in silence.
    if (network.state === 'AWAY')
      return <Notice icon={<CloudOff size={18} />} title={t('deposit.AWAY')} words={t('deposit.AWAY.address')} />;
    return (
      <div className="min-w-0">
        <p className="text-13 text-sub">{t('deposit.making')}</p>
        <SkeletonRows hasMark={false} rows={3} rowClass="h-12" label={t('deposit.making')} />
      </div>
    );
  }
  const coin = unitOf(network.currency);
  return (
    <div className="flex min-w-0 flex-wrap gap-6">
      <QrCode text={address.address} label={t('deposit.qr', { coin })} />
      <div className="flex min-w-0 flex-1 basis-60 flex-col gap-3">
        <CopyLine label={t('deposit.address', { coin })} text={address.address} button={t('deposit.copy')} />
        {address.memo !== null && <MemoBox memo={address.memo} xAddress={address.xAddress} chain={network.chain} />}
        {network.state === 'AWAY' && network.stateAt !== null && (
          <Notice
            icon={<CloudOff size={18} />}
            title={t('deposit.AWAY')}
            words={t('deposit.AWAY.words', { time: moment(network.stateAt, 'said') })}
          />
        )}
      </div>
    </div>
  );
}

/** A paused network shows no address: what is sent to it would wait. */
function Paused({ network: { stateAt } }: { network: DepositNetwork }) {
  const t = useText(depositTexts);
  return (
    <Notice
      icon={<PauseCircle size={18} />}
      title={t('deposit.PAUSED')}
      words={[t('deposit.PAUSED.words'), ...(stateAt === null ? [] : [t('deposit.PAUSED.until', { time: moment(stateAt, 'said') })])].join(
        ' ',
      )}
    />
  );
}

/** Asked for until it is made. */
function useAddress(coinName: string) {
  const [address, setAddress] = useState<DepositAddress>();
  const [error, setError] = useState<Error>();
  useEffect(() => {
    let isGone = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const ask = () => {
      call(generateWallet, { body: { coinName } }).then(
        (found) => {
          if (isGone) return;
          setAddress(found);
          if (found.address === null) timer = setTimeout(ask, AGAIN_MS);
        },
        (thrown: Error) => void (isGone || setError(thrown)),
      );
    };
    ask();
    return () => {
      isGone = true;
      clearTimeout(timer);
    };
  }, [coinName]);
  return { address, error };
}

function CopyLine({ label, text, button }: { label: string; text: string; button: string }) {
  return (
    <div>
      <div className="flex items-center justify-between gap-3">
        <p className="text-13 font-semibold">{label}</p>
        <CopyButton text={text} label={button} look="brand" />
      </div>
      <p className="mt-2 text-16 break-all select-all">
        <span className="text-sub">{text.slice(0, -LAST)}</span>
        <b className="whitespace-nowrap">{text.slice(-LAST)}</b>
      </p>
    </div>
  );
}

function MemoBox({ memo, xAddress, chain }: { memo: string; xAddress: string | null; chain: string }) {
  const t = useText(depositTexts);
  const n = useText(networkTexts);
  return (
    <div className="rounded-8 bg-warn-tint p-4">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <p className="flex items-center gap-2 text-13 font-semibold text-warn">
          <TriangleAlert size={16} aria-hidden="true" />
          {t('deposit.memo', { tag: n(`network.tag.${tagOf(chain)}`) })}
        </p>
        <CopyButton text={memo} label={n(`network.copy.${tagOf(chain)}`)} />
      </div>
      <p className="num mt-1 text-24 font-bold select-all">{memo}</p>
      <p className="mt-1 text-12 text-sub">{t('deposit.memo.words')}</p>
      {xAddress !== null && (
        <div className="mt-3 border-t border-line pt-3">
          <p className="flex flex-wrap items-center justify-between gap-2 text-12 text-sub">
            {t('deposit.memo.one')}
            <CopyButton text={xAddress} label={t('deposit.memo.one.copy')} />
          </p>
          <p className="mt-1 text-13 break-all select-all">{xAddress}</p>
        </div>
      )}
    </div>
  );
}
