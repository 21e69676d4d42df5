// Ten recovery codes, shown once: to copy, to save, and only then to be done.
import { copyText } from '@maru/kit/web/copy-text.ts';
import { useText } from '@maru/kit/web/i18n/use-text.ts';
import { saveFile } from '@maru/kit/web/save-file.ts';
import { useSite } from '@maru/kit/web/site.ts';
import { Button } from '@maru/kit/web/ui/button.tsx';
import { Checkbox } from '@maru/kit/web/ui/choices.tsx';
import { Copy, Download } from 'lucide-react';
import { useState } from 'react';
import { secondTexts } from './second-texts.ts';

export function RecoveryCodes({ codes, onDone }: { codes: readonly string[]; onDone(): void }) {
  const t = useText(secondTexts);
  const { code: site } = useSite();
  const [isKept, setKept] = useState(false);
  const text = `${codes.join('\n')}\n`;
  const save = () => saveFile(`${site}-recovery-codes.txt`, new Blob([text], { type: 'text/plain' }));
  return (
    <>
      <ol className="grid grid-cols-2 gap-x-4 gap-y-2 rounded-8 bg-sunken px-4 py-4 font-mono text-14 tabular-nums">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ol>
      <div className="mt-3 mb-4 flex flex-wrap gap-2">
        <Button size={36} icon={<Download size={16} />} onClick={save}>
          {t('totp.codes.save')}
        </Button>
        <Button size={36} icon={<Copy size={16} />} onClick={() => void copyText(text)}>
          {t('totp.copy')}
        </Button>
      </div>
      <Checkbox isOn={isKept} onChange={setKept}>
        {t('totp.codes.kept')}
      </Checkbox>
      <Button look="brand" size={48} className="mt-4 w-full" disabled={!isKept} onClick={onDone}>
        {t('totp.codes.done')}
      </Button>
    </>
  );
}
