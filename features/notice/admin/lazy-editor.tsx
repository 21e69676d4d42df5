// The editor is loaded when a form that needs it is open.
import { lazyArea } from '@maru/kit/web/lazy-area.tsx';
import { Plank } from '@maru/kit/web/ui/planks.tsx';
import type { RichEditorProps } from './rich-editor.tsx';

export const LazyEditor = lazyArea<RichEditorProps>(() => import('./rich-editor.tsx').then((m) => m.RichEditor), {
  waiting: <Plank className="h-72 w-full" />,
});
