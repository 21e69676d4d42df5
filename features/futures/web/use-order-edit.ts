// An order being edited in place: a draft of what may change, sent as one amendment; a refusal brings the draft back with its reason.
import type { Order } from '@maru/futures/contract.ts';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { type EditName, editNames, isEditable } from './order-terms.ts';
import { amendOne } from './trade-actions.ts';

type Draft = Partial<Record<EditName, string>>;

export function useOrderEdit(order: Order) {
  const [draft, setDraft] = useState<Draft>();
  const [refused, setRefused] = useState<string>();
  // Until its answer is drawn: what the engine has settled may be told a moment before.
  const [isSaving, setSaving] = useState(false);
  const stop = () => {
    setDraft(undefined);
    setRefused(undefined);
  };
  const save = async () => {
    if (!draft) return;
    const names = editNames.filter((name) => draft[name] !== undefined && Number(draft[name]) !== Number(order[name] ?? 0));
    if (names.length === 0) return stop();
    const kept = draft;
    setDraft(undefined);
    setSaving(true);
    const outcome = await amendOne(order, Object.fromEntries(names.map((name) => [name, draft[name]])));
    setSaving(false);
    if (outcome.ok) return setRefused(undefined);
    setDraft(kept);
    setRefused(outcome.failure.message);
  };
  return {
    draft,
    refused,
    isSaving,
    stop,
    save,
    start: () => setDraft(Object.fromEntries(editNames.filter((name) => isEditable(order, name)).map((name) => [name, order[name] ?? '']))),
    set: (name: EditName, value: string) => setDraft((now) => now && { ...now, [name]: value }),
    keyed: (event: KeyboardEvent) => {
      if (event.key === 'Enter') void save();
      else if (event.key === 'Escape') stop();
    },
  };
}

/** The keyboard goes into the field that was asked for (else the row's first), and back to the row's button when all is done. */
export function useEditFocus(isEditing: boolean, isChanging: boolean) {
  const row = useRef<HTMLTableRowElement>(null);
  const asked = useRef<EditName>(undefined);
  const isOwed = useRef(false);
  useEffect(() => {
    if (isEditing) {
      isOwed.current = true;
      const fields = row.current?.querySelectorAll<HTMLInputElement>('input[data-edited]') ?? [];
      const field = [...fields].find((each) => each.dataset.edited === asked.current) ?? fields[0];
      field?.focus();
      field?.select();
    } else if (isOwed.current && !isChanging) {
      isOwed.current = false;
      asked.current = undefined;
      // Whoever went elsewhere meanwhile stays there.
      if (document.activeElement === document.body) row.current?.querySelector<HTMLElement>('[data-edit]')?.focus();
    }
  }, [isEditing, isChanging]);
  return { row, ask: (name: EditName) => (asked.current = name) };
}
