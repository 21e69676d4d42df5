// Cross or isolated, one-way or hedge: two choices with what they mean.
import { useText } from '@maru/kit/web/i18n/use-text.ts';
import { Check } from 'lucide-react';
import { useState } from 'react';
import { ActDialog } from './act-dialog.tsx';
import { openedTexts } from './opened-texts.ts';
import { changeMarginType, changeMode, type Outcome } from './trade-actions.ts';

interface ChoiceDialogProps<V extends string> {
  title: string;
  choices: readonly { value: V; label: string; body: string }[];
  current: V;
  lockedText: string | undefined;
  onApply(value: V): Promise<Outcome>;
  onClose(): void;
}

function ChoiceDialog<V extends string>({ title, choices, current, lockedText, onApply, onClose }: ChoiceDialogProps<V>) {
  const t = useText(openedTexts);
  const [chosen, setChosen] = useState<V>(current);
  return (
    <ActDialog
      title={title}
      does={t('act.save')}
      why={lockedText ?? (chosen === current ? t('choice.same') : undefined)}
      act={() => onApply(chosen)}
      onClose={onClose}
    >
      <div role="radiogroup" aria-label={title} className="flex flex-col gap-2">
        {choices.map(({ value, label, body }) => (
          <button
            key={value}
            type="button"
            // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a choice with a paragraph in it
            role="radio"
            aria-checked={chosen === value}
            disabled={lockedText !== undefined}
            onClick={() => setChosen(value)}
            className={`rounded-8 border p-4 text-left disabled:opacity-60 ${chosen === value ? 'border-text shadow-[inset_0_0_0_1px_var(--text)]' : 'border-line hover:bg-hover'}`}
          >
            <span className="flex items-center justify-between text-14 font-bold">
              {label}
              {chosen === value && <Check size={16} aria-hidden="true" />}
            </span>
            <span className="mt-1 block text-13 text-sub">{body}</span>
          </button>
        ))}
      </div>
    </ActDialog>
  );
}

export function MarginTypeDialog({
  futuresOptionId,
  current,
  isLocked,
  onClose,
}: {
  futuresOptionId: number;
  current: 'CROSSED' | 'ISOLATED';
  isLocked: boolean;
  onClose(): void;
}) {
  const t = useText(openedTexts);
  const choices = (['CROSSED', 'ISOLATED'] as const).map((value) => ({
    value,
    label: t(`margin.${value}`),
    body: t(`marginType.${value}`),
  }));
  return (
    <ChoiceDialog
      title={t('marginType.title')}
      choices={choices}
      current={current}
      lockedText={isLocked ? t('marginType.locked') : undefined}
      onApply={(value) => changeMarginType(futuresOptionId, value)}
      onClose={onClose}
    />
  );
}

export function PositionModeDialog({ current, isLocked, onClose }: { current: 'ONE_WAY' | 'HEDGE'; isLocked: boolean; onClose(): void }) {
  const t = useText(openedTexts);
  const choices = (['ONE_WAY', 'HEDGE'] as const).map((value) => ({ value, label: t(`mode.${value}`), body: t(`mode.${value}.body`) }));
  return (
    <ChoiceDialog
      title={t('mode.title')}
      choices={choices}
      current={current}
      lockedText={isLocked ? t('mode.locked') : undefined}
      onApply={changeMode}
      onClose={onClose}
    />
  );
}
