// The editor of rich text (Tiptap), a chunk of its own: only what the server keeps can be made in it, and pasted text is cut to the same.
import { useText } from '@maru/kit/web/i18n/use-text.ts';
import { IconButton } from '@maru/kit/web/ui/button.tsx';
import { cx } from '@maru/kit/web/ui/classes.ts';
import { Image } from '@tiptap/extension-image';
import { type Editor, EditorContent, useEditor, useEditorState } from '@tiptap/react';
import { StarterKit } from '@tiptap/starter-kit';
import {
  Bold,
  Heading2,
  Heading3,
  ImagePlus,
  Italic,
  Link as LinkIcon,
  List,
  ListOrdered,
  type LucideIcon,
  Minus,
  Quote,
  Redo2,
  Table,
  Underline,
  Undo2,
} from 'lucide-react';
import { useRef, useState } from 'react';
import { clothes } from '../web/rich-text.tsx';
import { contentDeskTexts } from './desk-texts.ts';
import { newTable, tableParts } from './editor-table.ts';
import { LinkDialog } from './link-dialog.tsx';
import { isAllowedLink } from './link-rule.ts';
import { plainPaste } from './paste-rule.ts';
import { TableTools } from './table-tools.tsx';
import { uploadPicture } from './upload-picture.ts';

const extensions = [
  StarterKit.configure({
    heading: { levels: [2, 3, 4] },
    link: { openOnClick: false, autolink: false, protocols: ['https'], isAllowedUri: isAllowedLink },
  }),
  Image.configure({ inline: false, allowBase64: false }),
  ...tableParts,
];

/** The cursor goes into its first cell: there its tools appear. */
function putTable(editor: Editor): void {
  const { from } = editor.state.selection;
  editor.chain().focus().insertContent(newTable).run();
  const { doc } = editor.state;
  let first: number | undefined;
  doc.nodesBetween(Math.max(0, from - 1), doc.content.size, (node, at) => {
    if (node.type.spec['tableRole'] === 'header_cell') first ??= at + 2;
    return first === undefined;
  });
  if (first !== undefined) editor.commands.setTextSelection(first);
}

interface Tool {
  key: 'bold' | 'italic' | 'underline' | 'h2' | 'h3' | 'ul' | 'ol' | 'quote' | 'hr' | 'table' | 'undo' | 'redo';
  icon: LucideIcon;
  run(editor: Editor): void;
  isOn?(editor: Editor): boolean;
}
const tools: readonly Tool[] = [
  { key: 'bold', icon: Bold, run: (e) => e.chain().focus().toggleBold().run(), isOn: (e) => e.isActive('bold') },
  { key: 'italic', icon: Italic, run: (e) => e.chain().focus().toggleItalic().run(), isOn: (e) => e.isActive('italic') },
  { key: 'underline', icon: Underline, run: (e) => e.chain().focus().toggleUnderline().run(), isOn: (e) => e.isActive('underline') },
  {
    key: 'h2',
    icon: Heading2,
    run: (e) => e.chain().focus().toggleHeading({ level: 2 }).run(),
    isOn: (e) => e.isActive('heading', { level: 2 }),
  },
  {
    key: 'h3',
    icon: Heading3,
    run: (e) => e.chain().focus().toggleHeading({ level: 3 }).run(),
    isOn: (e) => e.isActive('heading', { level: 3 }),
  },
  { key: 'ul', icon: List, run: (e) => e.chain().focus().toggleBulletList().run(), isOn: (e) => e.isActive('bulletList') },
  { key: 'ol', icon: ListOrdered, run: (e) => e.chain().focus().toggleOrderedList().run(), isOn: (e) => e.isActive('orderedList') },
  { key: 'quote', icon: Quote, run: (e) => e.chain().focus().toggleBlockquote().run(), isOn: (e) => e.isActive('blockquote') },
  { key: 'hr', icon: Minus, run: (e) => e.chain().focus().setHorizontalRule().run() },
  { key: 'table', icon: Table, run: putTable },
  { key: 'undo', icon: Undo2, run: (e) => e.chain().focus().undo().run() },
  { key: 'redo', icon: Redo2, run: (e) => e.chain().focus().redo().run() },
];

function Tools({ editor }: { editor: Editor }) {
  const t = useText(contentDeskTexts);
  const input = useRef<HTMLInputElement>(null);
  const [isLinking, setLinking] = useState(false);
  const on = useEditorState({ editor, selector: ({ editor: e }) => tools.map((tool) => tool.isOn?.(e) ?? false) });
  const place = async (file: File | undefined) => {
    const src = file && (await uploadPicture(file));
    if (src) editor.chain().focus().setImage({ src, alt: '' }).run();
  };
  return (
    <div role="toolbar" aria-label={t('ed.tools')} className="flex flex-wrap gap-0.5 border-b border-line px-1.5 py-1">
      {tools.map(({ key, icon: Icon, run }, i) => (
        <IconButton
          key={key}
          label={t(`ed.${key}`)}
          size={28}
          aria-pressed={on[i]}
          className={on[i] ? 'bg-hover text-text' : undefined}
          onClick={() => run(editor)}
        >
          <Icon size={16} />
        </IconButton>
      ))}
      <IconButton label={t('ed.link')} size={28} onClick={() => setLinking(true)}>
        <LinkIcon size={16} />
      </IconButton>
      <IconButton label={t('ed.image')} size={28} onClick={() => input.current?.click()}>
        <ImagePlus size={16} />
      </IconButton>
      <input
        ref={input}
        type="file"
        accept="image/png,image/jpeg,image/webp,image/gif"
        tabIndex={-1}
        aria-label={t('ed.image')}
        className="sr-only"
        onChange={(event) => {
          void place(event.target.files?.[0]);
          event.target.value = '';
        }}
      />
      {isLinking && <LinkDialog editor={editor} onClose={() => setLinking(false)} />}
    </div>
  );
}

export interface RichEditorProps {
  label: string;
  /** At the start; the editor keeps its own afterwards. */
  html: string;
  onChange(html: string): void;
}

export function RichEditor({ label, html, onChange }: RichEditorProps) {
  const editor = useEditor({
    extensions,
    content: html,
    onUpdate: ({ editor: changed }) => onChange(changed.isEmpty ? '' : changed.getHTML()),
    editorProps: {
      transformPastedHTML: plainPaste,
      attributes: { 'aria-label': label, role: 'textbox', 'aria-multiline': 'true', class: cx(clothes, 'min-h-64 px-4 py-2 outline-none') },
    },
  });
  return (
    <div className="rounded-4 border border-edge/70 bg-surface focus-within:border-brand focus-within:shadow-[inset_0_0_0_1px_var(--brand)]">
      {editor && <Tools editor={editor} />}
      {editor && <TableTools editor={editor} />}
      <EditorContent editor={editor} />
    </div>
  );
}
