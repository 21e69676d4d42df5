// The editor is loaded when a form that needs it is open.
import { lazyArea } from '@maru/kit/web/lazy-area.tsx';
import { SkeletonBlock } from '@maru/kit/web/ui/skeleton.tsx';
import type { RichEditorProps } from './rich-editor.tsx';

export const LazyEditor = lazyArea<RichEditorProps>(() => import('./rich-editor.tsx').then((m) => m.RichEditor), {
  waiting: <SkeletonBlock className="h-72 w-full" />,
});
