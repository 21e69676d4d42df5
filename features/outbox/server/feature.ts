// The entry point of the outbox: other features post letters, carriers take them out; the demo shows what arrived.
import type { AppContext } from '@maru/kit/server/context.ts';
import { handle, Refusal, type ServerFeature } from '@maru/kit/server/feature.ts';
import { type AlertMail, alertMail, alertSources } from '@maru/operator/admin-contract.ts';
import { type LetterBox, letterBox, letterMark, listDemoInbox } from '../contract.ts';
import { type Carriers, createCarriers } from './carriers.ts';
import { outboxErrors } from '../errors.ts';
import { openPostOffice, type PostOffice } from './demo-post-office.ts';
import { outboxMigrations } from './migrations.ts';
import { createLetterSender, type LetterSender } from './send-letters.ts';
import { registerSenderChecks, senderRoutes } from './test-sender.ts';
import { lateLetters } from './late-letters.ts';
import { writeLetter } from './write-letter.ts';
import { outboxWiring } from './wiring.ts';

export function createOutboxFeature(): ServerFeature<typeof outboxWiring> {
  let office: PostOffice | undefined;
  return {
    name: 'outbox',
    wiring: outboxWiring,
    errors: outboxErrors,
    migrations: outboxMigrations,
    routes: [
      handle(listDemoInbox, async (_context, call) => {
        if (office === undefined) throw new Refusal('NOT_FOUND');
        return { data: { content: office.inbox(call.query.to) } };
      }),
      ...senderRoutes,
    ],
    async start(context) {
      const { mailUrl, smsUrl, demo } = context.config;
      if (demo && (mailUrl === undefined || smsUrl === undefined)) office = await openPostOffice(() => context.clock.now());
      const carriers = createCarriers(context, office);
      const sender = createLetterSender(context, carriers);
      context.services.provide(letterBox, boxOf(context, carriers, sender));
      context.services.provide(alertMail, { send: (mail) => sendNow(context, carriers, mail) });
      context.services.find(alertSources)?.register(lateLetters(context));
      registerSenderChecks(context);
      return async () => {
        await sender.stop();
        await office?.close();
        office = undefined;
      };
    },
  };
}

function boxOf(context: AppContext, carriers: Carriers, sender: LetterSender): LetterBox {
  const siteOf = (id: number) => {
    const site = context.sites.byId(id);
    if (site === undefined) throw new Error(`site ${id} is not known`);
    return site;
  };
  return {
    canCarry: (site, kind) => carriers.of(site, kind)?.serves(siteOf(site)) ?? false,
    post: (sql, letter) => writeLetter(sql, siteOf(letter.site), letter, context.clock.now(), context.services.find(letterMark)),
    hurry: () => sender.hurry(),
  };
}

async function sendNow({ sites }: AppContext, carriers: Carriers, mail: AlertMail): Promise<void> {
  const [wanted] =
    mail.site === undefined ? sites.all().filter(({ id }) => carriers.of(id, 'MAIL') !== undefined) : [sites.byId(mail.site)];
  const site = wanted ?? sites.all()[0];
  const carrier = mail.site === undefined ? (carriers.shared('MAIL') ?? carriers.of(site.id, 'MAIL')) : carriers.of(site.id, 'MAIL');
  if (carrier === undefined) throw new Error('nobody carries mail here');
  await carrier.carry({ ...mail, site, recipient: mail.to });
}
