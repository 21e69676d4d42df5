// Adding an operator, changing one, and the one-time link that a new one gets.
import { call } from '@maru/kit/web/api-client.ts';
import { useMaybeDeskSite } from '@maru/kit/web/desk/desk-site.ts';
import { useFieldFaults } from '@maru/kit/web/desk/field-faults.ts';
import { ReasonDialog } from '@maru/kit/web/desk/reason-dialog.tsx';
import { Failure, messageOf } from '@maru/kit/web/failure.ts';
import { useText } from '@maru/kit/web/i18n/use-text.ts';
import { refetch } from '@maru/kit/web/query.ts';
import { toast } from '@maru/kit/web/toasts/toast-list.ts';
import { Button } from '@maru/kit/web/ui/button.tsx';
import { TextField } from '@maru/kit/web/ui/field.tsx';
import { Dialog } from '@maru/kit/web/ui/overlays.tsx';
import { Copy } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { changeOperator, createOperator, listOperators, type OperatorRow, type RoleRow } from '../people-contract.ts';
import { addressesOf, type Grant, GrantFields } from './grant-fields.tsx';
import { staffTexts } from './staff-texts.ts';

export function LinkDialog({ token, onClose }: { token: string; onClose(): void }) {
  const t = useText(staffTexts);
  const address = `${location.origin}/admin/setup#${token}`;
  const copy = () =>
    void navigator.clipboard?.writeText(address).then(
      () => toast({ title: t('st.link.copied') }),
      () => undefined,
    );
  return (
    <Dialog
      isOpen
      isFirm
      onClose={onClose}
      title={t('st.link.title')}
      description={t('st.link.words')}
      foot={
        <>
          <Button icon={<Copy aria-hidden="true" size={14} />} onClick={copy}>
            {t('st.link.copy')}
          </Button>
          <Button look="brand" onClick={onClose}>
            {t('st.link.done')}
          </Button>
        </>
      }
    >
      <p className="rounded-8 bg-soft p-3 font-mono text-12 break-all select-all">{address}</p>
    </Dialog>
  );
}

const usernameRule = /^[a-z0-9][a-z0-9._-]{2,31}$/;

export function AddOperator({ roles, onMade, onClose }: { roles: readonly RoleRow[]; onMade(token: string): void; onClose(): void }) {
  const t = useText(staffTexts);
  const site = useMaybeDeskSite();
  const [username, setUsername] = useState('');
  const [name, setName] = useState('');
  const [addresses, setAddresses] = useState('');
  const [chosen, setGrants] = useState<Grant[]>();
  // Roles may come after the dialog was opened.
  const first = roles.find(({ code, mayGive }) => mayGive && code !== 'owner') ?? roles.find(({ mayGive }) => mayGive);
  const grants = chosen ?? (first ? [{ roleId: first.id, site: site?.code ?? null }] : []);
  const [wrong, setWrong] = useState<{ field: string; words: string }>();
  const [isBusy, setBusy] = useState(false);
  const at = (field: string) => wrong?.field === field && wrong.words;
  const isShort = username !== '' && !usernameRule.test(username);
  const { some } = useFieldFaults();
  const missing = isShort
    ? some
    : username === '' || name.trim() === ''
      ? t('st.missing')
      : grants.length === 0
        ? t('st.grants.none')
        : undefined;
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setBusy(true);
    setWrong(undefined);
    try {
      const body = { username, name: name.trim(), addresses: addressesOf(addresses), grants };
      const { setupToken } = await call(createOperator, { body });
      void refetch(listOperators);
      onMade(setupToken);
    } catch (thrown) {
      const field = (thrown instanceof Failure && thrown.field) || '';
      // Of an address alone (`addresses.0`), of a role or of nothing shown here: at the last field.
      setWrong({ field: ['username', 'name'].includes(field) ? field : 'addresses', words: messageOf(thrown) });
      setBusy(false);
    }
  };
  return (
    <Dialog isOpen onClose={onClose} title={t('st.add')} className="w-[min(520px,calc(100vw-32px))]">
      <form onSubmit={(event) => void submit(event)}>
        <TextField
          label={t('st.username')}
          help={t('st.username.rule')}
          autoComplete="off"
          value={username}
          error={isShort ? t('st.username.rule') : at('username')}
          onChange={(event) => setUsername(event.target.value.toLowerCase().replace(/[^a-z0-9._-]/g, ''))}
        />
        <TextField
          label={t('st.name')}
          autoComplete="off"
          maxLength={60}
          value={name}
          error={at('name')}
          onChange={(event) => setName(event.target.value)}
        />
        <GrantFields roles={roles} grants={grants} onChange={setGrants} />
        <TextField
          label={t('st.addresses')}
          help={t('st.addresses.help')}
          error={at('addresses')}
          value={addresses}
          onChange={(event) => setAddresses(event.target.value)}
        />
        <div className="overlay-foot flex items-center justify-end gap-3">
          {missing && <span className="text-12 text-mute">{missing}</span>}
          <Button type="submit" look="brand" isBusy={isBusy} disabled={missing !== undefined}>
            {t('st.add')}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

export function ChangeOperator({ row, roles, onClose }: { row: OperatorRow; roles: readonly RoleRow[]; onClose(): void }) {
  const t = useText(staffTexts);
  const [name, setName] = useState(row.name);
  const [addresses, setAddresses] = useState(row.addresses.join(', '));
  const [grants, setGrants] = useState<Grant[]>(() => row.grants.map(({ roleId, site }) => ({ roleId, site })));
  return (
    <ReasonDialog
      title={t('st.change')}
      description={row.username}
      confirm={t('st.save')}
      blocked={name.trim() === '' ? t('st.name.missing') : grants.length === 0 ? t('st.grants.none') : undefined}
      fields={['name', 'addresses']}
      onConfirm={async (reason) => {
        await call(changeOperator, { body: { id: row.id, name: name.trim(), addresses: addressesOf(addresses), grants, reason } });
        await refetch(listOperators);
      }}
      onClose={onClose}
    >
      {(wrongAt) => (
        <>
          <TextField
            label={t('st.name')}
            maxLength={60}
            value={name}
            error={wrongAt('name')}
            onChange={(event) => setName(event.target.value)}
          />
          <GrantFields roles={roles} grants={grants} onChange={setGrants} />
          <TextField
            label={t('st.addresses')}
            help={t('st.addresses.help')}
            value={addresses}
            error={wrongAt('addresses')}
            onChange={(event) => setAddresses(event.target.value)}
          />
        </>
      )}
    </ReasonDialog>
  );
}
