// Asks why before something is done to a member or a site; loaded when it is first asked, as most pages open without it.
import type { ReactNode } from 'react';
import type { CallForm } from '../forms/call-form.ts';
import { lazyArea } from '../lazy-area.tsx';
import type { ButtonLook } from '../ui/button.tsx';

export interface ReasonDialogProps {
  title: ReactNode;
  description?: ReactNode;
  confirm: ReactNode;
  look?: ButtonLook;
  /** The act itself is reason enough. */
  isOptional?: boolean;
  /** Throws what `messageOf` can tell; APPROVAL_REQUIRED is no fault. */
  onConfirm(reason: string): Promise<unknown>;
  onClose(): void;
  /** The page's form, whose values go with the reason: once they were sent, leaving asks nothing. */
  sends?: Pick<CallForm<object>, 'letGo'>;
  /** What is about to be done, above the reason. What is typed belongs into a `ReasonForm`: here nobody would ask before it is lost. */
  children?: ReactNode;
}

export const ReasonDialog = lazyArea<ReasonDialogProps>(() => import('./reason-form.tsx').then((m) => m.AskWhy));
