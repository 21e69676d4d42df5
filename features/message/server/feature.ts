// The door of messages: a member's list, an operator's sending, and the box by which other features send.
import { handle, type ServerFeature } from '@maru/kit/server/feature.ts';
import { countUnreadMessages, deleteMessage, listMessages, messageBox, readAllMessages, readMessage, sendMessages } from '../contract.ts';
import { messageErrors } from '../errors.ts';
import { deleteOwn, readAllOwn, readLinked, readOwn } from './keep-messages.ts';
import { countOwnUnread, forgetOldMessages, listOwnMessages } from './list-messages.ts';
import { messageMigrations } from './migrations.ts';
import { sendFromOperator, sendOne } from './send-messages.ts';

const FORGET_MS = 6 * 3_600_000;

export const messageFeature: ServerFeature = {
  name: 'message',
  errors: messageErrors,
  migrations: messageMigrations,
  routes: [
    handle(listMessages, listOwnMessages),
    handle(countUnreadMessages, countOwnUnread),
    handle(readMessage, readOwn),
    handle(readAllMessages, readAllOwn),
    handle(deleteMessage, deleteOwn),
    handle(sendMessages, sendFromOperator),
  ],
  async start(context) {
    context.services.provide(messageBox, {
      send: (message) => sendOne(context, message),
      readLink: (site, member, link) => readLinked(context, site, member, link),
    });
    const forget = setInterval(() => {
      forgetOldMessages(context).catch((error: unknown) => context.log.warn({ err: error }, 'old messages kept'));
    }, FORGET_MS).unref();
    return () => clearInterval(forget);
  },
};
