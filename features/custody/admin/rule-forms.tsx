// Forms over the pages of what holds withdrawals back: a rule, a level, and addresses under sanctions.
import { declareForm } from '@maru/kit/web/desk/declared-form.ts';
import { DeskFormDialog } from '@maru/kit/web/desk/desk-form.tsx';
import { useText, useWords } from '@maru/kit/web/i18n/use-text.ts';
import {
  addDeskSanctions,
  changeDeskLevel,
  changeDeskRule,
  type DeskLevel,
  type DeskRule,
  listDeskLevels,
  listDeskRules,
  listDeskSanctions,
} from '../rules-admin-contract.ts';
import { ruleNames, unitWords } from '../rule-list-contract.ts';
import { ruleTexts } from './rule-texts.ts';

const ruleFields = { isOn: { label: 'ru.f.isOn' }, action: { label: 'ru.f.action', words: 'ru.action.' } } as const;
const common = { route: changeDeskRule, texts: ruleTexts, submit: 'ru.save', done: 'ru.saved', refetches: [listDeskRules] } as const;
const bareForm = declareForm({ ...common, fields: ruleFields });
const thresholdForm = declareForm({ ...common, fields: { ...ruleFields, threshold: { label: 'ru.f.threshold' } } });

export function RuleForm({ of, onClose }: { of: DeskRule; onClose(): void }) {
  const t = useText(ruleTexts);
  const say = useWords();
  const { rule, isOn, action, threshold, unit } = of;
  return (
    <DeskFormDialog
      of={unit === null ? bareForm : thresholdForm}
      start={{ isOn, action, ...(threshold !== null && { threshold }) }}
      fixed={{ rule }}
      title={t('ru.change.title', { rule: say(ruleNames[rule]) })}
      description={unit === null ? t('ru.change.words') : t('ru.change.unit', { unit: unitWords(of, say) })}
      onClose={onClose}
    />
  );
}

const levelForm = declareForm({
  route: changeDeskLevel,
  texts: ruleTexts,
  fields: {
    needsIdentity: { label: 'ru.f.needsIdentity' },
    needsDays: { label: 'ru.f.needsDays' },
    dayMost: { label: 'ru.f.dayMost', unit: 'USDT', help: 'ru.f.none' },
    monthMost: { label: 'ru.f.monthMost', unit: 'USDT', help: 'ru.f.none' },
  },
  submit: 'ru.save',
  done: 'ru.saved',
  refetches: [listDeskLevels],
});

export function LevelForm({ of, onClose }: { of: DeskLevel; onClose(): void }) {
  const t = useText(ruleTexts);
  const { level, needsIdentity, needsDays, dayMost, monthMost } = of;
  return (
    <DeskFormDialog
      of={levelForm}
      start={{ needsIdentity, needsDays, ...(dayMost !== null && { dayMost }), ...(monthMost !== null && { monthMost }) }}
      fixed={{ level }}
      title={t('ru.level.title', { level })}
      description={t('ru.change.words')}
      onClose={onClose}
    />
  );
}

const sanctionForm = declareForm({
  route: addDeskSanctions,
  texts: ruleTexts,
  fields: { text: { label: 'ru.f.text', help: 'ru.f.text.help', rows: 8 } },
  submit: 'ru.add',
  done: 'ru.added',
  refetches: [listDeskSanctions],
});

export function SanctionForm({ onClose }: { onClose(): void }) {
  const t = useText(ruleTexts);
  return <DeskFormDialog of={sanctionForm} title={t('ru.add')} description={t('ru.add.words')} onClose={onClose} />;
}
