// Real or practice: the switch of the ticket, where the site has practice.
import { useText } from '@maru/kit/web/i18n/use-text.ts';
import { Segment } from '@maru/kit/web/ui/tabs.tsx';
import { useEffect, useRef } from 'react';
import type { TradeOption } from '../contract.ts';
import { practise, usePractising } from './play.ts';
import { roundsTexts } from './rounds-texts.ts';

/** Each flip is another board with another switch: the focus goes over to it. */
let isFlipped = false;

export function PlaySwitch({ option }: { option: TradeOption }) {
  const t = useText(roundsTexts);
  const isOn = usePractising();
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isFlipped) box.current?.querySelector<HTMLElement>('[aria-checked="true"]')?.focus();
    isFlipped = false;
  }, []);
  if (!option.hasPractice) return null;
  return (
    <div ref={box} className="shrink-0">
      <Segment<'real' | 'practice'>
        label={t('practice.switch')}
        value={isOn ? 'practice' : 'real'}
        onChange={(value) => {
          isFlipped = true;
          practise(value === 'practice');
        }}
        items={[
          { value: 'real', label: t('practice.real') },
          { value: 'practice', label: t('practice.name') },
        ]}
      />
    </div>
  );
}
