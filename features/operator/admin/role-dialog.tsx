// Writing a role: its names, and which rights it opens, one by one or a whole thing at once.
import { call } from '@maru/kit/web/api-client.ts';
import { ReasonDialog } from '@maru/kit/web/desk/reason-dialog.tsx';
import { useText, useWords } from '@maru/kit/web/i18n/use-text.ts';
import { refetch } from '@maru/kit/web/query.ts';
import { Checkbox } from '@maru/kit/web/ui/choices.tsx';
import { TextField } from '@maru/kit/web/ui/field.tsx';
import { useState } from 'react';
import { listRoles, type RoleRow, saveRole } from '../people-contract.ts';
import { groupRights, opens } from './role-rights.ts';
import type { RightRow } from './roles-panel.tsx';
import { staffTexts } from './staff-texts.ts';

export function RoleDialog({ role, rights, onClose }: { role: RoleRow | undefined; rights: readonly RightRow[]; onClose(): void }) {
  const t = useText(staffTexts);
  const words = useWords();
  const [ko, setKo] = useState(role?.name.ko ?? '');
  const [en, setEn] = useState(role?.name.en ?? '');
  const [chosen, setChosen] = useState<readonly string[]>(role?.rights ?? []);
  const isWildOf = (right: string) => opens(chosen, right) && !chosen.includes(right);
  const flip = (right: string, isOn: boolean) => setChosen(isOn ? [...chosen, right] : chosen.filter((each) => each !== right));
  const flipThing = (thing: string, isOn: boolean) => {
    const rest = chosen.filter((each) => !each.startsWith(`${thing}.`));
    setChosen(isOn ? [...rest, `${thing}.*`] : rest);
  };
  const isNamed = ko.trim() !== '' && en.trim() !== '';
  return (
    <ReasonDialog
      title={t(role ? 'st.role.edit' : 'st.role.new')}
      confirm={t('st.save')}
      blocked={!isNamed ? t('st.role.unnamed') : chosen.length === 0 ? t('st.role.empty') : undefined}
      onConfirm={async (reason) => {
        await call(saveRole, {
          body: { ...(role && { id: role.id }), name: { ko: ko.trim(), en: en.trim() }, rights: [...chosen], reason },
        });
        await refetch(listRoles);
      }}
      onClose={onClose}
    >
      <div className="grid grid-cols-2 gap-3">
        <TextField label={t('st.role.ko')} maxLength={60} value={ko} onChange={(event) => setKo(event.target.value)} />
        <TextField label={t('st.role.en')} maxLength={60} value={en} onChange={(event) => setEn(event.target.value)} />
      </div>
      <div className="mb-4 max-h-[34dvh] overflow-y-auto rounded-8 border border-line p-3 scroll-thin">
        {groupRights(rights).map(([thing, group]) => (
          <fieldset key={thing} className="border-b border-line py-2 last:border-0">
            <legend className="float-left mr-3 min-w-32 font-semibold">
              <Checkbox isOn={chosen.includes(`${thing}.*`)} onChange={(isOn) => flipThing(thing, isOn)}>
                {thing}
              </Checkbox>
            </legend>
            <div className="flex flex-wrap gap-x-4 gap-y-1">
              {group.map(({ right, calls }) => (
                <span key={right} title={calls.map(words).join('\n')}>
                  <Checkbox look="ink" isOn={opens(chosen, right)} disabled={isWildOf(right)} onChange={(isOn) => flip(right, isOn)}>
                    {right.split('.')[1]}
                  </Checkbox>
                </span>
              ))}
            </div>
          </fieldset>
        ))}
      </div>
    </ReasonDialog>
  );
}
