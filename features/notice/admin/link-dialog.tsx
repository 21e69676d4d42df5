// Where a link of the editor leads: put on what is chosen, or taken off it.
import type { OpenForm } from '@maru/kit/web/forms/call-form.ts';
import { useCallForm } from '@maru/kit/web/forms/use-call-form.ts';
import { useText } from '@maru/kit/web/i18n/use-text.ts';
import { Button } from '@maru/kit/web/ui/button.tsx';
import { TextField } from '@maru/kit/web/ui/field.tsx';
import { Dialog } from '@maru/kit/web/ui/overlays.tsx';
import type { Editor } from '@tiptap/react';
import { contentDeskTexts } from './desk-texts.ts';
import { isAllowedLink } from './link-rule.ts';

export function LinkDialog({ editor, onClose }: { editor: Editor; onClose(): void }) {
  const t = useText(contentDeskTexts);
  const form = useCallForm<OpenForm, { href: string }, void>({
    start: { href: (editor.getAttributes('link')['href'] as string | undefined) ?? '' },
    labels: { href: t('ed.link.ask') },
    check: ({ href }) => ({ href: href.trim() !== '' && !isAllowedLink(href.trim()) && t('ed.link.wrong') }),
    losesNothing: true,
    async send({ href }) {
      editor.chain().focus().extendMarkRange('link').setLink({ href: href.trim() }).run();
      onClose();
    },
  });
  const remove = () => {
    editor.chain().focus().extendMarkRange('link').unsetLink().run();
    onClose();
  };
  return (
    <Dialog isOpen onClose={onClose} title={t('ed.link')}>
      <form
        {...form.form}
        onSubmit={(event) => {
          // The form that the editor is a field of stands around this one.
          event.stopPropagation();
          form.form.onSubmit(event);
        }}
      >
        <TextField {...form.text('href')} maxLength={500} placeholder="/service/notice" />
        <div className="flex justify-end gap-2">
          <Button look="quiet" onClick={remove}>
            {t('ed.link.none')}
          </Button>
          <Button type="submit" look="brand" disabled={!form.isReady}>
            {t('ed.link.put')}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
