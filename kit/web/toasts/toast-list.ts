// Toasts and the notices drawer behind them: at most six on screen, live ones 2 s, notices 10 s, and each kept to be read later.
import { create } from 'zustand';
import { serverNow } from '../i18n/moments.ts';

/** Specification section 9. */
export const toastsAtMost = 6;
export const liveToastMs = 2_000;
export const noticeToastMs = 10_000;
/** Time to take back what was just let go (design: a 3 s undo rather than a question). */
export const undoToastMs = 3_000;
export const keptAtMost = 50;

const staysMs = { live: liveToastMs, undo: undoToastMs, notice: noticeToastMs } as const;

export type ToastKind = 'done' | 'waiting' | 'notice' | 'warn' | 'danger';

export interface ToastInput {
  title: string;
  /** One line under the title. */
  line?: string;
  kind?: ToastKind;
  /** `live` leaves after 2 s, `undo` after 3 s, `notice` after 10 s; pausing under the pointer or focus. */
  stay?: keyof typeof staysMs;
  action?: { label: string; onChoose(): void };
  /** The bell counts it. Unless told: notices and trouble do, what was just done by hand does not. */
  matters?: boolean;
  /** Where the same is found later: the drawer's row leads there, from any page and after a reload. */
  way?: ToastWay;
}

export interface ToastWay {
  label: string;
  /** An address of this site. */
  to: string;
}

const mattersOf = ({ matters, stay, kind }: ToastInput): boolean => matters ?? (stay === 'notice' || kind === 'warn' || kind === 'danger');

export interface Toast extends ToastInput {
  id: number;
  kind: ToastKind;
  stayMs: number;
  at: number;
}

interface ToastState {
  shown: readonly Toast[];
  /** Newest first. */
  kept: readonly Toast[];
  unseen: number;
  /** Something is in a hand that toasts could cover: they are out of sight, and their time stands still. */
  isHeld: boolean;
}

export const useToasts = create<ToastState>(() => ({ shown: [], kept: [], unseen: 0, isHeld: false }));

export const holdToasts = (isHeld: boolean): void => useToasts.setState({ isHeld });
let lastId = 0;

export function toast(input: ToastInput): number {
  const id = ++lastId;
  const kind = input.kind ?? 'done';
  const made: Toast = { ...input, id, kind, stayMs: staysMs[input.stay ?? 'live'], at: serverNow() };
  useToasts.setState(({ shown, kept, unseen }) => ({
    // Older ones close.
    shown: [...shown, made].slice(-toastsAtMost),
    kept: [made, ...kept].slice(0, keptAtMost),
    unseen: unseen + (mattersOf(input) ? 1 : 0),
  }));
  return id;
}

export function dismissToast(id: number): void {
  useToasts.setState(({ shown }) => ({ shown: shown.filter((t) => t.id !== id) }));
}

/** What was said before a reload, under what this page has said already. */
export function restoreNotices(older: readonly Omit<Toast, 'id'>[], olderUnseen: number): void {
  const again = older.map((notice) => ({ ...notice, id: ++lastId }));
  useToasts.setState(({ kept, unseen }) => ({ kept: [...kept, ...again].slice(0, keptAtMost), unseen: unseen + olderUnseen }));
}

export function seeNotices(): void {
  useToasts.setState({ unseen: 0 });
}
