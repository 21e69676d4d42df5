// Writing a role: its names, and which rights it opens, one by one or a whole thing at once.
import { ReasonForm } from '@maru/kit/web/desk/reason-form.tsx';
import { useCallForm } from '@maru/kit/web/forms/use-call-form.ts';
import { useText, useWords } from '@maru/kit/web/i18n/use-text.ts';
import { refetch } from '@maru/kit/web/query.ts';
import { Checkbox } from '@maru/kit/web/ui/choices.tsx';
import { TextField } from '@maru/kit/web/ui/field.tsx';
import { listRoles, type RoleRow, saveRole } from '../people-contract.ts';
import { groupRights, opens } from './role-rights.ts';
import type { RightRow } from './roles-panel.tsx';
import { staffTexts } from './staff-texts.ts';

interface RoleDialogProps {
  role: RoleRow | undefined;
  rights: readonly RightRow[];
  onClose(): void;
}

export function RoleDialog({ role, rights, onClose }: RoleDialogProps) {
  const t = useText(staffTexts);
  const form = useCallForm({
    route: saveRole,
    start: { ko: role?.name.ko ?? '', en: role?.name.en ?? '', rights: role?.rights ?? [], reason: '' },
    labels: { ko: t('st.role.ko'), en: t('st.role.en') },
    fields: { 'name.ko': 'ko', 'name.en': 'en' },
    otherwise: 'reason',
    body: ({ ko, en, rights: chosen, reason }) => {
      const name = { ko: ko.trim(), en: en.trim() };
      return { ...(role && { id: role.id }), name, rights: chosen, reason: reason.trim() };
    },
    onDone: () => refetch(listRoles).then(onClose),
  });
  const { ko, en, rights: chosen } = form.values;
  const isNamed = ko.trim() !== '' && en.trim() !== '';
  return (
    <ReasonForm
      form={form}
      title={t(role ? 'st.role.edit' : 'st.role.new')}
      confirm={t('st.save')}
      blocked={!isNamed ? t('st.role.unnamed') : chosen.length === 0 ? t('st.role.empty') : undefined}
      onClose={onClose}
    >
      <div className="grid grid-cols-2 gap-3">
        <TextField {...form.text('ko')} maxLength={60} />
        <TextField {...form.text('en')} maxLength={60} />
      </div>
      <RightFields rights={rights} chosen={chosen} onChange={form.at('rights').onChange} />
    </ReasonForm>
  );
}

interface RightFieldsProps {
  rights: readonly RightRow[];
  chosen: string[];
  onChange(chosen: string[]): void;
}

function RightFields({ rights, chosen, onChange }: RightFieldsProps) {
  const words = useWords();
  const isWildOf = (right: string) => opens(chosen, right) && !chosen.includes(right);
  const flip = (right: string, isOn: boolean) => onChange(isOn ? [...chosen, right] : chosen.filter((each) => each !== right));
  const flipThing = (thing: string, isOn: boolean) => {
    const rest = chosen.filter((each) => !each.startsWith(`${thing}.`));
    onChange(isOn ? [...rest, `${thing}.*`] : rest);
  };
  return (
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
  );
}
