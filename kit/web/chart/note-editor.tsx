// Writes a note where it stands on the chart: Enter or leaving keeps it, Escape takes back, Shift with Enter begins a line.
import { type KeyboardEvent, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import { defineCatalog } from '../i18n/language.ts';
import { useText } from '../i18n/use-text.ts';
import { NOTE_MOST } from './chart-drawings.ts';
import type { WrittenNote } from './drawing-toolbox.ts';
import type { PriceChart } from './price-chart.ts';
import { onSettledLayout } from './settled-layout.ts';

export const noteTexts = defineCatalog({
  'chart.note.label': ['차트 메모', 'Chart note'],
  'chart.note.write': ['메모 쓰기', 'Write a note'],
});

export function NoteEditor({ chart, note, close }: { chart: PriceChart; note: WrittenNote; close(): void }) {
  const t = useText(noteTexts);
  const field = useRef<HTMLTextAreaElement>(null);
  const isDone = useRef(false);
  const [text, setText] = useState(note.text);
  const end = (words: string) => {
    if (isDone.current) return;
    isDone.current = true;
    note.write(words.trim());
    close();
  };
  const place = useEffectEvent(() => {
    const at = note.at();
    const own = field.current;
    if (!at || !own) return;
    const space = own.parentElement?.clientWidth ?? 0;
    own.style.transform = `translate(${Math.max(2, Math.min(at.x + 6, space - own.offsetWidth - 2))}px, ${at.y - own.offsetHeight / 2}px)`;
  });
  const leave = useEffectEvent(end);
  useEffect(() => onSettledLayout(chart, () => place()), [chart]);
  useLayoutEffect(() => place());
  const cameFrom = useRef<Element>(null);
  useEffect(() => {
    const own = field.current;
    cameFrom.current = document.activeElement;
    own?.focus();
    own?.setSelectionRange(own.value.length, own.value.length);
    // The chart keeps presses to itself: no focus leaves by them.
    const pressed = (event: globalThis.PointerEvent) => event.target !== own && leave(own?.value ?? '');
    addEventListener('pointerdown', pressed, true);
    return () => removeEventListener('pointerdown', pressed, true);
  }, []);
  /** Keys go on where they came from: the tool, or the chart that was pressed. */
  const endByKey = (words: string) => {
    const from = cameFrom.current === document.body ? field.current?.parentElement?.querySelector('[tabindex]') : cameFrom.current;
    end(words);
    if (from instanceof HTMLElement && from.isConnected) from.focus({ preventScroll: true });
  };
  const press = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    event.stopPropagation();
    if (event.key === 'Escape') endByKey(note.text);
    else if (event.key === 'Enter' && !event.shiftKey) {
      event.preventDefault();
      endByKey(text);
    }
  };
  const lines = text.split('\n');
  // Korean syllables are as wide as two figures.
  const width = Math.max(10, ...lines.map((line) => line.length + line.replace(/[ -~]/g, '').length * 0.8)) + 2;
  return (
    <textarea
      ref={field}
      aria-label={t('chart.note.label')}
      placeholder={t('chart.note.write')}
      rows={lines.length}
      maxLength={NOTE_MOST}
      spellCheck={false}
      value={text}
      onChange={(event) => setText(event.target.value)}
      onKeyDown={press}
      onBlur={() => end(text)}
      style={{ width: `${width}ch` }}
      className="absolute top-0 left-0 z-3 max-w-[80%] resize-none overflow-hidden rounded-4 border border-brand bg-raised px-2 py-1 text-16 leading-4 font-medium outline-none laptop:text-11"
    />
  );
}
