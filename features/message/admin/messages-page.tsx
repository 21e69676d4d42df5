// The desk of messages: writing one at the left, what was sent and how much of it was read at the right.
import { defineDeskPage } from '@maru/kit/web/desk/define-page.tsx';
import { DeskPanel } from '@maru/kit/web/desk/page.tsx';
import { useMemo } from 'react';
import { listSendings, sendMessages } from '../admin-contract.ts';
import { sendingColumns } from '../sending-list-contract.ts';
import { messageDeskTexts } from './desk-texts.ts';
import { SendForm } from './send-form.tsx';
import { looksOf } from './sending-cells.tsx';

export const MessagesPage = defineDeskPage({
  texts: messageDeskTexts,
  title: 'msg.title',
  note: 'msg.note',
  list: {
    route: listSendings,
    columns: sendingColumns,
    useLooks: (t) => useMemo(() => looksOf(t), [t]),
    paging: 'pages',
    size: 20,
    keyOf: ({ id }) => id,
    label: 'msg.history',
    heading: 'msg.history',
    isTall: true,
    empty: ['msg.empty'],
    failed: ['msg.failed', 'msg.failed.words'],
  },
  beside: {
    columns: '480px minmax(0,1fr)',
    isFirst: true,
    may: sendMessages,
    Form: () => (
      <DeskPanel>
        <SendForm />
      </DeskPanel>
    ),
  },
});
