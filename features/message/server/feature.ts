// The entry point of messages: a member's list, the desk's sendings, and the box by which other features send.
import { handle, type ServerFeature } from '@maru/kit/server/feature.ts';
import { handleOperator } from '@maru/kit/server/operator-call.ts';
import { leavingParts, memberBox, memberData, plainRows } from '@maru/member/contract.ts';
import {
  countAudience,
  deleteMessageTemplate,
  listMessageTemplates,
  listSendings,
  saveMessageTemplate,
  sendMessages,
} from '../admin-contract.ts';
import { countUnreadMessages, deleteMessage, listMessages, messageBox, readAllMessages, readMessage } from '../contract.ts';
import { messageErrors } from '../errors.ts';
import { countMeant } from './audience.ts';
import { deleteTemplate, listOfSite, listTemplates, saveTemplate } from './desk-messages.ts';
import { deleteOwn, readAllOwn, readLinked, readOwn } from './keep-messages.ts';
import { countOwnUnread, forgetOldMessages, listOwnMessages } from './list-messages.ts';
import { messageMigrations } from './migrations.ts';
import { postOne, sendOne } from './send-messages.ts';
import { keepSending, sendFromDesk } from './sendings.ts';
import { messageWiring } from './wiring.ts';

const FORGET_MS = 6 * 3_600_000;

export const messageFeature: ServerFeature<typeof messageWiring> = {
  name: 'message',
  wiring: messageWiring,
  errors: messageErrors,
  migrations: messageMigrations,
  routes: [
    handle(listMessages, listOwnMessages),
    handle(countUnreadMessages, countOwnUnread),
    handle(readMessage, readOwn),
    handle(readAllMessages, readAllOwn),
    handle(deleteMessage, deleteOwn),
    handleOperator(countAudience, countMeant),
    handleOperator(sendMessages, sendFromDesk),
    handleOperator(listSendings, listOfSite),
    handleOperator(listMessageTemplates, listTemplates),
    handleOperator(saveMessageTemplate, saveTemplate),
    handleOperator(deleteMessageTemplate, deleteTemplate),
  ],
  async start(context) {
    context.services
      .find(memberData)
      ?.register(
        plainRows(
          'messages',
          { ko: '메시지', en: 'Messages' },
          'kind, title_ko, content_ko, title_en, content_en, created_at, read_at',
          'message_message',
        ),
      );
    context.services.find(leavingParts)?.register({
      name: 'message',
      async erase(sql, { site, member }) {
        await sql.query('DELETE FROM message_message WHERE site_id = $1 AND member_id = $2', [site, member]);
      },
    });
    context.services.provide(memberBox, { send: (message) => sendOne(context, message) });
    context.services.provide(messageBox, {
      send: (message) => sendOne(context, message),
      post: (sql, message) => postOne(context, sql, message),
      readLink: (site, member, link) => readLinked(context, site, member, link),
    });
    keepSending(context);
    context.jobs.every({ name: 'message.forget', everyMs: FORGET_MS, fault: 'old messages kept' }, () => forgetOldMessages(context));
  },
};
