// Roles against rights: a matrix of what each opens, deny by default, and the roles that may be written.
import { call } from '@maru/kit/web/api-client.ts';
import { useCan } from '@maru/kit/web/desk/desk-site.ts';
import { Loaded } from '@maru/kit/web/desk/loaded.tsx';
import { ReasonDialog } from '@maru/kit/web/desk/reason-dialog.tsx';
import { namingEdge, rowGround } from '@maru/kit/web/desk/table-edges.ts';
import { useText, useWords } from '@maru/kit/web/i18n/use-text.ts';
import { refetch, useCall } from '@maru/kit/web/query.ts';
import { Button } from '@maru/kit/web/ui/button.tsx';
import { cx } from '@maru/kit/web/ui/classes.ts';
import { Badge } from '@maru/kit/web/ui/marks.tsx';
import { Check, Plus } from 'lucide-react';
import { Fragment, useState } from 'react';
import type { z } from 'zod/mini';
import { deleteRole, listRoles, type RoleRow } from '../people-contract.ts';
import { RoleDialog } from './role-dialog.tsx';
import { groupRights, opens } from './role-rights.ts';
import { staffTexts } from './staff-texts.ts';

export type RightRow = z.output<typeof listRoles.reply>['rights'][number];
type Doing = { what: 'edit'; role?: RoleRow } | { what: 'delete'; role: RoleRow };

function RoleHead({ role, onDo }: { role: RoleRow; onDo(doing: Doing): void }) {
  const t = useText(staffTexts);
  const words = useWords();
  const canWrite = useCan('role.write') && role.mayEdit;
  return (
    <th scope="col" className="min-w-28 border-b border-line px-2 py-2 text-center align-bottom font-normal">
      <span className="block text-13 font-semibold">{words(role.name)}</span>
      <span className="block text-12 text-mute">{t('st.role.holders', { count: role.holders })}</span>
      {role.code && <Badge className="mt-1">{t('st.role.preset')}</Badge>}
      {canWrite && (
        <span className="mt-1 flex justify-center gap-1">
          <Button look="quiet" size={24} onClick={() => onDo({ what: 'edit', role })}>
            {t('st.role.edit')}
          </Button>
          {role.holders === 0 && role.code === null && (
            <Button look="quiet" size={24} onClick={() => onDo({ what: 'delete', role })}>
              {t('st.role.delete')}
            </Button>
          )}
        </span>
      )}
    </th>
  );
}

function Matrix({ roles, rights, onDo }: { roles: readonly RoleRow[]; rights: readonly RightRow[]; onDo(doing: Doing): void }) {
  const t = useText(staffTexts);
  const words = useWords();
  const said = ({ calls }: RightRow) =>
    calls.length > 1 ? t('st.matrix.calls', { first: words(calls[0]), count: calls.length - 1 }) : calls[0] ? words(calls[0]) : '';
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reached by keys
    <section aria-label={t('st.matrix')} tabIndex={0} className="relative max-h-[70dvh] overflow-auto scroll-thin">
      <table className="w-full border-collapse text-13">
        <thead className="sticky top-0 z-10 bg-surface">
          <tr className={rowGround}>
            <th
              scope="col"
              className={cx('border-b border-line px-4 py-2 text-left align-bottom text-12 font-normal text-mute laptop:px-6', namingEdge)}
            >
              {t('st.matrix.right')}
            </th>
            {roles.map((role) => (
              <RoleHead key={role.id} role={role} onDo={onDo} />
            ))}
          </tr>
        </thead>
        <tbody>
          {groupRights(rights).map(([thing, group]) => (
            <Fragment key={thing}>
              {group.map((right) => (
                <tr key={right.right} className={cx('h-9 border-b border-line', rowGround)} title={right.calls.map(words).join('\n')}>
                  <th scope="row" className={cx('px-4 text-left font-normal laptop:px-6', namingEdge)}>
                    <b className="font-semibold">{right.right}</b>{' '}
                    <span className="ml-1 text-12 text-mute max-laptop:ml-0 max-laptop:block max-laptop:max-w-36">{said(right)}</span>
                  </th>
                  {roles.map((role) => {
                    const isOpen = opens(role.rights, right.right);
                    return (
                      <td key={role.id} className="text-center">
                        {isOpen ? (
                          <Check aria-hidden="true" size={15} className="mx-auto text-brand" />
                        ) : (
                          <span aria-hidden="true" className="text-mute">
                            ·
                          </span>
                        )}
                        <span className="sr-only">{t(isOpen ? 'st.matrix.yes' : 'st.matrix.no')}</span>
                      </td>
                    );
                  })}
                </tr>
              ))}
            </Fragment>
          ))}
        </tbody>
      </table>
    </section>
  );
}

export function RolesPanel() {
  const t = useText(staffTexts);
  const words = useWords();
  const list = useCall(listRoles);
  const canWrite = useCan('role.write');
  const [doing, setDoing] = useState<Doing>();
  const end = () => setDoing(undefined);
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-3 px-4 py-2.5 laptop:px-6">
        <p className="text-12 text-mute">{t('st.matrix.words')}</p>
        {canWrite && (
          <Button size={32} icon={<Plus aria-hidden="true" size={14} />} onClick={() => setDoing({ what: 'edit' })}>
            {t('st.role.new')}
          </Button>
        )}
      </div>
      <Loaded query={list} title={t('st.failed')}>
        {(data) => <Matrix roles={data.roles} rights={data.rights} onDo={setDoing} />}
      </Loaded>
      {doing?.what === 'edit' && <RoleDialog role={doing.role} rights={list.data?.rights ?? []} onClose={end} />}
      {doing?.what === 'delete' && (
        <ReasonDialog
          title={t('st.role.delete.title', { name: words(doing.role.name) })}
          description={t('st.role.delete.words')}
          confirm={t('st.role.delete')}
          look="danger"
          onConfirm={async (reason) => {
            await call(deleteRole, { body: { id: doing.role.id, reason } });
            await refetch(listRoles);
          }}
          onClose={end}
        />
      )}
    </>
  );
}
