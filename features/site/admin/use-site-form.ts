// The form's own memory: what stands, what is being changed, undo and redo, and a draft that saves itself a moment after typing stops.
import type { SiteConfig } from '@maru/kit/contract/site-config.ts';
import { call } from '@maru/kit/web/api-client.ts';
import { Failure, messageOf } from '@maru/kit/web/failure.ts';
import { useNewText } from '@maru/kit/web/i18n/use-text.ts';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { admissionChanges } from '../admission.ts';
import { type ChangeKind, kindsOf } from '../change-kinds.ts';
import { changesBetween, type FieldChange, largeChanges } from '../config-changes.ts';
import { type ConfigFault, readSiteConfig } from '../config-contract.ts';
import { saveSiteDraft, type SiteEditing } from '../edit-contract.ts';
import { type Contradiction, contradictionsOf, newContradictions } from '../contradictions.ts';
import { type BoundFault, boundFault } from '../site-bounds.ts';
import { checkTheme, type ThemeCheck } from '../theme-checks.ts';
import { texts } from './texts.ts';

const saveAfterMs = 1200;
const stepsKept = 100;
/** Typing into one field is one step while it goes on. */
const oneStepMs = 800;

export interface SiteForm {
  config: SiteConfig;
  published: SiteConfig;
  /** undefined takes an optional field away. */
  set<K extends keyof SiteConfig>(field: K, value: SiteConfig[K] | undefined): void;
  undo: (() => void) | undefined;
  redo: (() => void) | undefined;
  changes: readonly FieldChange[];
  /** What the draft touches: looks, money or both. */
  kinds: readonly ChangeKind[];
  /** Fields that a second person must agree to, judged over the last day as the server does. */
  large: readonly string[];
  /** Fields that keep somebody out anew, which says why. */
  narrower: readonly string[];
  /** Where rates may come from on this installation, beside the hand. */
  sources: SiteEditing['sources'];
  /** Of the draft: all, and those that it brings, which keep it from being published. */
  contradictions: readonly Contradiction[];
  brought: readonly Contradiction[];
  /** What nobody may publish. */
  bound: BoundFault | undefined;
  checks: readonly ThemeCheck[];
  /** What the shape itself refuses, or what the server did. */
  fault: ConfigFault | undefined;
  saving: 'saved' | 'waiting' | 'saving' | 'failed';
}

type Changes = Record<string, unknown>;

/** Whole fields that differ, null for one that is gone. */
function changedTop(from: SiteConfig, to: SiteConfig): Changes {
  const [old, now] = [from, to] as unknown as [Changes, Changes];
  const names = [...new Set([...Object.keys(old), ...Object.keys(now)])];
  return Object.fromEntries(
    names.filter((name) => JSON.stringify(old[name]) !== JSON.stringify(now[name])).map((name) => [name, now[name] ?? null]),
  );
}

interface Steps {
  past: readonly SiteConfig[];
  now: SiteConfig;
  future: readonly SiteConfig[];
}

function useSteps(first: SiteConfig) {
  const [steps, setSteps] = useState<Steps>({ past: [], now: first, future: [] });
  const last = useRef({ field: '', atMs: 0 });
  const set = useCallback(<K extends keyof SiteConfig>(field: K, value: SiteConfig[K] | undefined) => {
    const atMs = performance.now();
    const isSameStep = last.current.field === field && atMs - last.current.atMs < oneStepMs;
    last.current = { field, atMs };
    setSteps(({ past, now }) => {
      const next = { ...now, [field]: value } as SiteConfig;
      if (value === undefined) delete (next as unknown as Changes)[field];
      return { past: isSameStep ? past : [...past.slice(-stepsKept), now], now: next, future: [] };
    });
  }, []);
  const undo = () =>
    setSteps(({ past, now, future }) => ({
      past: past.slice(0, -1),
      now: past.at(-1) ?? now,
      future: past.length ? [now, ...future] : future,
    }));
  const redo = () =>
    setSteps(({ past, now, future }) => ({ past: future.length ? [...past, now] : past, now: future[0] ?? now, future: future.slice(1) }));
  return { steps, set, undo: steps.past.length > 0 ? undo : undefined, redo: steps.future.length > 0 ? redo : undefined };
}

/** Keeps the server's draft at what the form shows; what the shape refuses waits. */
function useSaving(config: SiteConfig, first: SiteConfig, isSound: boolean) {
  const [saved, setSaved] = useState(first);
  const [isBusy, setBusy] = useState(false);
  const [refused, setRefused] = useState<{ config: SiteConfig; fault: ConfigFault }>();
  useEffect(() => {
    const changes = changedTop(saved, config);
    if (Object.keys(changes).length === 0 || !isSound) return undefined;
    const save = async () => {
      setBusy(true);
      try {
        await call(saveSiteDraft, { body: { changes } });
        setSaved(config);
      } catch (thrown) {
        const field = thrown instanceof Failure ? String(thrown.data['field'] ?? '') : '';
        setRefused({ config, fault: { field, reason: messageOf(thrown) } });
      }
      setBusy(false);
    };
    const timer = setTimeout(() => void save(), saveAfterMs);
    return () => clearTimeout(timer);
  }, [config, saved, isSound]);
  const fault = refused?.config === config ? refused.fault : undefined;
  const isSaved = useMemo(() => Object.keys(changedTop(saved, config)).length === 0, [saved, config]);
  const saving: SiteForm['saving'] = fault ? 'failed' : isBusy ? 'saving' : isSaved ? 'saved' : 'waiting';
  return { saving, refused: fault };
}

export function useSiteForm(editing: SiteEditing): SiteForm {
  const first = editing.draft?.config ?? editing.published;
  const { steps, set, undo, redo } = useSteps(first);
  const config = steps.now;
  const t = useNewText(texts);
  const fault = useMemo(() => {
    const read = readSiteConfig(config);
    return 'fault' in read ? { field: read.fault.field, reason: t('siteedit.wrong') } : undefined;
  }, [config, t]);
  const { saving, refused } = useSaving(config, first, fault === undefined);
  return {
    config,
    published: editing.published,
    sources: editing.sources,
    set,
    undo,
    redo,
    changes: useMemo(() => changesBetween(editing.published, config), [editing.published, config]),
    kinds: useMemo(() => kindsOf(editing.published, config), [editing.published, config]),
    large: useMemo(() => largeChanges(editing.published, config, editing.day, editing.month).map(({ field }) => field), [editing, config]),
    narrower: useMemo(() => admissionChanges(editing.published, config).narrower.map(({ field }) => field), [editing, config]),
    contradictions: useMemo(() => contradictionsOf(config), [config]),
    brought: useMemo(() => newContradictions(editing.published, config), [editing.published, config]),
    bound: useMemo(() => boundFault(editing.published, config), [editing.published, config]),
    checks: useMemo(() => (fault?.field.startsWith('theme') ? [] : checkTheme(config.theme)), [config.theme, fault]),
    fault: fault ?? refused,
    saving,
  };
}
