// Adding an operator, changing one, and the one-time link that a new one gets.
import { useMaybeDeskSite } from '@maru/kit/web/desk/desk-site.ts';
import { useFieldFaults } from '@maru/kit/web/desk/field-faults.ts';
import { ReasonForm } from '@maru/kit/web/desk/reason-form.tsx';
import { ShownOnceDialog } from '@maru/kit/web/desk/shown-once.tsx';
import { useCallForm } from '@maru/kit/web/forms/use-call-form.ts';
import { useText } from '@maru/kit/web/i18n/use-text.ts';
import { refetch } from '@maru/kit/web/query.ts';
import { Button } from '@maru/kit/web/ui/button.tsx';
import { TextField } from '@maru/kit/web/ui/field.tsx';
import { Dialog } from '@maru/kit/web/ui/overlays.tsx';
import type { ComponentProps } from 'react';
import { changeOperator, createOperator, listOperators, type OperatorRow, type RoleRow } from '../people-contract.ts';
import { addressesOf, type Grant, GrantFields } from './grant-fields.tsx';
import { staffTexts } from './staff-texts.ts';

export function LinkDialog({ token, onClose }: { token: string; onClose(): void }) {
  const t = useText(staffTexts);
  const words = {
    title: t('st.link.title'),
    description: t('st.link.words'),
    copy: t('st.link.copy'),
    done: t('st.link.done'),
  };
  return <ShownOnceDialog value={`${location.origin}/admin/setup#${token}`} words={words} onClose={onClose} />;
}

const usernameRule = /^[a-z0-9][a-z0-9._-]{2,31}$/;

interface AddProps {
  roles: readonly RoleRow[];
  onMade(token: string): void;
  onClose(): void;
}

function useAddForm({ roles, onMade }: AddProps) {
  const t = useText(staffTexts);
  const site = useMaybeDeskSite();
  // Roles may come after the dialog was opened.
  const first = roles.find(({ code, mayGive }) => mayGive && code !== 'owner') ?? roles.find(({ mayGive }) => mayGive);
  const proposed = first ? [{ roleId: first.id, site: site?.code ?? null }] : [];
  const form = useCallForm({
    route: createOperator,
    start: { username: '', name: '', email: '', phone: '', addresses: '', grants: undefined as Grant[] | undefined },
    labels: { username: t('st.username'), name: t('st.name'), email: t('st.email'), phone: t('st.phone'), addresses: t('st.addresses') },
    optional: ['addresses', 'email', 'phone'],
    // Of an address alone (`addresses.0`), of a role or of nothing shown here: at the last field.
    otherwise: 'addresses',
    body: ({ username, name, email, phone, addresses, grants = proposed }) => ({
      username,
      name: name.trim(),
      email: email.trim(),
      phone: phone.trim(),
      addresses: addressesOf(addresses),
      grants,
    }),
    check: ({ username }) => ({ username: username !== '' && !usernameRule.test(username) && t('st.username.rule') }),
    onDone: ({ setupToken }) => {
      void refetch(listOperators);
      onMade(setupToken);
    },
  });
  return { form, grants: form.values.grants ?? proposed };
}

/** Its own as a member would write them: whoever is behind both decides nothing about its own money. */
function ContactFields({ form }: { form: { text(name: 'email' | 'phone'): ComponentProps<typeof TextField> } }) {
  const t = useText(staffTexts);
  return (
    <>
      <TextField {...form.text('email')} help={t('st.contact.help')} autoComplete="off" />
      <TextField {...form.text('phone')} autoComplete="off" />
    </>
  );
}

export function AddOperator(props: AddProps) {
  const t = useText(staffTexts);
  const { form, grants } = useAddForm(props);
  const { username, name } = form.values;
  const { some } = useFieldFaults();
  const isEmpty = username === '' || name.trim() === '';
  const isShort = username !== '' && !usernameRule.test(username);
  const missing = isShort ? some : isEmpty ? t('st.missing') : grants.length === 0 ? t('st.grants.none') : undefined;
  return (
    <Dialog isOpen onClose={props.onClose} title={t('st.add')} className="w-[min(520px,calc(100vw-32px))]">
      <form {...form.form}>
        <TextField
          {...form.text('username', (typed) => typed.toLowerCase().replace(/[^a-z0-9._-]/g, ''))}
          help={t('st.username.rule')}
          autoComplete="off"
        />
        <TextField {...form.text('name')} autoComplete="off" maxLength={60} />
        <ContactFields form={form} />
        <GrantFields roles={props.roles} grants={grants} onChange={form.at('grants').onChange} />
        <TextField {...form.text('addresses')} help={t('st.addresses.help')} />
        <div className="overlay-foot flex items-center justify-end gap-3">
          {missing && <span className="text-12 text-mute">{missing}</span>}
          <Button type="submit" look="brand" isBusy={form.isBusy} disabled={missing !== undefined}>
            {t('st.add')}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

export function ChangeOperator({ row, roles, onClose }: { row: OperatorRow; roles: readonly RoleRow[]; onClose(): void }) {
  const t = useText(staffTexts);
  const form = useCallForm({
    route: changeOperator,
    start: {
      name: row.name,
      email: row.email,
      phone: row.phone,
      addresses: row.addresses.join(', '),
      grants: row.grants.map(({ roleId, site }): Grant => ({ roleId, site })),
      reason: '',
    },
    labels: { name: t('st.name'), email: t('st.email'), phone: t('st.phone'), addresses: t('st.addresses') },
    optional: ['addresses', 'email', 'phone'],
    otherwise: 'reason',
    body: ({ name, email, phone, addresses, grants, reason }) => ({
      id: row.id,
      name: name.trim(),
      email: email.trim(),
      phone: phone.trim(),
      addresses: addressesOf(addresses),
      grants,
      reason: reason.trim(),
    }),
    onDone: () => refetch(listOperators).then(onClose),
  });
  const { name, grants } = form.values;
  return (
    <ReasonForm
      form={form}
      title={t('st.change')}
      description={row.username}
      confirm={t('st.save')}
      blocked={name.trim() === '' ? t('st.name.missing') : grants.length === 0 ? t('st.grants.none') : undefined}
      onClose={onClose}
    >
      <TextField {...form.text('name')} maxLength={60} />
      <ContactFields form={form} />
      <GrantFields roles={roles} grants={grants} onChange={form.at('grants').onChange} />
      <TextField {...form.text('addresses')} help={t('st.addresses.help')} />
    </ReasonForm>
  );
}
