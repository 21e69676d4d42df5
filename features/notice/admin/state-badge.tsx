// The state of an entry or popup as a badge, and as the choices of a filter.
import { useText } from '@maru/kit/web/i18n/use-text.ts';
import type { SelectOption } from '@maru/kit/web/ui/choices.tsx';
import { Badge } from '@maru/kit/web/ui/marks.tsx';
import { type ContentState, contentStates } from '../admin-contract.ts';
import { contentDeskTexts } from './desk-texts.ts';

const tones = { DRAFT: 'plain', SCHEDULED: 'brand', OPEN: 'good', ENDED: 'plain', CLOSED: 'plain' } as const;

export function StateBadge({ state }: { state: ContentState }) {
  const t = useText(contentDeskTexts);
  return <Badge tone={tones[state]}>{t(`con.state.${state}`)}</Badge>;
}

export const stateOptions = (all: string, nameOf: (state: ContentState) => string): SelectOption<string>[] => [
  { value: '', label: all },
  ...contentStates.map((state) => ({ value: state as string, label: nameOf(state) })),
];
