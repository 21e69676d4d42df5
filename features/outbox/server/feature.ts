// The entry point of the outbox: other features post messages, transports take them out; the demo shows what arrived.
import type { AppContext } from '@maru/kit/server/context.ts';
import { handle, Refusal, type ServerFeature } from '@maru/kit/server/feature.ts';
import { type AlertMail, alertMail, alertSources } from '@maru/operator/admin-contract.ts';
import { type Outbox, outbox, mailMark, listDemoInbox } from '../contract.ts';
import { type Transports, createTransports } from './transports.ts';
import { outboxErrors } from '../errors.ts';
import { openPostOffice, type PostOffice } from './demo-post-office.ts';
import { outboxMigrations } from './migrations.ts';
import { createOutboxSender, type OutboxSender } from './send-outgoing.ts';
import { registerSenderChecks, senderRoutes } from './test-sender.ts';
import { lateOutgoing } from './late-outgoing.ts';
import { writeOutgoing } from './write-outgoing.ts';
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
      const transports = createTransports(context, office);
      const sender = createOutboxSender(context, transports);
      context.services.provide(outbox, boxOf(context, transports, sender));
      context.services.provide(alertMail, { send: (mail) => sendNow(context, transports, mail) });
      context.services.find(alertSources)?.register(lateOutgoing(context));
      registerSenderChecks(context);
      return async () => {
        await sender.stop();
        await office?.close();
        office = undefined;
      };
    },
  };
}

function boxOf(context: AppContext, transports: Transports, sender: OutboxSender): Outbox {
  const siteOf = (id: number) => {
    const site = context.sites.byId(id);
    if (site === undefined) throw new Error(`site ${id} is not known`);
    return site;
  };
  return {
    canCarry: (site, kind) => transports.of(site, kind)?.serves(siteOf(site)) ?? false,
    post: (sql, outgoing) => writeOutgoing(sql, siteOf(outgoing.site), outgoing, context.clock.now(), context.services.find(mailMark)),
    hurry: () => sender.hurry(),
  };
}

async function sendNow({ sites }: AppContext, transports: Transports, mail: AlertMail): Promise<void> {
  const [wanted] =
    mail.site === undefined ? sites.all().filter(({ id }) => transports.of(id, 'MAIL') !== undefined) : [sites.byId(mail.site)];
  const site = wanted ?? sites.all()[0];
  const transport =
    mail.site === undefined ? (transports.shared('MAIL') ?? transports.of(site.id, 'MAIL')) : transports.of(site.id, 'MAIL');
  if (transport === undefined) throw new Error('nobody carries mail here');
  await transport.carry({ ...mail, site, recipient: mail.to });
}
