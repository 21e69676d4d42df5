// Templates of a site: put into the form at a press, kept from it under a name, taken away.
import { call } from '@maru/kit/web/api-client.ts';
import { messageOf } from '@maru/kit/web/failure.ts';
import { useText } from '@maru/kit/web/i18n/use-text.ts';
import { refetch, useCall } from '@maru/kit/web/query.ts';
import { toast } from '@maru/kit/web/toasts/toast-list.ts';
import { Button, IconButton } from '@maru/kit/web/ui/button.tsx';
import { TextField } from '@maru/kit/web/ui/field.tsx';
import { Popover } from '@maru/kit/web/ui/overlays.tsx';
import { X } from 'lucide-react';
import { useState } from 'react';
import { deleteMessageTemplate, listMessageTemplates, type MessageTemplate, saveMessageTemplate } from '../admin-contract.ts';
import { messageDeskTexts } from './desk-texts.ts';
import { bodyOf, type MessageWords } from './message-body.ts';

const wordsOf = ({ kind, title, titleEn, content, contentEn, link }: MessageTemplate): MessageWords => ({
  kind,
  title,
  titleEn: titleEn === title ? '' : titleEn,
  content,
  contentEn: contentEn === content ? '' : contentEn,
  link: link ?? '',
});

async function run(work: Promise<unknown>, said?: string): Promise<void> {
  try {
    await work;
    if (said) toast({ title: said, kind: 'done' });
  } catch (thrown) {
    toast({ title: messageOf(thrown), kind: 'danger', stay: 'notice' });
  }
  await refetch(listMessageTemplates);
}

function Keep({ words, onDone }: { words: MessageWords; onDone(): void }) {
  const t = useText(messageDeskTexts);
  const [name, setName] = useState('');
  return (
    <>
      <TextField label={t('msg.template.name')} value={name} maxLength={60} onChange={(event) => setName(event.target.value)} />
      <Button
        size={32}
        look="ink"
        disabled={name.trim() === ''}
        onClick={() => {
          void run(call(saveMessageTemplate, { body: { name: name.trim(), ...bodyOf(words) } }), t('msg.template.kept'));
          onDone();
        }}
      >
        {t('msg.template.save')}
      </Button>
    </>
  );
}

export function Templates({ words, onUse }: { words: MessageWords; onUse(words: MessageWords): void }) {
  const t = useText(messageDeskTexts);
  const { data = [] } = useCall(listMessageTemplates, { staleMs: 30_000 });
  return (
    <div className="mb-4 flex flex-wrap gap-2">
      {data.length > 0 && (
        <Popover align="start" className="max-h-80 w-72 overflow-y-auto p-1" trigger={<Button size={32}>{t('msg.template')}</Button>}>
          {(close) =>
            data.map((template) => (
              <div key={template.id} className="flex items-center">
                <button
                  type="button"
                  className="h-9 min-w-0 flex-1 truncate rounded-6 px-2.5 text-left text-13 hover:bg-hover"
                  onClick={() => {
                    onUse(wordsOf(template));
                    close();
                  }}
                >
                  {template.name}
                </button>
                <IconButton
                  label={t('msg.template.delete', { name: template.name })}
                  size={28}
                  onClick={() => void run(call(deleteMessageTemplate, { body: { id: template.id } }))}
                >
                  <X size={14} />
                </IconButton>
              </div>
            ))
          }
        </Popover>
      )}
      {words.title.trim() !== '' && (
        <Popover
          align="start"
          className="w-72 p-4"
          trigger={
            <Button size={32} look="quiet">
              {t('msg.template.keep')}
            </Button>
          }
        >
          {(close) => <Keep words={words} onDone={close} />}
        </Popover>
      )}
    </div>
  );
}
