// What is typed into forms and not sent yet: whoever would take it away (a dialog that closes, another page) asks first, and nothing asks where nothing is lost.
import type { ComponentType } from 'react';
import { create } from 'zustand';

export interface Typing {
  /** Where it stands on the page. */
  place(): HTMLElement | null;
  /** At this moment: what is on its way, was sent or is as it was at first is not lost. */
  isLost(): boolean;
  /** Nobody asks about it again until more is typed. */
  letGo(): void;
}

interface Question {
  about: readonly Typing[];
  leave(): void;
  stay(): void;
}

interface Unsaved {
  typings: readonly Typing[];
  question: Question | undefined;
  /** Who puts the question comes with the first form; until then nothing is kept from closing. */
  Asker: ComponentType | undefined;
}

export const useUnsaved = create<Unsaved>(() => ({ typings: [], question: undefined, Asker: undefined }));

/** Until the returned function is called. */
export function keepTyping(typing: Typing): () => void {
  useUnsaved.setState(({ typings }) => ({ typings: [...typings, typing] }));
  return () => {
    useUnsaved.setState(({ typings }) => ({ typings: typings.filter((each) => each !== typing) }));
    const { question } = useUnsaved.getState();
    if (question?.about.every((each) => !useUnsaved.getState().typings.includes(each))) answerQuestion('stay');
  };
}

export const lostTypings = (): readonly Typing[] => useUnsaved.getState().typings.filter((typing) => typing.isLost());

export function answerQuestion(how: 'leave' | 'stay'): void {
  const { question } = useUnsaved.getState();
  useUnsaved.setState({ question: undefined });
  if (how === 'leave') for (const typing of question?.about ?? []) typing.letGo();
  question?.[how]();
}

/** At once where nothing is lost. */
export function askBefore(about: readonly Typing[], leave: () => void, stay: () => void = () => undefined): void {
  if (about.length === 0 || !useUnsaved.getState().Asker) return leave();
  answerQuestion('stay');
  return useUnsaved.setState({ question: { about, leave, stay } });
}

/** What closes takes the forms inside it along. */
export function askBeforeClosing(part: HTMLElement | null, close: () => void): void {
  askBefore(
    lostTypings().filter((typing) => part?.contains(typing.place())),
    close,
  );
}

/** The page itself goes, and whoever sits there now shall not read it: nobody asks. */
export function letAllGo(): void {
  for (const typing of useUnsaved.getState().typings) typing.letGo();
}
