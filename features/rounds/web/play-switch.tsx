// Real or practice: the switch of the ticket, where the site has practice.
import { useText } from '@maru/kit/web/i18n/use-text.ts';
import { Segment } from '@maru/kit/web/ui/tabs.tsx';
import type { TradeOption } from '../contract.ts';
import { practise, usePractising } from './play.ts';
import { roundsTexts } from './rounds-texts.ts';

export function PlaySwitch({ option }: { option: TradeOption }) {
  const t = useText(roundsTexts);
  const isOn = usePractising();
  if (!option.hasPractice) return null;
  return (
    <Segment<'real' | 'practice'>
      label={t('practice.switch')}
      className="shrink-0"
      value={isOn ? 'practice' : 'real'}
      onChange={(value) => practise(value === 'practice')}
      items={[
        { value: 'real', label: t('practice.real') },
        { value: 'practice', label: t('practice.name') },
      ]}
    />
  );
}
