// Recovery codes, shown this once: to copy, and to go on only when they are kept.
import { copyText } from '@maru/kit/web/copy-text.ts';
import { useText } from '@maru/kit/web/i18n/use-text.ts';
import { Button } from '@maru/kit/web/ui/button.tsx';
import { Checkbox } from '@maru/kit/web/ui/choices.tsx';
import { Copy } from 'lucide-react';
import { useState } from 'react';
import { texts } from './texts.ts';

interface RecoveryListProps {
  codes: readonly string[];
  /** What leads on; into the desk when absent. */
  go?: string;
  onDone(): void;
}

export function RecoveryList({ codes, go, onDone }: RecoveryListProps) {
  const t = useText(texts);
  const [isKept, setKept] = useState(false);
  return (
    <div>
      <p className="text-16 font-bold">{t('op.recovery.title')}</p>
      <p className="mt-1 text-13 text-sub">{t('op.recovery.words')}</p>
      <ul className="my-4 grid grid-cols-2 gap-x-4 gap-y-1 rounded-8 bg-soft p-4 font-mono text-13">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="mb-4 flex flex-wrap items-center justify-between gap-2">
        <Checkbox isOn={isKept} onChange={setKept}>
          {t('op.recovery.kept')}
        </Checkbox>
        <Button look="line" size={32} icon={<Copy size={14} aria-hidden="true" />} onClick={() => void copyText(codes.join('\n'))}>
          {t('op.copy')}
        </Button>
      </div>
      <Button look="brand" size={48} className="w-full" disabled={!isKept} onClick={onDone}>
        {go ?? t('op.recovery.on')}
      </Button>
    </div>
  );
}
