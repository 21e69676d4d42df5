// /myinfo/api: a member's API keys, where and when each was used; made and revoked here.
import { call } from '@maru/kit/web/api-client.ts';
import { tableMoment } from '@maru/kit/web/i18n/moments.ts';
import { useText } from '@maru/kit/web/i18n/use-text.ts';
import { refetch, useCall } from '@maru/kit/web/query.ts';
import { AskDialog } from '@maru/kit/web/ui/ask-dialog.tsx';
import { Button } from '@maru/kit/web/ui/button.tsx';
import { SkeletonRows } from '@maru/kit/web/ui/skeleton.tsx';
import { EmptyState, FailingState } from '@maru/kit/web/ui/states.tsx';
import { Cell, HeadCell, Table } from '@maru/kit/web/ui/table.tsx';
import { useIsPhone } from '@maru/kit/web/use-width.ts';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { type ApiKey, listApiKeys, revokeApiKey } from '../contract.ts';
import { keyTexts } from './key-texts.ts';
import { type MadeKey, MadeKeyDialog } from './made-key.tsx';
import { MakeKeyDialog } from './make-key.tsx';

type Text = ReturnType<typeof useText<typeof keyTexts>>;
interface ListProps {
  keys: readonly ApiKey[];
  onRevoke(key: ApiKey): void;
}

const fromWords = (t: Text, { addresses }: ApiKey) => (addresses.length === 0 ? t('keys.anywhere') : addresses.join(', '));
const usedWords = (t: Text, { lastUsedAt, lastUsedFrom }: ApiKey) =>
  lastUsedAt === null ? t('keys.never') : `${tableMoment(lastUsedAt)}${lastUsedFrom === null ? '' : ` · ${lastUsedFrom}`}`;

function WideList({ keys, onRevoke }: ListProps) {
  const t = useText(keyTexts);
  return (
    <Table>
      <thead>
        <tr>
          {(['label', 'key', 'scope', 'from', 'made', 'used'] as const).map((name) => (
            <HeadCell key={name} className="pr-5">
              {t(`keys.col.${name}`)}
            </HeadCell>
          ))}
          <HeadCell aria-label={t('keys.revoke')} />
        </tr>
      </thead>
      <tbody>
        {keys.map((key) => (
          <tr key={key.id} className="h-14">
            <Cell className="max-w-64 truncate pr-5 font-semibold" title={key.label}>
              {key.label}
            </Cell>
            <Cell className="pr-5 font-mono text-13 whitespace-nowrap text-sub">{key.shown}</Cell>
            <Cell className="pr-5 whitespace-nowrap">{t(`keys.scope.${key.scope}`)}</Cell>
            <Cell className="max-w-56 truncate pr-5 text-13 text-sub" title={fromWords(t, key)}>
              {fromWords(t, key)}
            </Cell>
            <Cell className="pr-5 text-13 whitespace-nowrap text-mute">{tableMoment(key.createdAt, false)}</Cell>
            <Cell className="pr-5 text-13 text-mute">{usedWords(t, key)}</Cell>
            <Cell isFigure>
              <Button size={32} onClick={() => onRevoke(key)}>
                {t('keys.revoke')}
              </Button>
            </Cell>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}

function Cards({ keys, onRevoke }: ListProps) {
  const t = useText(keyTexts);
  return (
    <ul className="divide-y divide-line">
      {keys.map((key) => (
        <li key={key.id} className="flex items-start gap-3 py-4">
          <div className="min-w-0 flex-1">
            <p className="font-semibold">
              {key.label}
              <span className="ml-2 text-12 font-normal text-sub">{t(`keys.scope.${key.scope}`)}</span>
            </p>
            <p className="mt-1 font-mono text-12 text-sub">{key.shown}</p>
            <p className="mt-1 text-12 text-mute">
              {t('keys.col.from')} {fromWords(t, key)}
            </p>
            <p className="text-12 text-mute">
              {t('keys.col.made')} {tableMoment(key.createdAt, false)}
            </p>
            <p className="text-12 text-mute">
              {t('keys.col.used')} {usedWords(t, key)}
            </p>
          </div>
          <Button size={40} onClick={() => onRevoke(key)}>
            {t('keys.revoke')}
          </Button>
        </li>
      ))}
    </ul>
  );
}

function RevokeDialog({ apiKey, onClose }: { apiKey: ApiKey; onClose(): void }) {
  const t = useText(keyTexts);
  return (
    <AskDialog
      title={t('keys.revoke.title')}
      description={t('keys.revoke.words', { label: apiKey.label })}
      cancel={t('keys.cancel')}
      confirm={t('keys.revoke')}
      onClose={onClose}
      onConfirm={async () => {
        await call(revokeApiKey, { body: { id: apiKey.id } });
        await refetch(listApiKeys);
      }}
    />
  );
}

export function ApiKeysPage() {
  const t = useText(keyTexts);
  const isPhone = useIsPhone();
  const { data: keys, error, isFetching, refetch: again } = useCall(listApiKeys, { everyMs: 15_000 });
  const [isMaking, setMaking] = useState(false);
  const [made, setMade] = useState<MadeKey>();
  const [revoking, setRevoking] = useState<ApiKey>();
  const List = isPhone ? Cards : WideList;
  const make = (
    <Button look="brand" icon={<Plus size={16} />} onClick={() => setMaking(true)}>
      {t('keys.make')}
    </Button>
  );
  return (
    <div className="px-4 py-6 laptop:px-8">
      <div className="flex flex-wrap items-start justify-between gap-4">
        <div className="max-w-xl">
          <h1 className="text-24 font-bold tracking-[-0.02em]">{t('keys.title')}</h1>
          <p className="mt-1 text-14 text-sub">{t('keys.words')}</p>
          <p className="mt-2 text-13 text-mute">
            {t('keys.address')} <code className="font-mono text-text select-all">{location.origin}</code>
          </p>
        </div>
        {keys !== undefined && keys.length > 0 && make}
      </div>
      <div className="mt-6">
        {keys === undefined && error === null && <SkeletonRows rows={3} label={t('keys.loading')} />}
        {keys === undefined && error !== null && (
          <FailingState title={t('keys.failed')} error={error} onRetry={() => void again()} isRetrying={isFetching} />
        )}
        {keys !== undefined && keys.length === 0 && (
          <EmptyState title={t('keys.none')} actions={make}>
            {t('keys.none.words')}
          </EmptyState>
        )}
        {keys !== undefined && keys.length > 0 && <List keys={keys} onRevoke={setRevoking} />}
      </div>
      {isMaking && (
        <MakeKeyDialog
          onClose={() => setMaking(false)}
          onMade={(fresh) => {
            setMaking(false);
            setMade(fresh);
          }}
        />
      )}
      {made && <MadeKeyDialog made={made} onClose={() => setMade(undefined)} />}
      {revoking && <RevokeDialog apiKey={revoking} onClose={() => setRevoking(undefined)} />}
    </div>
  );
}
