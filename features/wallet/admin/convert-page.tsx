// Conversions of a site's coins: what each costs, allows and risks, what the house holds of it, and which way stands still.
import { call } from '@maru/kit/web/api-client.ts';
import { defineDeskPage } from '@maru/kit/web/desk/define-page.tsx';
import { unitOf } from '@maru/kit/web/i18n/figures.ts';
import { lazyArea } from '@maru/kit/web/lazy-area.tsx';
import { changeConvertTerms, listConvertTerms, openConversion, pauseConversion } from '../convert-admin-contract.ts';
import { convertColumns } from '../convert-list-contract.ts';
import { convertLooks } from './convert-cells.tsx';
import type { ConvertFormProps } from './convert-forms.tsx';
import { convertDeskTexts } from './convert-texts.ts';

const TermsForm = lazyArea<ConvertFormProps>(() => import('./convert-forms.tsx').then((m) => m.TermsForm));
const PauseForm = lazyArea<ConvertFormProps>(() => import('./convert-forms.tsx').then((m) => m.PauseForm));

export const ConvertDeskPage = defineDeskPage({
  texts: convertDeskTexts,
  title: 'cw.title',
  line: 'cw.line',
  list: {
    route: listConvertTerms,
    columns: convertColumns,
    looks: convertLooks,
    keyOf: ({ walletType }) => walletType,
    isTall: true,
    everyMs: 5_000,
    empty: ['cw.empty'],
    failed: ['cw.failed'],
  },
  acts: [
    { key: 'change', label: 'cw.change', may: changeConvertTerms, form: TermsForm },
    { key: 'pause', label: 'cw.pause', may: pauseConversion, when: ({ paused }) => paused === null, form: PauseForm },
    {
      key: 'open',
      label: 'cw.open',
      may: openConversion,
      when: ({ paused }) => paused !== null,
      ask: {
        title: (t, { currency }) => t('cw.open.title', { coin: unitOf(currency) }),
        words: 'cw.open.words',
        confirm: 'cw.open',
        call: ({ walletType }, reason) => call(openConversion, { body: { walletType, reason } }),
      },
    },
  ],
});
